/** The load of the cluster's torture: requests of all kinds with an Idempotency-Key each, and what their answers say was charged. */

import { setTimeout as wait } from 'node:timers/promises'
import { type ErrorType, errorTable, publicType } from '../../../src/errors.ts'
import type { Random } from '../random.ts'

/** One request, under a name that it keeps when it is repeated. */
export interface Ask {
  kind: string
  /** Index of the key that asks. */
  key: number
  name: string
  /** GET, or POST with the same parameters. */
  method: 'GET' | 'POST'
  parameters: Record<string, string>
}

/** What is known of a request after an attempt. */
export type Known =
  /** Answered for good: a result's or an error's status and type, and what it says was charged. */
  | { state: 'answered'; label: string; charged: number; nextOffset: number | null }
  /** The connection broke, or the balancer had no answer of a node: whether it was done shows when it is repeated. */
  | { state: 'unknown'; label: string }
  /** An answer that docs/api.md does not have. */
  | { state: 'broken'; label: string }

/** Statuses of the types that answers may name. */
const documented = Map.groupBy(Object.keys(errorTable) as ErrorType[], publicType)

export const kinds = {
  plain: (n) => ({ url: `/page?n=${n}` }),
  'reading on': (n) => ({ url: `/long?n=${n}`, max_chars: '2000' }),
  kept: (n) => ({ url: `/page?kept=${n % 7}`, max_age_s: '20', output: n % 2 ? 'links' : 'markdown' }),
  prompt: (n) => ({ url: `/page?n=${n}`, prompt: 'What is it?' }),
  rendered: (n) => ({ url: `/rendered?n=${n}`, render_js: 'true' }),
  'rendered and kept': (n) => ({ url: `/rendered?kept=${n % 3}`, render_js: 'true', max_age_s: '20' }),
  'no match': (n) => ({ url: `/page?n=${n}`, css_selector: '#none' }),
  missing: (n) => ({ url: `/missing?n=${n}` }),
  unreachable: (n) => ({ url: `/reset?n=${n}` }),
  'refused input': () => ({ url: '/page', output: 'pdf' }),
} satisfies Record<string, (n: number) => Record<string, string>>

const weights: readonly (readonly [number, keyof typeof kinds])[] = [
  ...([
    [34, 'plain'],
    [14, 'reading on'],
    [16, 'kept'],
    [10, 'prompt'],
    [7, 'rendered'],
    [5, 'rendered and kept'],
  ] as const),
  ...([
    [4, 'no match'],
    [4, 'missing'],
    [4, 'unreachable'],
    [2, 'refused input'],
  ] as const),
]

export function drawAsk(random: Random, index: number, { keys, origin }: { keys: number; origin: string }): Ask {
  const kind = random.weighted(weights)
  const parameters: Record<string, string> = kinds[kind](index)
  if (parameters.url?.startsWith('/')) parameters.url = origin + parameters.url
  return {
    ...{ kind, key: random.integer(0, keys - 1), name: `ask-${index}`, method: random.chance(0.4) ? 'GET' : 'POST' },
    parameters: { ...parameters, timeout_ms: '20000' },
  }
}

/** Sends it once. */
export async function send(base: string, key: string, { method, name, parameters }: Ask): Promise<Known> {
  const query = method === 'GET' ? `?${new URLSearchParams(parameters)}` : ''
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': name, 'content-type': 'application/json' }
  try {
    const response = await fetch(`${base}/v1/scrape${query}`, {
      method,
      headers,
      ...(method === 'POST' ? { body: JSON.stringify(parameters) } : {}),
      signal: AbortSignal.timeout(60_000),
    })
    return judge(response.status, response.headers.get('content-type') ?? '', await response.text())
  } catch (error) {
    const { name: type, cause } = error as Error & { cause?: { code?: string } }
    return { state: 'unknown', label: `connection: ${cause?.code ?? type}` }
  }
}

function judge(status: number, contentType: string, text: string): Known {
  // HAProxy's own pages: it lost the node that it had asked, so that nobody knows what was done.
  if (contentType.startsWith('text/html') && [502, 504].includes(status)) {
    return { state: 'unknown', label: `balancer: ${status}` }
  }
  let body: { credits_charged?: unknown; next_offset?: number | null; detail?: { type: string; msg: string }[] }
  try {
    body = JSON.parse(text)
  } catch {
    return { state: 'broken', label: `${status} without JSON: ${text.slice(0, 80)}` }
  }
  const { credits_charged: charged, detail, next_offset: nextOffset = null } = body
  if (typeof charged !== 'number') return { state: 'broken', label: `${status} without credits_charged` }
  if (status === 200) return { state: 'answered', label: '200', charged, nextOffset }
  const { type = '', msg = '' } = detail?.[0] ?? {}
  // The balancer's own, while no node is ready.
  const label = `${status} ${type}${msg.startsWith('No node') ? ', by the balancer' : ''}`
  const statuses = documented.get(type)?.map((one) => errorTable[one].status) ?? []
  // Pydantic's names for bad input are many: any of them is a 422.
  if (!statuses.includes(status) || type === 'internal') return { state: 'broken', label }
  if (type === 'idempotency_in_progress') return { state: 'unknown', label }
  // An earlier attempt was charged, and its answer is not there any more: it says how much.
  if (type === 'idempotency_not_kept') {
    return { state: 'answered', label, charged: Number(/charged (\d+)/.exec(msg)?.[1]), nextOffset }
  }
  return { state: 'answered', label, charged, nextOffset }
}

/** Repeats it until it is answered for good. Resolves with every attempt. */
export async function settle(base: string, key: string, ask: Ask, limitMs: number): Promise<Known[]> {
  const attempts: Known[] = []
  const startedAt = performance.now()
  while (attempts.at(-1)?.state !== 'answered' && performance.now() - startedAt < limitMs) {
    attempts.push(await send(base, key, ask))
    if (attempts.at(-1)?.state !== 'answered') await wait(1000)
  }
  return attempts
}
