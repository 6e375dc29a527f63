/** Compares the charges in answers with those in the ledger, request by request. They must be the same. */

import type { LedgerContents } from '../ledger-audit.ts'
import type { Known } from './answers.ts'
import type { Ask } from './asks.ts'

export interface KeyAccount {
  granted: number
  /** Credits that the key's answers reported as charged. */
  told: number
  /** Credits charged for MCP calls and URLs of batches without an answer, by outcome. Each is charged at most once, at its price. */
  untold: Record<string, number>
  used: number
  left: number
}

interface Accounts {
  /** Records the charge that an answer reports. Answers to repeated requests report it again, but it counts once. */
  note(ask: Ask, known: Known): void
  audit(ledger: LedgerContents): { keys: KeyAccount[]; broken: string[] }
}

/** An MCP call or a batch's URL without an answer. It can't be repeated, so its outcome stays unknown. */
interface OpenCall {
  label: string
  requestId: string | null
  price: number
}

export function openAccounts(keys: readonly { id: string; granted: number }[]): Accounts {
  /** Charges by request ID. */
  const told = keys.map(() => new Map<string, number>())
  /** Charges for requests whose answers were not kept, so that their IDs are unknown. */
  const toldLater: number[][] = keys.map(() => [])
  /** Idempotency-Keys whose answers reported a charge. The error for an answer that is no longer kept reports it again. */
  const toldNames = new Set<string>()
  const openCalls: OpenCall[][] = keys.map(() => [])
  const broken: string[] = []

  function auditKey(index: number, { id, granted }: { id: string; granted: number }, ledger: LedgerContents) {
    const charged = new Map<string, number>()
    for (const movement of ledger.movements) {
      if (movement.keyId !== id || movement.requestId === null) continue
      charged.set(movement.requestId, (charged.get(movement.requestId) ?? 0) + movement.charged)
    }
    const say = (line: string) => broken.push(`key ${index + 1}: ${line}`)
    for (const [requestId, credits] of told[index] ?? []) {
      const inLedger = charged.get(requestId) ?? 0
      if (inLedger !== credits) say(`request ${requestId} reported ${credits}, but was charged ${inLedger}`)
      charged.delete(requestId)
    }
    const rest = [...charged].filter(([, credits]) => credits !== 0)
    const take = (isIt: (one: [string, number]) => boolean) => {
      const at = rest.findIndex(isIt)
      return at < 0 ? null : (rest.splice(at, 1)[0]?.[1] ?? null)
    }
    const open = openCalls[index] ?? []
    const untold: Record<string, number> = {}
    const count = ({ label }: OpenCall, credits: number) => {
      if (credits > 0) untold[label] = (untold[label] ?? 0) + credits
    }
    for (const call of open.filter(({ requestId }) => requestId !== null)) {
      const credits = take(([requestId]) => requestId === call.requestId) ?? 0
      if (credits !== 0 && credits !== call.price) say(`a call for ${call.price} was charged ${credits}`)
      count(call, credits)
    }
    for (const credits of toldLater[index] ?? []) {
      if (take(([, one]) => one === credits) === null)
        say(`an answer that is not kept reported ${credits}, but was not charged`)
    }
    for (const call of open.filter(({ requestId }) => requestId === null))
      count(call, take(([, one]) => one === call.price) ?? 0)
    for (const [requestId, credits] of rest) say(`unknown request ${requestId} was charged ${credits}`)

    const row = ledger.keys.find((one) => one.id === id)
    const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
    const known = sum(told[index]?.values() ?? []) + sum(toldLater[index] ?? [])
    const account = { granted, told: known, untold, used: row?.used ?? -1, left: row?.credits ?? -1 }
    const notTold = sum(Object.values(untold))
    if (account.used !== known + notTold || account.left !== granted - account.used) {
      say(`reported ${known}, not reported ${notTold}, used ${account.used}, left ${account.left} of ${granted}`)
    }
    return account
  }

  return {
    note(ask, known) {
      if (known.state === 'broken') return
      if (known.state === 'unknown') {
        const isRepeated = ask.by === 'get' || ask.by === 'post'
        if (!isRepeated) openCalls[ask.key]?.push({ label: known.label, requestId: known.requestId, price: ask.price })
        return
      }
      if (known.requestId === null) {
        if (toldNames.has(ask.name)) return
        toldNames.add(ask.name)
        toldLater[ask.key]?.push(known.charged)
        return
      }
      if (known.charged > 0) toldNames.add(ask.name)
      const before = told[ask.key]?.get(known.requestId)
      if (before !== undefined && before !== known.charged) {
        broken.push(`request ${known.requestId} reported ${before}, then ${known.charged}`)
      }
      told[ask.key]?.set(known.requestId, known.charged)
    },
    audit(ledger) {
      const audited = keys.map((key, index) => auditKey(index, key, ledger))
      return { keys: audited, broken }
    },
  }
}
