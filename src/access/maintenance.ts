/** The port of an operator's work on the database of keys and credits: backup, restore, the version of its tables. */

/** Every method throws value_error where it can't be done as asked, and storage_unavailable. */
export interface StoreMaintenance {
  /** Copies the database as it is at one point in time, and what belongs to it, to a new folder. Processes go on meanwhile. */
  backup(folder: string): Promise<Backup>
  /** Replaces the database by a backup. No process may use it. */
  restore(folder: string): Promise<RestoredBackup>
  /** Takes the last migration of the tables back, for the version of Gleaner before. No process may use the database. */
  downgrade(): Promise<{ version: number }>
}

interface Backup {
  folder: string
  /** Size of the database. */
  bytes: number
  /** Whether the server secret is among the files; where it is set by the settings it is not. */
  hasSecret: boolean
}

interface RestoredBackup {
  /** Where the files are that were replaced; null where there were none. */
  replaced: string | null
  hasSecret: boolean
}
