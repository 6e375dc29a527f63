/** The request in flight and what came of the last one; the only place that sends. */

import { signal } from '@preact/signals'
import type { ApiOperation } from '../operations/api-operation.ts'
import { headersOf, parametersOf } from '../operations/parameters.ts'
import { chosenOperation, completeSubject, filledIn, fillIn, focusField, operations } from './form-state.ts'
import { addToHistory, type HistoryEntry, readHistory } from './history.ts'
import { apiKey } from './key.ts'
import { joinPieces, type Outcome, type Success } from './requests/outcome.ts'
import { callService } from './requests/send.ts'

/** What is under way: a request, or the reading of a further piece. */
type Work = 'request' | 'piece' | null

export const work = signal<Work>(null)
export const outcome = signal<Outcome | null>(null)
/** Why reading on stopped, beside the result that stands. */
export const pieceFailure = signal<Outcome | null>(null)
export const history = signal<readonly HistoryEntry[]>([])
/** Said by screen readers. */
export const announcement = signal('')

let controller = new AbortController()
/** The request in flight, to know it again; empty without one. */
let inFlight = ''

export function restoreHistory(): void {
  history.value = readHistory(localStorage)
}

/** Sends what is filled in. Another request that is under way is cancelled first; the same one goes on. */
export async function send(): Promise<void> {
  const operation = chosenOperation.value
  if (!operation) return
  completeSubject()
  const parameters = parametersOf(operation, filledIn.value)
  if (parameters[operation.subject.name] === '') return focusSubject(operation)
  const headers = headersOf(operation, filledIn.value)
  const key = apiKey.value
  const identity = JSON.stringify([operation.name, parameters, headers, key])
  if (work.value === 'request' && inFlight === identity) return
  inFlight = identity
  announcement.value = 'Loading'
  pieceFailure.value = null
  const result = await during('request', (signal) => callService({ operation, parameters, headers, key, signal }))
  if (!result) return
  outcome.value = result
  announcement.value = result.kind === 'success' ? 'The result is here' : 'The request failed'
  const name = result.kind === 'success' ? 'ok' : result.type
  const { name: asked } = operation
  history.value = addToHistory(localStorage, {
    operation: asked,
    parameters,
    at: new Date().toISOString(),
    outcome: name,
  })
}

/** Changes what is filled in and sends it. */
export function sendWith(values: Readonly<Record<string, string | null>>): Promise<void> {
  fillIn(values)
  return send()
}

/** Appends the next piece, or all that are left. */
export async function readOn(toTheEnd: boolean): Promise<void> {
  pieceFailure.value = null
  await during('piece', async (signal) => {
    do {
      const before = outcome.value
      const next = before?.kind === 'success' ? await nextPiece(before, signal) : null
      if (!next || before?.kind !== 'success' || outcome.value !== before) return null
      if (next.kind === 'failure') {
        pieceFailure.value = next
        return null
      }
      outcome.value = joinPieces(before, next)
      announcement.value = next.body.next_offset === null ? 'The page is here to its end' : 'A further piece is here'
    } while (toTheEnd)
    return null
  })
}

async function nextPiece({ sent, body }: Success, signal: AbortSignal): Promise<Outcome | null> {
  const operation = operations.value.find(({ name }) => name === sent.operation)
  if (!operation || typeof body.next_offset !== 'number') return null
  const parameters = { ...sent.parameters, offset: String(body.next_offset) }
  const next = await callService({ operation, parameters, headers: {}, key: apiKey.value, signal })
  return next
}

export function cancel(): void {
  controller.abort(new DOMException('Cancelled', 'AbortError'))
}

/** Resolves with null where the work was cancelled, or another one took its place. */
async function during<T>(kind: Work, run: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  cancel()
  const mine = new AbortController()
  controller = mine
  work.value = kind
  try {
    return await run(mine.signal)
  } catch (error) {
    if (!mine.signal.aborted) throw error
    if (controller === mine) announcement.value = 'Cancelled'
    return null
  } finally {
    if (controller === mine) work.value = null
  }
}

function focusSubject({ subject }: ApiOperation): void {
  announcement.value = `Fill in ${subject.name} first`
  focusField(subject.name)
}
