/** The ledger in SQLite: one conditional UPDATE takes the credits, a hold row remembers them, every movement is written down. */

import type { DatabaseSync } from 'node:sqlite'
import type { LedgerStore, Outcome, Settlement } from '../../access/ledger.ts'
import { toUsageRow } from '../rows.ts'
import { prepareLedger } from './sqlite-ledger-statements.ts'
import { guarded, type Writer } from './sqlite-writer.ts'

export function createSqliteLedger(database: DatabaseSync, writer: Writer): LedgerStore {
  const sql = prepareLedger(database)
  const balanceOf = (keyId: string) => (sql.balance.get(keyId)?.credits ?? null) as number | null
  const today = () => new Date().toISOString().slice(0, 10)

  /** Writes the end down. False when it was written before. */
  function note(outcome: Outcome, kind: 'settle' | 'release' | 'late', delta: number, charged: number): boolean {
    const { keyId, id, operation, requestId } = outcome
    return sql.move.run(keyId, id, kind, delta, charged, operation, requestId, Date.now()).changes > 0
  }

  function count({ keyId, operation }: Outcome, charged: number | null): void {
    sql.count.run(keyId, today(), operation, charged === null ? 0 : 1, charged === null ? 1 : 0, charged ?? 0)
  }

  function endHeld(outcome: Outcome): Settlement {
    const { id, keyId, credits, charged } = outcome
    const kind = charged === null ? 'release' : 'settle'
    const paid = charged ?? 0
    // Should the reservation arrive yet, it finds its place taken.
    if (outcome.isUnsure) {
      sql.holdGone.run(id, outcome.node, keyId, credits, outcome.operation, outcome.requestId, Date.now())
    }
    if (sql.closeHold.run(charged === null ? 'released' : 'settled', id).changes > 0) {
      note(outcome, kind, credits - paid, paid)
      sql.pay.run(credits - paid, paid, keyId)
      count(outcome, charged)
      return { charged: paid, remaining: balanceOf(keyId) }
    }
    if (paid > 0 && sql.holdState.get(id)?.state === 'swept') return endLate(outcome, paid)
    return { charged: Number(sql.chargedFor.get(id)?.charged ?? 0), remaining: balanceOf(keyId) }
  }

  /** The process was taken for dead and is not: it pays from what the key has, if that is enough. */
  function endLate(outcome: Outcome, paid: number): Settlement {
    const { id, keyId } = outcome
    if (sql.payLate.run(paid, paid, keyId, paid).changes === 0) return { charged: 0, remaining: balanceOf(keyId) }
    sql.reopen.run(id)
    note(outcome, 'late', -paid, paid)
    count(outcome, paid)
    return { charged: paid, remaining: balanceOf(keyId) }
  }

  function endUnlimited(outcome: Outcome): Settlement {
    const { keyId, charged } = outcome
    const paid = charged ?? 0
    if (note(outcome, charged === null ? 'release' : 'settle', 0, paid)) {
      if (paid > 0) sql.pay.run(0, paid, keyId)
      count(outcome, charged)
    }
    return { charged: paid, remaining: null }
  }

  return {
    reserve({ id, node, keyId, credits, operation, requestId }) {
      return reserveWith(() => {
        const taken = sql.take.get(credits, keyId, credits)
        if (!taken) return null
        sql.hold.run(id, node, keyId, credits, operation, requestId, Date.now())
        sql.move.run(keyId, id, 'reserve', -credits, 0, operation, requestId, Date.now())
        return { remaining: Number(taken.credits) }
      }, keyId)
    },
    end(outcome, answer) {
      return writer.write(() => {
        const settlement = outcome.isHeld ? endHeld(outcome) : endUnlimited(outcome)
        const { claim, charged } = outcome
        if (claim && charged === null) sql.dropClaim.run(claim.keyId, claim.name, claim.token)
        if (claim && charged !== null) {
          const { keyId, name, token } = claim
          sql.finishClaim.run(answer, settlement.remaining, answer?.length ?? 0, keyId, name, token)
        }
        return settlement
      })
    },
    grant: (keyId, credits) =>
      writer.write(() => {
        const row = sql.grant.get(credits, keyId)
        if (!row) return null
        sql.move.run(keyId, null, 'grant', credits, 0, null, null, Date.now())
        return Number(row.credits)
      }),
    async usage({ keyId, from, to }) {
      const rows = guarded(() => sql.usage.all(from, to, keyId, keyId))
      return rows.map(toUsageRow)
    },
    beat: (node) => writer.write(() => void sql.beat.run(node), { isDurable: false }),
    leave: (node) => writer.write(() => void sql.leave.run(node), { isDurable: false }),
    async beats() {
      return new Map(guarded(() => sql.beats.all()).map(({ id, beat }) => [String(id), Number(beat)]))
    },
    sweep: (node, beat) =>
      writer.write(() => {
        if (Number(sql.lastBeat.get(node)?.beat ?? -1) !== beat) return 0
        sql.leave.run(node)
        sql.dropClaims.run(node)
        const left = sql.heldBy.all(node)
        for (const { id, key_id, credits, operation, request_id } of left) {
          sql.closeHold.run('swept', id as string)
          sql.pay.run(credits as number, 0, key_id as string)
          const words = [operation as string, request_id as string] as const
          sql.move.run(key_id as string, id as string, 'sweep', credits as number, 0, ...words, Date.now())
        }
        return left.length
      }),
  }

  /** An unlimited key has nothing to set aside, and so nothing to write. */
  async function reserveWith(work: () => { remaining: number } | null, keyId: string) {
    const row = guarded(() => sql.balance.get(keyId))
    if (row && row.credits === null) return { remaining: null }
    return writer.write(work, { isDurable: false })
  }
}
