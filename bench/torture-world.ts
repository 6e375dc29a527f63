/** What the processes of the ledger's torture share. */

import type { AccessStore } from '../src/access/access.ts'

/** What one process is to do. */
export interface Task {
  /** Data folder: SQLite's database and the kept outcomes. */
  folder: string
  /** PostgreSQL in its place, or null. */
  postgresUrl: string | null
  keyIds: string[]
  seed: number
  /** Requests at once. */
  loops: number
  /** File in which it writes down what it was told. */
  said: string
}

export const tortureSecret = 'a secret for the torture'

/** How often the processes look after each other: four times that, and one is dead. */
export const tortureSweepMs = 300

export async function openTortured({
  folder,
  postgresUrl,
}: Pick<Task, 'folder' | 'postgresUrl'>): Promise<AccessStore> {
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
