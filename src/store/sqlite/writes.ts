/** All writes to SQLite that a process can request from the writer thread, by name. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Hold, ReservationOutcome, Settlement } from '../../access/ledger.ts'
import type { Row, SqlValue } from '../sql-database.ts'
import { prepareOnce } from './database.ts'

export type Writes = ReturnType<typeof prepareWrites>
export type WriteName = keyof Writes

export interface RequestedWrite {
  id: number
  name: WriteName
  args: readonly unknown[]
}

/** The outcome of a write. A write that failed left nothing in the database. */
export type EndedWrite = { id: number; value: unknown } | { id: number; error: unknown }

export function prepareWrites(database: DatabaseSync) {
  const prepared = prepareOnce(database)
  return {
    ...prepareLedgerWrites(database),
    rollUp: prepareRollUp(database),
    run: (text: string, values: readonly SqlValue[]): Row[] => prepared(text).all(...values),
    addKey(text: string, values: readonly SqlValue[], now: number): Row[] {
      const added = prepared(`${text} RETURNING id, credits`).all(...values)
      for (const { id, credits } of added)
        if (credits !== null) prepared(grantMovement).run(id as string, credits as number, now)
      return added
    },
  }
}

const grantMovement = `INSERT INTO gleaner.movement (key_id, kind, delta, charged, at) VALUES ($1, 'grant', $2, 0, $3)`

/** False for writes that may be lost when the machine fails: a reservation of a process that fails too, and what is repeated. */
export function isDurable({ name }: RequestedWrite): boolean {
  return name !== 'reserve' && name !== 'rollUp'
}

type EndedOutcome = ReservationOutcome & { now: number }

/** A conditional UPDATE reserves credits, `hold` records them, and each change is a `movement`. */
function prepareLedgerWrites(database: DatabaseSync) {
  const sql = prepareLedger(database)
  const balanceOf = (keyId: string) => (sql.balance.get(keyId)?.credits ?? null) as number | null

  /** Adds the movement that closes a reservation. Returns false if it already exists. */
  function addEnd(outcome: EndedOutcome, kind: 'settle' | 'release' | 'late', delta: number, charged: number): boolean {
    const { keyId, id, operation, requestId, now } = outcome
    return sql.addMovement.run(keyId, id, kind, delta, charged, operation, requestId, now).changes > 0
  }

  function countUsage({ keyId, operation, isFailed = false, now }: EndedOutcome, charged: number | null): void {
    const failed = Number(charged === null || isFailed)
    sql.countUsage.run(keyId, new Date(now).toISOString().slice(0, 10), operation, 1 - failed, failed, charged ?? 0)
  }

  function endHeld(outcome: EndedOutcome): Settlement {
    const { id, keyId, credits, charged } = outcome
    const kind = charged === null ? 'release' : 'settle'
    const paid = charged ?? 0
    // If the reservation reaches the database after this, it fails because its id already exists.
    if (outcome.isUnsure) {
      sql.addReleasedHold.run(id, outcome.node, keyId, credits, outcome.operation, outcome.requestId, outcome.now)
    }
    if (sql.closeHold.run(charged === null ? 'released' : 'settled', id).changes > 0) {
      addEnd(outcome, kind, credits - paid, paid)
      sql.pay.run(credits - paid, paid, keyId)
      countUsage(outcome, charged)
      return { charged: paid, remaining: balanceOf(keyId) }
    }
    if (paid > 0 && sql.holdState.get(id)?.state === 'swept') return endLate(outcome, paid)
    return { charged: Number(sql.chargedFor.get(id)?.charged ?? 0), remaining: balanceOf(keyId) }
  }

  /** The process was mistakenly considered dead, so this charges the key now if it has enough credits. */
  function endLate(outcome: EndedOutcome, paid: number): Settlement {
    const { id, keyId } = outcome
    if (sql.payLate.run(paid, paid, keyId, paid).changes === 0) return { charged: 0, remaining: balanceOf(keyId) }
    sql.reopen.run(id)
    addEnd(outcome, 'late', -paid, paid)
    countUsage(outcome, paid)
    return { charged: paid, remaining: balanceOf(keyId) }
  }

  function endUnlimited(outcome: EndedOutcome): Settlement {
    const { keyId, charged } = outcome
    const paid = charged ?? 0
    if (addEnd(outcome, charged === null ? 'release' : 'settle', 0, paid)) {
      if (paid > 0) sql.pay.run(0, paid, keyId)
      countUsage(outcome, charged)
    }
    return { charged: paid, remaining: null }
  }

  return {
    reserve({ id, node, keyId, credits, operation, requestId }: Hold, now: number): { remaining: number } | null {
      const taken = sql.reserve.get(credits, keyId, credits)
      if (!taken) return null
      sql.addHold.run(id, node, keyId, credits, operation, requestId, now)
      sql.addMovement.run(keyId, id, 'reserve', -credits, 0, operation, requestId, now)
      return { remaining: Number(taken.credits) }
    },
    end(outcome: ReservationOutcome, response: Uint8Array | null, now: number): Settlement {
      const ended = { ...outcome, now }
      const settlement = outcome.isHeld ? endHeld(ended) : endUnlimited(ended)
      const { claim } = outcome
      const { charged, remaining } = settlement
      if (claim) {
        const { keyId, name, token } = claim
        if (charged === 0) sql.dropClaim.run(keyId, name, token)
        else sql.finishClaim.run(response, charged, remaining, response?.length ?? 0, keyId, name, token)
      }
      return settlement
    },
    grant(keyId: string, credits: number, now: number): number | null {
      const row = sql.grant.get(credits, keyId)
      if (!row) return null
      sql.addMovement.run(keyId, null, 'grant', credits, 0, null, null, now)
      return Number(row.credits)
    },
    sweep(node: string, beat: number, now: number): number {
      if (Number(sql.lastBeat.get(node)?.beat ?? -1) !== beat) return 0
      sql.leave.run(node)
      sql.dropClaims.run(node)
      const open = sql.openHolds.all(node)
      for (const { id, key_id, credits, operation, request_id } of open) {
        sql.closeHold.run('swept', id as string)
        sql.pay.run(credits as number, 0, key_id as string)
        const request = [operation as string, request_id as string] as const
        sql.addMovement.run(key_id as string, id as string, 'sweep', credits as number, 0, ...request, now)
      }
      return open.length
    },
  }
}

const ledgerSql = {
  balance: 'SELECT credits FROM api_key WHERE id = ?',
  reserve: 'UPDATE api_key SET credits = credits - ? WHERE id = ? AND credits >= ? RETURNING credits',
  addHold: `INSERT INTO hold (id, node, key_id, credits, state, operation, request_id, at) VALUES (?, ?, ?, ?, 'held', ?, ?, ?)`,
  addReleasedHold: `INSERT INTO hold (id, node, key_id, credits, state, operation, request_id, at)
    VALUES (?, ?, ?, ?, 'released', ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  addMovement: `INSERT INTO movement (key_id, hold_id, kind, delta, charged, operation, request_id, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hold_id, kind) DO NOTHING`,
  closeHold: `UPDATE hold SET state = ? WHERE id = ? AND state = 'held'`,
  holdState: 'SELECT state FROM hold WHERE id = ?',
  reopen: `UPDATE hold SET state = 'settled' WHERE id = ?`,
  pay: 'UPDATE api_key SET credits = credits + ?, used = used + ? WHERE id = ?',
  payLate: 'UPDATE api_key SET credits = credits - ?, used = used + ? WHERE id = ? AND credits >= ?',
  chargedFor: 'SELECT sum(charged) AS charged FROM movement WHERE hold_id = ?',
  countUsage: `INSERT INTO usage (key_id, day, operation, requests, failed, credits) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (key_id, day, operation) DO UPDATE SET
      requests = requests + excluded.requests, failed = failed + excluded.failed, credits = credits + excluded.credits`,
  grant: 'UPDATE api_key SET credits = credits + ? WHERE id = ? AND credits IS NOT NULL RETURNING credits',
  leave: 'DELETE FROM node WHERE id = ?',
  lastBeat: 'SELECT beat FROM node WHERE id = ?',
  openHolds: `SELECT * FROM hold WHERE node = ? AND state = 'held'`,
  finishClaim: `UPDATE claim SET state = 'done', answer = ?, charged = ?, remaining = ?, size = ?
    WHERE key_id = ? AND name = ? AND token = ? AND state = 'running'`,
  dropClaim: `DELETE FROM claim WHERE key_id = ? AND name = ? AND token = ? AND state = 'running'`,
  dropClaims: `DELETE FROM claim WHERE node = ? AND state = 'running'`,
}

function prepareLedger(database: DatabaseSync) {
  const prepared = Object.entries(ledgerSql).map(([name, text]) => [name, database.prepare(text)])
  return Object.fromEntries(prepared) as Record<keyof typeof ledgerSql, StatementSync>
}

/** The oldest movements. They are few, so that requests wait only briefly for the writer thread. */
const oldest = '(SELECT * FROM movement ORDER BY number LIMIT 500)'

/** Prepares the write that replaces the oldest movements, from before a time, with sums. It returns their number. */
function prepareRollUp(database: DatabaseSync) {
  const findOld = database.prepare(`SELECT 1 FROM ${oldest} WHERE at < ? LIMIT 1`)
  const allowDeleting = database.prepare('UPDATE roll_up SET before = ?')
  const addDays = database.prepare(
    `INSERT INTO movement_day
     SELECT key_id, date(at / 1000, 'unixepoch'), coalesce(operation, ''), kind, count(*), sum(delta), sum(charged)
     FROM ${oldest} WHERE at < ? GROUP BY 1, 2, 3, 4
     ON CONFLICT DO UPDATE SET movements = movements + excluded.movements, delta = delta + excluded.delta,
       charged = charged + excluded.charged`,
  )
  const deleteOld = database.prepare(`DELETE FROM movement WHERE number IN (SELECT number FROM ${oldest} WHERE at < ?)`)
  return (before: number): number => {
    if (!findOld.get(before)) return 0
    allowDeleting.run(before)
    addDays.run(before)
    const { changes } = deleteOld.run(before)
    allowDeleting.run(0)
    return Number(changes)
  }
}
