/** Sends a request to the service that served this page, and reads the response. */

import { type FilledIn, holdsSecrets, parsedOr, typedParameters } from '../operations/parameters.ts'
import type { Failure, Outcome, ResultBody } from './outcome.ts'
import { type CallOptions, isReadable, sendFile } from './send-file.ts'

export interface ErrorBodyJson {
  detail: readonly { loc: readonly string[]; msg: string; type: string }[]
  request_id?: string
  credits_charged?: number
}

/** Resolves with a failure if the request is refused. Rejects only with the signal's reason. */
export async function callService(options: CallOptions): Promise<Outcome> {
  const { operation, parameters, headers, signal, file, onStage } = options
  const problems = headerProblems(headers)
  if (problems.length > 0) return failureOf(problems)
  if (file && !(await isReadable(file))) return failureOf([unreadable])
  const startedAt = performance.now()
  try {
    onStage?.(file ? `Sending ${file.name}` : 'Waiting for the service')
    const response = file ? await sendFile(file, options) : await fetch(...fetchArguments(options))
    onStage?.('Receiving the result')
    const body = parsedOr(await response.text())
    if (!response.ok || !isResult(body)) return failureIn(response, body)
    const durationMs = performance.now() - startedAt
    return {
      kind: 'success',
      sent: { operation: operation.name, parameters, fileName: file?.name, file },
      body,
      durationMs,
      pieces: 1,
    }
  } catch {
    if (signal.aborted) throw signal.reason
    return { ...failureOf([]), type: 'offline' }
  }
}

const unreadable = {
  field: null,
  message: 'The file can’t be read: it is a folder, or has been moved or changed. Choose it again.',
  type: 'unreadable_file',
}

/** Longer queries are sent as a JSON body, because servers limit the length of a URL. */
const maxQueryChars = 16_000

function fetchArguments(options: CallOptions): [string, RequestInit] {
  const { operation, parameters } = options
  const query = new URLSearchParams(parameters).toString()
  const fitsUrl = query.length < maxQueryChars && !holdsSecrets(parameters)
  if (!operation.takesJson || fitsUrl) return [`${operation.path}?${query}`, initOf(options)]
  return [operation.path, postOf(options)]
}

/** Returns a POST of the parameters, with `more` fields. */
export function postOf(options: CallOptions, more: object = {}): RequestInit {
  const { headers, ...init } = initOf(options)
  const body = JSON.stringify({ ...typedParameters(options.operation, options.parameters), ...more })
  return { ...init, method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
}

function initOf({ headers, key, signal }: CallOptions) {
  const authorization: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` }
  return { headers: { ...headers, ...authorization }, signal, cache: 'no-store', credentials: 'omit' } as const
}

function headerProblems(headers: FilledIn): Failure['problems'] {
  const faulty = Object.entries(headers).filter(([, value]) => !/^[\x20-\x7e]*$/.test(value))
  return faulty.map(([field]) => ({ field, message: 'Only ASCII characters can be sent.', type: 'value_error' }))
}

function isErrorBody(body: unknown): body is ErrorBodyJson {
  const { detail } = (body ?? {}) as Partial<ErrorBodyJson>
  return Array.isArray(detail) && detail.every((one) => Array.isArray(one?.loc) && typeof one.msg === 'string')
}

function isResult(body: unknown): body is ResultBody {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

/** Returns the failure for a response without a result. */
export function failureIn(response: Response, body: unknown): Failure {
  if (response.ok || !isErrorBody(body)) return unknownResponse(response)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    ...failureOf(body.detail.map(({ loc, msg, type }) => ({ field: loc[1] ?? null, message: msg, type }))),
    requestId: body.request_id ?? null,
    creditsCharged: body.credits_charged ?? 0,
    retryAfterS: seconds > 0 ? seconds : null,
  }
}

/** Returns the failure for a proxy's error page, or for a different server at this URL. */
function unknownResponse(response: Response): Failure {
  const mediaType = response.headers.get('content-type') ?? 'no content type'
  const message = `The response has status ${response.status} (${mediaType}).`
  return failureOf([{ field: null, message, type: 'unknown_response' }])
}

export function failureOf(problems: Failure['problems']): Failure {
  const type = problems[0]?.type ?? 'internal'
  return { kind: 'failure', type, problems, requestId: null, creditsCharged: 0, retryAfterS: null }
}
