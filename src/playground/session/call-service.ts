/** Sends a request, a file or a list of URLs to the service that served this page, and reads the response. */

import { type FilledIn, holdsSecrets, parsedOr, typedParameters } from '../operations/parameters.ts'
import type { ApiOperation } from '../operations/read-openapi.ts'
import type { Failure, Outcome, ResultBody } from './outcome.ts'

interface CallOptions {
  operation: ApiOperation
  parameters: FilledIn
  headers: FilledIn
  /** Empty if the request has no key. */
  key: string
  signal: AbortSignal
  file?: File | null
  /** Receives what the request is waiting for. */
  onStage?(stage: string): void
}

interface ErrorBodyJson {
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
    return { kind: 'success', sent: { operation: operation.name, parameters, file }, body, durationMs, pieces: 1 }
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

function postOf(options: CallOptions, more: object = {}): RequestInit {
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
function failureIn(response: Response, body: unknown): Failure {
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

function failureOf(problems: Failure['problems']): Failure {
  const type = problems[0]?.type ?? 'internal'
  return { kind: 'failure', type, problems, requestId: null, creditsCharged: 0, retryAfterS: null }
}

/** The result of one URL, or its error. */
export interface BatchLine {
  index: number
  url: string
  status: number
  result?: ResultBody
  error?: ErrorBodyJson
}

interface BatchOptions extends CallOptions {
  urls: readonly string[]
  onLines(lines: readonly BatchLine[]): void
}

/**
 * Sends a list of URLs in one request. Resolves with null after the last line, or with a failure if the list is refused or the response is cut off. Rejects only with the
 * signal's reason.
 */
export async function callBatch({ urls, onLines, ...options }: BatchOptions): Promise<Failure | null> {
  const { operation, signal } = options
  try {
    const response = await fetch(operation.batchPath ?? '', postOf(options, { urls }))
    if (!response.ok || !response.body) return failureIn(response, parsedOr(await response.text()))
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let rest = ''; ; ) {
      const { done, value = '' } = await reader.read()
      if (done) return failureOf([{ field: null, message: 'The response was cut off.', type: 'offline' }])
      const texts = (rest + value).split('\n')
      rest = texts.pop() ?? ''
      const lines = texts.map((text) => JSON.parse(text) as BatchLine & { done?: true })
      onLines(lines.filter((line) => !line.done))
      if (lines.some((line) => line.done)) return null
    }
  } catch {
    if (signal.aborted) throw signal.reason
    return failureOf([{ field: null, message: 'The response was cut off.', type: 'offline' }])
  }
}

/** Browsers on some systems don't know these extensions, or take CSV files for Excel's. */
const typesByExtension: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  eml: 'message/rfc822',
  htm: 'text/html',
  html: 'text/html',
  ipynb: 'application/x-ipynb+json',
  md: 'text/markdown',
  mht: 'multipart/related',
  mhtml: 'multipart/related',
  tsv: 'text/tab-separated-values',
}

export function typeOfFile({ name, type }: Pick<File, 'name' | 'type'>): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return typesByExtension[extension] || type || 'application/octet-stream'
}

/** False for a folder, and for a file that has changed since it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

/** Rejects if the connection fails or the signal aborts. `fetch` can't report how much has been sent. */
function sendFile(file: File, options: CallOptions): Promise<Response> {
  const { operation, parameters, headers, key, signal, onStage } = options
  const request = new XMLHttpRequest()
  request.open('POST', `${operation.filePath}?${new URLSearchParams(parameters)}`)
  const fields = { ...headers, 'content-type': typeOfFile(file), ...(key && { authorization: `Bearer ${key}` }) }
  for (const [name, value] of Object.entries(fields)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) =>
    onStage?.(`Sending ${file.name}: ${Math.floor((100 * loaded) / total)} %`)
  request.upload.onload = () => onStage?.(`Reading ${file.name}`)
  signal.addEventListener('abort', () => request.abort())
  return new Promise((resolve, reject) => {
    request.onerror = reject
    request.onabort = reject
    request.onload = () => {
      const lines = request.getAllResponseHeaders().trim().split('\r\n')
      const fields = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string])
      resolve(new Response(request.responseText, { status: request.status, headers: fields }))
    }
    request.send(file)
  })
}
