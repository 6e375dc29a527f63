/** The request in flight and the outcome of the last one. Only this file sends requests. */

import { signal } from '@preact/signals'
import { headersOf, parametersOf } from '../operations/parameters.ts'
import type { ApiOperation } from '../operations/read-openapi.ts'
import { type BatchLine, callBatch, callService } from './call-service.ts'
import { chosenOperation, completeSubject, fieldId, filledIn, listedUrls, operations, sentFile } from './form-state.ts'
import { apiKey } from './key.ts'
import { type Failure, joinPieces, type Outcome, withQuotedPage } from './outcome.ts'

/** The kind of work in flight: a request, the next piece of a long page, or a list of URLs. */
export const work = signal<'request' | 'piece' | 'list' | null>(null)
export const outcome = signal<Outcome | null>(null)
/** The reason why the next piece couldn't be fetched. Earlier pieces stay. */
export const pieceFailure = signal<Failure | null>(null)
/** The step that the request in flight waits for. */
export const stage = signal('')
/** The last request if it had a list of URLs. */
export const urlList = signal<readonly ListRow[] | null>(null)
export const announcement = signal('')

export interface ListRow {
  url: string
  /** Null until the URL is done. */
  line: BatchLine | null
}

let controller = new AbortController()
let inFlight = ''

/** Submits the form. Cancels any other request in flight, but lets an identical one continue. */
export async function send(): Promise<void> {
  const operation = chosenOperation.value
  if (!operation) return
  if (listedUrls.value) return sendList(operation, listedUrls.value)
  const file = sentFile.value
  if (!file) completeSubject()
  const parameters = parametersOf(operation, filledIn.value)
  if (file) delete parameters[operation.subject.name]
  else if (parameters[operation.subject.name] === '') {
    announcement.value = `Fill in ${operation.subject.name} first`
    return document.getElementById(fieldId(operation.subject))?.focus()
  }
  const headers = headersOf(operation, filledIn.value)
  const key = apiKey.value
  const identity = JSON.stringify([operation.name, parameters, headers, key, file?.name, file?.lastModified])
  if (work.value === 'request' && inFlight === identity) return
  inFlight = identity
  announcement.value = 'Loading'
  outcome.value = null
  urlList.value = null
  pieceFailure.value = null
  const onStage = (text: string) => {
    stage.value = text
  }
  const result = await during('request', (signal) =>
    callService({ operation, parameters, headers, key, signal, file, onStage }),
  )
  if (!result) return
  outcome.value = result
  announcement.value = result.kind === 'success' ? 'The result is ready' : 'The request failed'
  if (result.kind === 'success' && !file && result.body.quotes?.some(({ offset }) => offset !== null))
    await readQuoted()
}

/** Reads the page in which quotes were found. The page of a URL is stored, so this is free: only `offset` 0 would load it again. */
export async function readQuoted(): Promise<void> {
  const before = outcome.value
  if (before?.kind !== 'success') return
  const { file, operation: name, parameters } = before.sent
  const operation = operations.value.find((one) => one.name === name)
  if (!operation) return
  const { quotes: _, max_tokens, max_age_s, extra_outputs, ...shaping } = parameters
  const page = await during('piece', (signal) =>
    callService({
      ...{ operation, headers: {}, key: apiKey.value, signal, file },
      parameters: file ? shaping : { ...shaping, max_chars: '1000000', offset: '1' },
    }),
  )
  if (page) outcome.value = withQuotedPage(before, page)
}

async function sendList(operation: ApiOperation, urls: readonly string[]): Promise<void> {
  const { [operation.subject.name]: _, ...parameters } = parametersOf(operation, filledIn.value)
  announcement.value = 'Loading'
  outcome.value = null
  urlList.value = urls.map((url) => ({ url, line: null }))
  const onLines = (lines: readonly BatchLine[]) => {
    const rows = [...(urlList.value ?? [])]
    for (const line of lines) rows[line.index] = { url: line.url, line }
    urlList.value = rows
  }
  const call = { operation, parameters, headers: headersOf(operation, filledIn.value), key: apiKey.value }
  const ended = await during('list', async (signal) => ({
    failure: await callBatch({ ...call, signal, urls, onLines: (lines) => signal.aborted || onLines(lines) }),
  }))
  if (!ended) return
  outcome.value = ended.failure
  announcement.value = ended.failure ? 'The request failed' : 'The list is done'
}

export async function readOn(): Promise<void> {
  const before = outcome.value
  if (before?.kind !== 'success') return
  const operation = operations.value.find(({ name }) => name === before.sent.operation)
  if (!operation) return
  const parameters = { ...before.sent.parameters, offset: String(before.body.next_offset) }
  pieceFailure.value = null
  const next = await during('piece', (signal) =>
    callService({ operation, parameters, headers: {}, key: apiKey.value, signal }),
  )
  if (next?.kind === 'failure') pieceFailure.value = next
  if (next?.kind !== 'success') return
  outcome.value = joinPieces(before, next)
  announcement.value = 'The next piece is ready'
}

export function cancel(): void {
  controller.abort(new DOMException('Cancelled', 'AbortError'))
}

/** Resolves with null if the work was cancelled or other work replaced it. */
async function during<T>(kind: NonNullable<typeof work.value>, run: (signal: AbortSignal) => Promise<T>) {
  cancel()
  const mine = new AbortController()
  controller = mine
  work.value = kind
  try {
    const result = await run(mine.signal)
    return mine.signal.aborted ? null : result
  } catch (error) {
    if (!mine.signal.aborted) throw error
    if (controller === mine) announcement.value = 'Cancelled'
    return null
  } finally {
    if (controller === mine) work.value = null
  }
}
