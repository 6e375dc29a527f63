/** The task and store of the processes in the ledger torture test. */

import type { AccessStore } from '../../src/access/access.ts'

/** The work of one process. */
export interface TortureTask {
  /** Data folder, with SQLite's database and the outcome journal. */
  folder: string
  /** URL of PostgreSQL, or null to use SQLite. */
  postgresUrl: string | null
  keyIds: string[]
  seed: number
  /** Number of concurrent requests. */
  loops: number
  /** File with the records that the audit reads. */
  recordFile: string
}

export const tortureSecret = 'a secret for the torture'

/** Interval between sweeps. A process counts as dead if it hasn't reported for four intervals. */
export const tortureSweepMs = 300

export async function openTorturedStore({
  folder,
  postgresUrl,
}: Pick<TortureTask, 'folder' | 'postgresUrl'>): Promise<AccessStore> {
  if (postgresUrl !== null) return (await import('../../src/store/postgres/postgres.ts')).openPostgres(postgresUrl)
  return (await import('../../src/store/sqlite/sqlite.ts')).openSqlite(folder)
}

/** Exit code of a process that didn't find a database when it started. */
export const unavailable = 3
