/** The request in flight and the outcome of the last one. Only this file sends requests. */

import { signal } from '@preact/signals'
import { headersOf, parametersOf } from '../operations/parameters.ts'
import { callService } from './call-service.ts'
import { chosenOperation, completeSubject, fieldId, filledIn, operations, sentFile } from './form-state.ts'
import { apiKey } from './key.ts'
import { type Failure, joinPieces, type Outcome } from './outcome.ts'

/** The kind of work in flight: a request, or the next piece of a long page. */
export const work = signal<'request' | 'piece' | null>(null)
export const outcome = signal<Outcome | null>(null)
/** The reason why the next piece couldn't be fetched. Earlier pieces stay. */
export const pieceFailure = signal<Failure | null>(null)
/** The step that the request in flight waits for. */
export const stage = signal('')
export const announcement = signal('')

let controller = new AbortController()
let inFlight = ''

/** Submits the form. Cancels any other request in flight, but lets an identical one continue. */
export async function send(): Promise<void> {
  const operation = chosenOperation.value
  if (!operation) return
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
async function during<T>(kind: 'request' | 'piece', run: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
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
