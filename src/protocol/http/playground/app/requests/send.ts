/** Sends a request to the service that this page is from, and reads what comes back. */

import type { ApiOperation } from '../operations/api-operation.ts'
import { typedParameters } from '../operations/parameters.ts'
import type { Failure, Outcome, ResultBody, SentRequest } from './outcome.ts'
import { readServerTiming } from './server-timing.ts'

export interface SendOptions {
  operation: ApiOperation
  parameters: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  /** Empty without one. */
  key: string
  signal: AbortSignal
}

interface ErrorBodyJson {
  detail?: readonly { loc: readonly string[]; msg: string; type: string }[]
  request_id?: string
  credits_charged?: number
}

/** Resolves with a failure for every refusal; rejects only with the signal's reason. */
export async function callService(options: SendOptions): Promise<Outcome> {
  const { operation, parameters, signal } = options
  const sent: SentRequest = { operation: operation.name, parameters }
  const startedAt = performance.now()
  try {
    const response = await fetch(...fetchArguments(options))
    const text = await response.text()
    const body: unknown = JSON.parse(text)
    if (!response.ok) return failureOf(sent, response, body as ErrorBodyJson)
    const timing = readServerTiming(response.headers.get('server-timing'), performance.now() - startedAt)
    return { kind: 'success', sent, body: body as ResultBody, timing, bytes: new Blob([text]).size, pieces: 1 }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    return offline(sent, error)
  }
}

/** Longer ones go as a JSON body: a server need not take a longer address. */
const longestQuery = 16_000

function fetchArguments({ operation, parameters, headers, key, signal }: SendOptions): [string, RequestInit] {
  const authorization: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` }
  const init = { headers: { ...headers, ...authorization }, signal, cache: 'no-store', credentials: 'omit' } as const
  const query = new URLSearchParams(parameters).toString()
  if (!operation.takesJson || query.length < longestQuery) return [`${operation.path}?${query}`, init]
  const body = JSON.stringify(typedParameters(operation, parameters))
  return [
    operation.path,
    { ...init, method: 'POST', headers: { ...init.headers, 'content-type': 'application/json' }, body },
  ]
}

function failureOf(
  sent: SentRequest,
  response: Response,
  { detail = [], request_id, credits_charged }: ErrorBodyJson,
): Failure {
  const problems = detail.map(({ loc, msg, type }) => ({ field: loc[1] ?? null, message: msg, type }))
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    kind: 'failure',
    sent,
    type: problems[0]?.type ?? 'internal',
    problems,
    requestId: request_id ?? null,
    creditsCharged: credits_charged ?? 0,
    retryAt: Number.isFinite(seconds) && seconds > 0 ? Date.now() + seconds * 1000 : null,
  }
}

/** No answer, or one that is not the service's. */
function offline(sent: SentRequest, error: unknown): Failure {
  const message = error instanceof SyntaxError ? 'The answer is not JSON: something else answers at this address.' : ''
  return {
    kind: 'failure',
    sent,
    type: 'offline',
    problems: message === '' ? [] : [{ field: null, message, type: 'offline' }],
    requestId: null,
    creditsCharged: 0,
    retryAt: null,
  }
}
