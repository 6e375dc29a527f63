/** Audits the ledger after its torture test, by comparing the database with the records of the killed processes. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** A row of the ledger. */
interface Movement {
  keyId: string
  holdId: string | null
  kind: string
  delta: number
  charged: number
  requestId: string | null
}

/** Content of the database. */
export interface LedgerContents {
  keys: { id: string; credits: number | null; used: number }[]
  movements: Movement[]
  /** Number of reservations that are still open. */
  held: number
  /** Reservations of processes that counted as dead, and reservations that a database crash lost. */
  swept: { keyId: string; requestId: string }[]
  /** Number of Idempotency-Keys whose requests are still running. */
  running: number
  usage: { keyId: string; credits: number }[]
}

const queries = {
  keys: 'SELECT id, credits, used FROM api_key',
  movements: 'SELECT key_id, hold_id, kind, delta, charged, request_id FROM movement',
  held: `SELECT count(*) AS n FROM hold WHERE state = 'held'`,
  swept: `SELECT key_id, request_id FROM hold WHERE state = 'swept'`,
  running: `SELECT count(*) AS n FROM claim WHERE state = 'running'`,
  usage: 'SELECT key_id, sum(credits) AS credits FROM usage GROUP BY key_id',
}

type Row = Record<string, unknown>

/** Reads the whole ledger with separate queries, without the code that wrote it. */
export async function readLedger(folder: string, postgresUrl: string | null): Promise<LedgerContents> {
  const database = postgresUrl === null ? openFile(folder) : await openServer(postgresUrl)
  const keys = await database.rows(queries.keys)
  const movements = await database.rows(queries.movements)
  const held = await database.rows(queries.held)
  const swept = await database.rows(queries.swept)
  const running = await database.rows(queries.running)
  const usage = await database.rows(queries.usage)
  await database.close()
  const optional = (value: unknown) => (value === null ? null : Number(value))
  const text = (value: unknown) => (value === null ? null : String(value))
  return {
    keys: keys.map((row) => ({ id: String(row.id), credits: optional(row.credits), used: Number(row.used) })),
    movements: movements.map((row) => ({
      ...{ keyId: String(row.key_id), holdId: text(row.hold_id), kind: String(row.kind) },
      ...{ delta: Number(row.delta), charged: Number(row.charged), requestId: text(row.request_id) },
    })),
    held: Number(held[0]?.n),
    swept: swept.map((row) => ({ keyId: String(row.key_id), requestId: String(row.request_id) })),
    running: Number(running[0]?.n),
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

/** Counts of the audit. */
export interface LedgerAudit {
  asked: number
  reserved: number
  settled: number
  released: number
  swept: number
  /** Charged by a process that counted as dead, after a sweep, or charged after a database crash lost the reservation. */
  late: number
  /** In the ledger, but from a process that was killed before it recorded the outcome. */
  unrecorded: number
  /** Not charged, because the reservation was swept and its key has since spent its last credits. */
  unpaid: number
  /** Recorded as settled, but missing from the ledger or recorded there with a different amount. */
  lost: number
  chargedTwice: number
  /** Charged a different amount from the one recorded for the failure. */
  chargedForFailure: number
  /** Reservations with no outcome, or with two. */
  endedBadly: number
  stillHeld: number
  /** Keys whose balance isn't the granted credits minus the charged ones, or whose sums differ. */
  unbalanced: number
}

/** A key with fewer credits ran out during the test, and its open reservations may have been released at the end. */
const maxSpent = 200

/** Compares the ledger with the records of all processes: lines of `asked|settled|failed REQUEST-ID CREDITS`. */
export function audit(ledger: LedgerContents, records: readonly string[]): LedgerAudit {
  const byHold = Map.groupBy(
    ledger.movements.filter(({ holdId }) => holdId !== null),
    ({ holdId }) => holdId,
  )
  const byRequest = Map.groupBy(ledger.movements, ({ requestId }) => requestId)
  const chargedFor = (id: string) => (byRequest.get(id) ?? []).reduce((sum, { charged }) => sum + charged, 0)
  const recorded = records.map((line) => line.split(' ')).filter((words) => words.length === 3)
  const of = (kind: string) => recorded.filter(([word]) => word === kind) as [string, string, string][]
  const count = (kind: string) => ledger.movements.filter((movement) => movement.kind === kind).length
  const isEnd = ({ kind }: Movement) => kind === 'settle' || kind === 'release' || kind === 'sweep'
  const spent = new Set(ledger.keys.filter(({ credits }) => credits !== null && credits < maxSpent).map(({ id }) => id))
  const unpayable = new Set(ledger.swept.filter(({ keyId }) => spent.has(keyId)).map(({ requestId }) => requestId))
  const differing = of('settled').filter(([, id, charged]) => chargedFor(id) !== Number(charged))
  const isUnpaid = ([, id]: [string, string, string]) => chargedFor(id) === 0 && unpayable.has(id)
  const ended = new Set([...of('settled'), ...of('failed')].map(([, id]) => id))

  return {
    asked: of('asked').length,
    ...{ reserved: count('reserve'), settled: count('settle'), released: count('release') },
    ...{ swept: count('sweep'), late: count('late') },
    unrecorded: [...byRequest].filter(([id, moves]) => id !== null && !ended.has(id) && moves.some(isEnd)).length,
    unpaid: differing.filter(isUnpaid).length,
    lost: differing.filter((record) => !isUnpaid(record)).length,
    chargedTwice: [...byHold.values()].filter((moves) => moves.filter(({ charged }) => charged > 0).length > 1).length,
    chargedForFailure: of('failed').filter(([, id, charged]) => chargedFor(id) !== Number(charged)).length,
    endedBadly: [...byHold.values()].filter(
      (moves) => moves.filter(isEnd).length !== (isLostReservation(moves) ? 0 : 1),
    ).length,
    stillHeld: ledger.held,
    unbalanced: ledger.keys.filter((key) => !isBalanced(key, ledger)).length,
  }
}

/** True if a database crash lost the reservation, so that only its settlement exists. */
function isLostReservation(moves: readonly Movement[]): boolean {
  return moves.length === 1 && moves[0]?.kind === 'late'
}

function isBalanced({ id, credits, used }: LedgerContents['keys'][number], ledger: LedgerContents): boolean {
  const own = ledger.movements.filter(({ keyId }) => keyId === id)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const granted = sum(own.filter(({ kind }) => kind === 'grant').map(({ delta }) => delta))
  const counted = sum(ledger.usage.filter(({ keyId }) => keyId === id).map((row) => row.credits))
  const charged = sum(own.map((movement) => movement.charged))
  if (charged !== used || counted !== used) return false
  return credits === null || (credits === sum(own.map(({ delta }) => delta)) && credits === granted - used)
}
