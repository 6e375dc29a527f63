/** Sends a request to the service that this page is from, and reads what comes back. */

import type { ApiOperation } from '../../operations/api-operation.ts'
import { parsedOr, typedParameters } from '../../operations/parameters.ts'
import { holdsSecrets } from '../../operations/secrets.ts'
import type { Failure, Outcome, ResultBody, SentRequest } from './outcome.ts'
import { readServerTiming } from './server-timing.ts'

interface SendOptions {
  operation: ApiOperation
  parameters: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  /** Empty without one. */
  key: string
  signal: AbortSignal
}

interface ErrorBodyJson {
  detail: readonly { loc: readonly string[]; msg: string; type: string }[]
  request_id?: string
  credits_charged?: number
}

/** Resolves with a failure for every refusal; rejects only with the signal's reason. */
export async function callService(options: SendOptions): Promise<Outcome> {
  const { operation, parameters, headers, signal } = options
  const sent: SentRequest = { operation: operation.name, parameters }
  const problems = headerProblems(headers)
  if (problems.length > 0) return failureOf(sent, problems)
  const startedAt = performance.now()
  try {
    const response = await fetch(...fetchArguments(options))
    const text = await response.text()
    const body = parsedOr(text)
    if (!response.ok && isErrorBody(body)) return refusal(sent, response, body)
    if (!response.ok || !isResult(body)) return unknownResponse(sent, response)
    const timing = readServerTiming(response.headers.get('server-timing'), performance.now() - startedAt)
    return { kind: 'success', sent, body, timing, bytes: new Blob([text]).size, pieces: 1 }
  } catch {
    if (signal.aborted) throw signal.reason
    return { ...failureOf(sent, []), type: 'offline' }
  }
}

/** Longer ones go as a JSON body, as secrets do: a server need not take a longer address, and proxies keep addresses. */
const maxQueryChars = 16_000

function fetchArguments({ operation, parameters, headers, key, signal }: SendOptions): [string, RequestInit] {
  const authorization: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` }
  const init = { headers: { ...headers, ...authorization }, signal, cache: 'no-store', credentials: 'omit' } as const
  const query = new URLSearchParams(parameters).toString()
  const isForAddress = query.length < maxQueryChars && !holdsSecrets(parameters)
  if (!operation.takesJson || isForAddress) return [`${operation.path}?${query}`, init]
  const body = JSON.stringify(typedParameters(operation, parameters))
  return [
    operation.path,
    { ...init, method: 'POST', headers: { ...init.headers, 'content-type': 'application/json' }, body },
  ]
}

/** What a browser refuses to send. */
function headerProblems(headers: SendOptions['headers']): Failure['problems'] {
  const faulty = Object.entries(headers).filter(([, value]) => !/^[\x20-\x7e]*$/.test(value))
  return faulty.map(([field]) => ({ field, message: 'Only letters, digits and signs of ASCII.', type: 'value_error' }))
}

function isErrorBody(body: unknown): body is ErrorBodyJson {
  const { detail } = (body ?? {}) as Partial<ErrorBodyJson>
  return Array.isArray(detail) && detail.every((one) => Array.isArray(one?.loc) && typeof one.msg === 'string')
}

function isResult(body: unknown): body is ResultBody {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

function refusal(sent: SentRequest, response: Response, body: ErrorBodyJson): Failure {
  const problems = body.detail.map(({ loc, msg, type }) => ({ field: loc[1] ?? null, message: msg, type }))
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    ...failureOf(sent, problems),
    requestId: body.request_id ?? null,
    creditsCharged: body.credits_charged ?? 0,
    retryAt: Number.isFinite(seconds) && seconds > 0 ? Date.now() + seconds * 1000 : null,
  }
}

/** A proxy's page, or something else that listens at this address. */
function unknownResponse(sent: SentRequest, response: Response): Failure {
  const mediaType = response.headers.get('content-type') ?? 'without a type'
  const message = `It has the status ${response.status} and is ${mediaType}.`
  return failureOf(sent, [{ field: null, message, type: 'unknown_response' }])
}

/** The first problem gives the failure its type. */
function failureOf(sent: SentRequest, problems: Failure['problems']): Failure {
  const type = problems[0]?.type ?? 'internal'
  return { kind: 'failure', sent, type, problems, requestId: null, creditsCharged: 0, retryAt: null }
}
