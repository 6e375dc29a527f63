/** The only way to run an operation, from admission to its final charge and event. */

import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { Idempotency } from '../access/idempotency.ts'
import type { Ledger } from '../access/ledger.ts'
import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import { createStages } from '../base/stages.ts'
import { maxJsonBytes } from '../content/written.ts'
import type { ResultSchema } from '../contract/operation.ts'
import { parseInput } from '../contract/parse-input.ts'
import { ChargedFailure, createCharge } from './charge.ts'
import type { OpenHandler, OperationOutcome, Owe } from './handler.ts'
import type { RegisteredOperation } from './registry.ts'
import type { GivenParameters, OperationRuntime, RawParameters, RequestContext, TypedInvoke } from './runtime.ts'

/** Creates the function that checks input as an operation would, without running it. */
export function createCheck(openHandler: OpenHandler): OperationRuntime['check'] {
  return async (operation, parameters, request) => {
    await readInput(openHandler, operation, parameters, request)
  }
}

async function readInput<Input extends z.ZodObject, Result extends ResultSchema>(
  openHandler: OpenHandler,
  operation: RegisteredOperation<Input, Result>,
  { raw, faulty }: RawParameters,
  request: RequestContext,
) {
  const handler = await openHandler(operation)
  const found = (await handler.findProblems?.(raw, request)) ?? []
  return { handler, input: parseInput(operation, raw, [...(faulty ?? []), ...found], handler.rules) }
}

interface InvokeParts {
  openHandler: OpenHandler
  ledger: Ledger
  /** Null if requests have no names. */
  idempotency?: Idempotency | null
}

/**
 * Creates the function that runs an operation: it checks the input, reserves credits, does the work, charges, and emits the event.
 * @example
 * const result = await invoke(operations.scrape, { raw: { url: 'https://example.com/' } }, request)
 * result.content // 'Hello': the page is <p>Hello
 */
export function createInvoke(parts: InvokeParts): TypedInvoke {
  const perform = createPerform(parts)
  return async (operation, parameters, request) => {
    const { caller, requestId, signal } = request
    const startedAt = performance.now()
    const stages = request.stages ?? createStages(requestId)
    let host: string | null = null
    const emitEnd = (outcome: string, creditsCharged: number, error?: unknown) =>
      emit('gleaner:operation', {
        requestId,
        operation: operation.name,
        transport: caller.transport,
        keyId: caller.keyId,
        host,
        outcome,
        creditsCharged,
        startedAt: stages.epochMs(startedAt),
        durationMs: performance.now() - startedAt,
        ...(error === undefined ? {} : { error }),
      })
    try {
      const { result, charged } = await perform(operation, parameters, { ...request, stages }, (input) => {
        host = hostOf(input)
      })
      emitEnd('ok', charged)
      return result
    } catch (thrown) {
      const { error, charged } = thrown instanceof ChargedFailure ? thrown : { error: thrown, charged: 0 }
      if (error instanceof ServiceError) {
        emitEnd(error.type, charged)
        throw error.charged(charged)
      }
      if (signal.aborted) {
        emitEnd('cancelled', charged)
        throw signal.reason
      }
      emitEnd('internal', charged, error)
      throw new ServiceError('internal', 'Something went wrong on our side', { cause: error }).charged(charged)
    }
  }
}

function createPerform({ openHandler, ledger, idempotency = null }: InvokeParts) {
  const charge = createCharge(ledger, idempotency)

  /** Throws errors in this order of precedence: 429, then 400 and 413, then 422, then 402 (docs/keys-and-credits.md). */
  return async <Input extends z.ZodObject, Result extends ResultSchema>(
    operation: RegisteredOperation<Input, Result>,
    parameters: GivenParameters,
    received: RequestContext,
    onInput: (input: z.output<Input>) => void,
  ) => {
    const { caller, requestId, signal } = received
    signal.throwIfAborted()
    const leave = await caller.enter?.()
    try {
      const given = typeof parameters === 'function' ? await parameters() : parameters
      const request = { ...received, document: given.document }
      const { name, price } = operation
      const { handler, input } = await readInput(openHandler, operation, given, request)
      onInput(input)
      if (price === null) {
        const { result } = holdResult(await handler.run(input, request, () => {}), request)
        return { result: result({ credits_charged: 0, credits_remaining: null, request_id: requestId }), charged: 0 }
      }
      // A result found here is returned even if it is dropped from storage in the meantime.
      const stored = await handler.findStored?.(input, request)
      const work = stored
        ? { credits: 0, run: async () => holdResult(stored, request) }
        : {
            credits: price.credits(input),
            run: async (owe: Owe) => holdResult(await handler.run(input, request, owe), request),
          }
      return await charge({ operation: name, input: { ...input, ...digestOf(request) }, ...work }, request)
    } finally {
      leave?.()
    }
  }
}

/** Counts the result before it is charged, so that a request whose response is too large is refused free of charge. */
function holdResult<Result>(outcome: OperationOutcome<Result>, { share, requestId }: RequestContext) {
  share.take(maxJsonBytes(outcome.result({ credits_charged: 0, credits_remaining: null, request_id: requestId })))
  return outcome
}

/** Returns the document's digest, which represents it among the inputs of a named request. */
function digestOf({ document, idempotencyKey }: RequestContext): Readonly<Record<string, unknown>> {
  if (!document || idempotencyKey === undefined) return {}
  return { document: [hash('sha256', document.bytes), document.contentType] }
}

function hostOf(input: object): string | null {
  return 'url' in input && input.url instanceof URL ? input.url.host : null
}
