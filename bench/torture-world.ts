/** Task, store and random numbers of the processes of the ledger's torture. */

import type { AccessStore } from '../src/access/access.ts'

/** The work of one process. */
export interface TortureTask {
  /** Data folder: SQLite's database and the outcome journal. */
  folder: string
  /** PostgreSQL in place of SQLite, or null. */
  postgresUrl: string | null
  keyIds: string[]
  seed: number
  /** Number of requests at once. */
  loops: number
  /** File of the records that the audit reads. */
  recordFile: string
}

export const tortureSecret = 'a secret for the torture'

/** Interval of the sweeps. A process counts as dead when it has not reported for four of them. */
export const tortureSweepMs = 300

export async function openTorturedStore({
  folder,
  postgresUrl,
}: Pick<TortureTask, 'folder' | 'postgresUrl'>): Promise<AccessStore> {
  if (postgresUrl !== null) return (await import('../src/store/postgres/postgres.ts')).openPostgres(postgresUrl)
  return (await import('../src/store/sqlite/sqlite.ts')).openSqlite(folder)
}

/** Exit code of a process that found no database when it started. */
export const unavailable = 3

/** mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
