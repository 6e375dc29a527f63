/** The port through which operators back up and restore the database of keys and credits. */

/** Every method throws storage_unavailable, and value_error if the request can't be fulfilled. */
export interface StoreMaintenance {
  /** Copies a consistent snapshot of the database and its files to a new folder. Processes may keep running meanwhile. */
  backup(folder: string): Promise<BackupFiles & { folder: string; bytes: number }>
  /** Replaces the database with a backup. No process may be using it. `replaced` is the path of the replaced files, if there were any. */
  restore(folder: string): Promise<BackupFiles & { replaced: string | null }>
}

interface BackupFiles {
  /** True if the server secret is among the files, or false if it comes from the settings. */
  hasSecret: boolean
}

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
  /** True if this server belongs to a Redis Cluster, which distributes its values over several servers. */
  isCluster: boolean
  /** Memory limit in bytes, or null if unlimited. */
  maxBytes: number | null
  /** Eviction policy when memory is full. `noeviction` never drops values. */
  policy: string
}
