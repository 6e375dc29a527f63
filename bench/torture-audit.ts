/** Does the book add up? What the database holds, against what the processes were told before they were killed. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

export interface Movement {
  keyId: string
  holdId: string | null
  kind: string
  delta: number
  charged: number
  requestId: string | null
}

export interface Book {
  keys: { id: string; credits: number | null; used: number }[]
  movements: Movement[]
  /** Reservations that are still open. */
  held: number
  usage: { keyId: string; credits: number }[]
}

const queries = {
  keys: 'SELECT id, credits, used FROM api_key',
  movements: 'SELECT key_id, hold_id, kind, delta, charged, request_id FROM movement',
  held: `SELECT count(*) AS n FROM hold WHERE state = 'held'`,
  usage: 'SELECT key_id, sum(credits) AS credits FROM usage GROUP BY key_id',
}

type Row = Record<string, unknown>

/** Reads the whole book past the code that wrote it. */
export async function readBook(folder: string, postgresUrl: string | null): Promise<Book> {
  const ask = postgresUrl === null ? openFile(folder) : await openServer(postgresUrl)
  const keys = await ask.rows(queries.keys)
  const movements = await ask.rows(queries.movements)
  const held = await ask.rows(queries.held)
  const usage = await ask.rows(queries.usage)
  await ask.close()
  const optional = (value: unknown) => (value === null ? null : Number(value))
  const text = (value: unknown) => (value === null ? null : String(value))
  return {
    keys: keys.map((row) => ({ id: String(row.id), credits: optional(row.credits), used: Number(row.used) })),
    movements: movements.map((row) => ({
      ...{ keyId: String(row.key_id), holdId: text(row.hold_id), kind: String(row.kind) },
      ...{ delta: Number(row.delta), charged: Number(row.charged), requestId: text(row.request_id) },
    })),
    held: Number(held[0]?.n),
    usage: usage.map((row) => ({ keyId: String(row.key_id), credits: Number(row.credits) })),
  }
}

function openFile(folder: string) {
  const database = new DatabaseSync(join(folder, 'gleaner.db'), { timeout: 10_000 })
  return {
    rows: async (query: string) => database.prepare(query).all() as Row[],
    close: async () => database.close(),
  }
}

async function openServer(url: string) {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=gleaner' })
  await client.connect()
  return {
    rows: async (query: string) => (await client.query(query)).rows as Row[],
    close: () => client.end(),
  }
}

export interface Verdict {
  asked: number
  reserved: number
  settled: number
  released: number
  swept: number
  /** Charged after a sweep, by a process that was taken for dead, or without the reservation that a crash took. */
  late: number
  /** In the book, but killed before it could tell its caller. */
  untold: number
  /** Told to a caller and not in the book, or with another amount. */
  lost: number
  chargedTwice: number
  /** Charged although the caller was told that it had failed. */
  chargedForFailure: number
  /** Reservations that ended not at all, or in two ways. */
  endedBadly: number
  stillHeld: number
  /** Keys whose balance is not what was granted less what was charged, and whose sums differ. */
  unbalanced: number
}

/** `said` are the lines of all processes. */
export function audit(book: Book, said: readonly string[]): Verdict {
  const byHold = Map.groupBy(
    book.movements.filter(({ holdId }) => holdId !== null),
    ({ holdId }) => holdId,
  )
  const byRequest = Map.groupBy(book.movements, ({ requestId }) => requestId)
  const chargedFor = (id: string) => (byRequest.get(id) ?? []).reduce((sum, { charged }) => sum + charged, 0)
  const told = said.map((line) => line.split(' ')).filter((words) => words.length === 3)
  const of = (kind: string) => told.filter(([word]) => word === kind) as [string, string, string][]
  const count = (kind: string) => book.movements.filter((movement) => movement.kind === kind).length
  const isEnd = ({ kind }: Movement) => kind === 'settle' || kind === 'release' || kind === 'sweep'
  const heard = new Set([...of('settled'), ...of('failed')].map(([, id]) => id))

  return {
    asked: of('asked').length,
    ...{ reserved: count('reserve'), settled: count('settle'), released: count('release') },
    ...{ swept: count('sweep'), late: count('late') },
    untold: [...byRequest].filter(([id, moves]) => id !== null && !heard.has(id) && moves.some(isEnd)).length,
    lost: of('settled').filter(([, id, charged]) => chargedFor(id) !== Number(charged)).length,
    chargedTwice: [...byHold.values()].filter((moves) => moves.filter(({ charged }) => charged > 0).length > 1).length,
    chargedForFailure: of('failed').filter(([, id]) => chargedFor(id) > 0).length,
    endedBadly: [...byHold.values()].filter((moves) => moves.filter(isEnd).length !== (isTaken(moves) ? 0 : 1)).length,
    stillHeld: book.held,
    unbalanced: book.keys.filter((key) => !isBalanced(key, book)).length,
  }
}

/** The reservation went down with the server, and its settlement stands alone. */
function isTaken(moves: readonly Movement[]): boolean {
  return moves.length === 1 && moves[0]?.kind === 'late'
}

function isBalanced({ id, credits, used }: Book['keys'][number], book: Book): boolean {
  const own = book.movements.filter(({ keyId }) => keyId === id)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const granted = sum(own.filter(({ kind }) => kind === 'grant').map(({ delta }) => delta))
  const counted = sum(book.usage.filter(({ keyId }) => keyId === id).map((row) => row.credits))
  const charged = sum(own.map((movement) => movement.charged))
  if (charged !== used || counted !== used) return false
  return credits === null || (credits === sum(own.map(({ delta }) => delta)) && credits === granted - used)
}
