/** Checks the promises for every plan: one documented answer per request, the right price, one charge per Idempotency-Key, exact sums. */

import { isDeepStrictEqual } from 'node:util'
import { audit, type LedgerContents } from '../ledger-audit.ts'
import { honestAsk } from './asks.ts'
import type { Answer, Exchange } from './exchange.ts'
import type { Plan, PlannedRequest } from './plan.ts'

/** Errors of the operations and their statuses, as the API documents them (docs/api.md, Errors). */
const documented: Readonly<Record<string, number>> = {
  ...{ string_too_short: 422, extra_forbidden: 422, value_error: 422, address_refused: 422, selector_not_matched: 422 },
  ...{ idempotency_mismatch: 422, idempotency_in_progress: 409, idempotency_not_kept: 409, insufficient_credits: 402 },
  ...{
    rate_limited: 429,
    target_unreachable: 502,
    target_blocked: 502,
    too_many_redirects: 502,
    response_too_large: 502,
  },
  ...{ unsupported_content_type: 502, invalid_response: 502, model_failed: 502, target_timeout: 504 },
  ...{ overloaded: 503, browser_unavailable: 503, storage_unavailable: 503, internal: 500 },
}

/** Price of a language model call, due once the call has begun. */
const modelCredits = 5
/** Extra time after a request's own limit before its answer counts as late. */
const slackMs = 1000

export function findUnanswered(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap((one) =>
    one.answers.length === 0 && !one.process.isDead ? [`${nameOf(one)} was never answered`] : [],
  )
}

export function findBrokenPromises(plan: Plan, exchanges: readonly Exchange[], ledger: LedgerContents): string[] {
  const { chargedTwice, endedBadly, stillHeld, unbalanced } = audit(ledger, [])
  const counts = { chargedTwice, endedBadly, stillHeld, unbalanced, running: ledger.running }
  const wrong = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`the ledger: ${name} ${count}`] : []))
  const chargedFor = createChargeOf(ledger)
  const mayLose = plan.steps.some(({ kind }) => kind === 'journal')
  const isTight = plan.budgetBytes < 1_000_000
  return [
    ...wrong,
    ...exchanges.flatMap((one) => {
      const problems = checkExchange(one, chargedFor(one), { mayLose, isTight })
      return problems.map((problem) => `${nameOf(one)}: ${problem}`)
    }),
    ...findDoubleCharges(exchanges, chargedFor),
    ...findWrongReplays(exchanges),
  ]
}

type ChargeOf = (exchange: Exchange) => number

function createChargeOf({ movements }: LedgerContents): ChargeOf {
  const byRequest = Map.groupBy(movements, ({ requestId }) => requestId)
  return ({ trace }) => (byRequest.get(trace.requestId) ?? []).reduce((sum, { charged }) => sum + charged, 0)
}

function nameOf({ step, planned }: Exchange): string {
  const name = planned.name === undefined ? '' : ` named ${planned.name}`
  return `${step === null ? 'afterwards' : `step ${step}`} (${planned.ask}${name})`
}

interface Allowances {
  /** True if the disk was full at some point. An outcome that neither the database nor the disk accepted is then lost with its process. */
  mayLose: boolean
  /** True if a large answer exceeds the limit on bytes in flight, even on its own. */
  isTight: boolean
}

function checkExchange(exchange: Exchange, charged: number, { mayLose, isTight }: Allowances): string[] {
  const { answers, ask, trace, startedAt, leftAt, process } = exchange
  const [given] = answers
  if (!given) {
    if (!process.isDead) return ['it was never answered']
    return [0, ...dueOf(exchange), ...failureCharges(exchange)].includes(charged)
      ? []
      : [`it died with its process and was charged ${charged}`]
  }
  const problems = answers.length === 1 ? [] : [`it was answered ${answers.length} times`]
  const { answer, at } = given
  const until = (leftAt ?? startedAt + ask.timeoutMs) + trace.storeMs + slackMs
  if (at > until && ask.timeoutMs > 0) problems.push(`it was answered ${Math.round(at - until)} ms too late`)
  const wanted = promisedCharges(exchange, answer)
  const expected = mayLose ? [...wanted, 0] : wanted
  if (!expected.includes(charged)) {
    problems.push(
      `it was charged ${charged} instead of ${wanted.join(' or ')} (${summaryOf(answer)}, ${traceOf(exchange)})`,
    )
  }
  const reported = reportedCharge(exchange, answer)
  if (reported !== null && reported !== charged && !(mayLose && charged === 0)) {
    problems.push(`it reported ${reported} credits and charged ${charged}`)
  }
  return [...problems, ...checkAnswer(exchange, answer, isTight)]
}

function checkAnswer({ ask, trace, step, planned }: Exchange, answer: Answer, isTight: boolean): string[] {
  if (answer.kind === 'fault')
    return [`it ended with ${answer.error instanceof Error ? answer.error.stack : answer.error}`]
  if (answer.kind === 'result') {
    const isReplay = answer.body.request_id !== trace.requestId
    // An empty body gives an answer without content, regardless of the selector.
    const isEmpty = ask.refusal === 'selector_not_matched' && answer.body.content === ''
    return ask.refusal !== null && !isReplay && !isEmpty ? [`it was answered and not refused as ${ask.refusal}`] : []
  }
  if (answer.kind === 'left') return []
  const { type, status, retryAfterS } = answer
  const problems = documented[type] === status ? [] : [`it was refused with ${type} ${status}, which is not documented`]
  if (type === 'rate_limited' && retryAfterS === null) problems.push('rate_limited says no Retry-After')
  const isCrowded = isTight && type === 'overloaded' && planned.ask !== honestAsk
  const isFine = step !== null || ask.refusal === type || type === 'idempotency_not_kept' || isCrowded
  return isFine ? problems : [...problems, `an honest request got ${type}`]
}

/** Returns the credits that an answer reports as charged for this request, or null if it doesn't report any. */
function reportedCharge({ trace }: Exchange, answer: Answer): number | null {
  if (answer.kind === 'error') return answer.charged
  if (answer.kind !== 'result' || answer.body.request_id !== trace.requestId) return null
  return Number(answer.body.credits_charged)
}

/** Returns the charges allowed for an answered request (docs/api.md, Prices, keys and credits). */
function promisedCharges(exchange: Exchange, answer: Answer): number[] {
  const { trace, leftAt } = exchange
  if (answer.kind === 'result') return answer.body.request_id === trace.requestId ? dueOf(exchange, answer.body) : [0]
  if (answer.kind === 'left') return [...failureCharges(exchange), ...dueOf(exchange)]
  return leftAt === null ? failureCharges(exchange) : [...failureCharges(exchange), 0]
}

/** A failed request is free, unless it has called the model and the model's service hasn't failed. */
function failureCharges({ trace }: Exchange): number[] {
  const { modelCalls, isServiceFailure, serviceFails, isStopped } = trace
  if (modelCalls === 0 || isServiceFailure) return [0]
  // If time ran out or the client disconnected while the service wasn't answering, either may be the reason.
  return serviceFails || isStopped ? [0, modelCredits] : [modelCredits]
}

/** Returns the credits for completed work. */
function dueOf({ ask, trace }: Exchange, body?: Record<string, unknown>): number[] {
  if (ask.operation === 'google_ads') return [ask.price]
  if (trace.loaded.length === 0 && trace.modelCalls === 0) return [0]
  const status = body?.status_code ?? trace.loaded.at(-1)?.status ?? 200
  return [Number(status) >= 400 ? 0 : ask.price]
}

function findDoubleCharges(exchanges: readonly Exchange[], chargedFor: ChargeOf): string[] {
  return [...namesOf(exchanges)].flatMap(([name, all]) => {
    const charged = all.filter((one) => chargedFor(one) > 0)
    return charged.length > 1 ? [`the name ${name} was charged ${charged.length} times: ${charged.map(nameOf)}`] : []
  })
}

/** Finds stored answers that don't repeat the first one exactly, except for the remaining credits. */
function findWrongReplays(exchanges: readonly Exchange[]): string[] {
  const bodies = exchanges.flatMap((one) =>
    one.answers.flatMap(({ answer }) => (answer.kind === 'result' ? [{ one, answer }] : [])),
  )
  return bodies.flatMap(({ one, answer }) => {
    const original = bodies.find((other) => other.one.trace.requestId === answer.body.request_id)
    const withoutRest = (body?: Record<string, unknown>) => ({ ...body, credits_remaining: 0 })
    if (!original || isDeepStrictEqual(withoutRest(original.answer.body), withoutRest(answer.body))) return []
    return [`${nameOf(one)}: the stored answer differs from the first one`]
  })
}

function namesOf(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
  const named = exchanges.filter(({ planned }) => planned.name !== undefined)
  return Map.groupBy(named, ({ keyId, planned }) => `${planned.name} of ${keyId}`)
}

/** Returns one more request for each Idempotency-Key of the plan: the charged one, or else any that was sent. */
export function probesOfNames(exchanges: readonly Exchange[], ledger: LedgerContents): PlannedRequest[] {
  const chargedFor = createChargeOf(ledger)
  return [...namesOf(exchanges).values()].flatMap((all) => {
    const first = all.find((one) => chargedFor(one) > 0) ?? all.find(({ ask }) => ask.refusal === null)
    if (!first) return []
    const { leaves, ...planned } = first.planned
    return [{ ...planned, process: 0 }]
  })
}

function summaryOf(answer: Answer): string {
  if (answer.kind === 'error') return `${answer.status} ${answer.type}`
  return answer.kind === 'result' ? `answered, ${answer.body.credits_charged} credits` : answer.kind
}

function traceOf({ trace: { loaded, modelCalls, serviceFails, isServiceFailure } }: Exchange): string {
  return JSON.stringify({ loaded: loaded.map(({ status }) => status), modelCalls, serviceFails, isServiceFailure })
}
