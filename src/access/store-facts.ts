/** What a database says of itself, for a look at it that changes nothing. */

export interface StoreFacts {
  /** The program and its version: `PostgreSQL 17.2`. */
  program: string
  /** Version of the tables; 0 where there are none yet. */
  tables: number
  /** Version of the tables that this program works with. */
  latestTables: number
  /** Keys that are accepted, and those that are revoked or expired. */
  activeKeys: number
  endedKeys: number
  /** Its clock, in milliseconds since 1970; null where it has none of its own. */
  clockMs: number | null
}

/** What is known of a Redis without changing it. */
export interface RedisFacts {
  version: string
  /** Whether it is one of several servers that share the keys. */
  isCluster: boolean
  /** What it may hold; null where it has no bound. */
  maxBytes: number | null
  /** What it drops where that is full: `noeviction` for nothing. */
  policy: string
}
