/** Facts that a database reports about itself. Reading them doesn't change anything. */

export interface StoreFacts {
  /** Name and version of the database, such as `PostgreSQL 17.2`. */
  program: string
  /** Version of the tables, or 0 if they don't exist yet. */
  tables: number
  latestTables: number
  /** Number of accepted keys, excluding revoked and expired ones. */
  activeKeys: number
  endedKeys: number
}

/** Facts about a Redis server. Reading them doesn't change it. */
export interface RedisFacts {
  version: string
  /** True if it is one of several servers that share the keys. */
  isCluster: boolean
  /** Memory limit in bytes, or null if unlimited. */
  maxBytes: number | null
  /** Eviction policy when memory is full. `noeviction` never drops values. */
  policy: string
}
