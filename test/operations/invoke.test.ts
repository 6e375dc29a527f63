import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Idempotency } from '../../src/access/idempotency.ts'
import { type Ledger, unlimitedLedger } from '../../src/access/ledger.ts'
import { ServiceError } from '../../src/base/errors.ts'
import { type Events, subscribe } from '../../src/base/events.ts'
import { noShare } from '../../src/base/share.ts'
import { defineOperation, type OperationPrice } from '../../src/contract/operation.ts'
import type { OpenHandler, OperationHandler } from '../../src/operations/handler.ts'
import { createInvoke } from '../../src/operations/invoke.ts'
import type { RegisteredOperation } from '../../src/operations/registry.ts'
import type { RequestContext } from '../../src/operations/runtime.ts'

const input = z.strictObject({ word: z.string() })
const result = z.strictObject({ echo: z.string(), credits_charged: z.int() })
type Handler = OperationHandler<z.output<typeof input>, z.output<typeof result>>

interface Echo extends RegisteredOperation<typeof input, typeof result> {
  handler: Handler
}

/** An operation that returns its input. */
function echo(
  handler: Partial<Handler> = {},
  price: OperationPrice<z.output<typeof input>> | null = { credits: () => 3, text: '3 credits' },
): Echo {
  const contract = defineOperation({ name: 'echo', title: '', description: '', input, rules: [], result, price })
  const run: Handler['run'] = async ({ word }) => ({
    result: ({ credits_charged }) => ({ echo: word, credits_charged }),
  })
  return { ...contract, handler: { run, ...handler } }
}

const openHandler = (async (operation: Echo) => operation.handler) as unknown as OpenHandler
const request = (more: Partial<RequestContext> = {}): RequestContext => ({
  ...{ caller: { keyId: 'key', transport: 'rest' }, share: noShare, requestId: 'r-1' },
  signal: new AbortController().signal,
  ...more,
})
const word = { raw: { word: 'hello' } }

/** Records which claims are opened and dropped. */
function createClaims() {
  const claims = new Set<string>()
  const idempotency: Idempotency = {
    async open({ keyId, name }) {
      claims.add(name)
      return { claim: { keyId, name, token: 't' } }
    },
    async drop({ name }) {
      claims.delete(name)
    },
    pack: async () => null,
  }
  return { claims, idempotency }
}

describe('invoke', () => {
  it('returns the result with the charge', async () => {
    const invoke = createInvoke({ openHandler, ledger: unlimitedLedger })
    expect(await invoke(echo(), word, request())).toEqual({ echo: 'hello', credits_charged: 3 })
  })

  it('charges the credits of the outcome, but never more than the price', async () => {
    const invoke = createInvoke({ openHandler, ledger: unlimitedLedger })
    const costs = (credits: number) =>
      echo({
        run: async () => ({ credits, result: ({ credits_charged }) => ({ echo: '', credits_charged }) }),
      })
    expect(await invoke(costs(1), word, request())).toMatchObject({ credits_charged: 1 })
    expect(await invoke(costs(9), word, request())).toMatchObject({ credits_charged: 3 })
  })

  it('keeps an operation without a price out of the ledger and the claims', async () => {
    const ledger: Ledger = { reserve: () => Promise.reject(new Error('is not reserved')) }
    const { claims, idempotency } = createClaims()
    const invoke = createInvoke({ openHandler, ledger, idempotency })
    expect(await invoke(echo({}, null), word, request({ idempotencyKey: 'a' }))).toMatchObject({ credits_charged: 0 })
    expect(claims.size).toBe(0)
  })

  it.each<[string, RegisteredOperation<typeof input, typeof result>]>([
    ['its price', echo({}, { credits: fail, text: '' })],
    ['the lookup of a stored result', echo({ findStored: async () => fail() })],
  ])('frees the Idempotency-Key of a request when %s throws', async (_, operation) => {
    const { claims, idempotency } = createClaims()
    const invoke = createInvoke({ openHandler, ledger: unlimitedLedger, idempotency })
    await expect(invoke(operation, word, request({ idempotencyKey: 'a' }))).rejects.toMatchObject({ type: 'internal' })
    expect([...claims]).toEqual([])
  })

  it('returns a stored result for free, without doing the work', async () => {
    const invoke = createInvoke({ openHandler, ledger: unlimitedLedger })
    const stored = echo({
      run: async () => fail(),
      findStored: async () => ({ result: ({ credits_charged }) => ({ echo: 'stored', credits_charged }) }),
    })
    expect(await invoke(stored, word, request())).toEqual({ echo: 'stored', credits_charged: 0 })
  })

  it('charges a failed request the cost of its work so far, or nothing if the failure is free', async () => {
    const ends: Events['gleaner:operation'][] = []
    onTestFinished(subscribe('gleaner:operation', (event) => ends.push(event)))
    const invoke = createInvoke({ openHandler, ledger: unlimitedLedger })
    const failing = (error: unknown, owed: number) =>
      echo({
        async run(_, __, owe) {
          owe(owed)
          throw error
        },
      })
    const stop = new ServiceError('overloaded', 'The service is stopping', { isFree: true, retryAfterS: 5 })
    const failures: [unknown, number][] = [
      [new ServiceError('model_failed', 'It refused'), 2],
      [new ServiceError('model_failed', 'It refused'), 9],
      [stop, 2],
      [new TypeError('a bug'), 2],
    ]
    const errors = await Promise.all(
      failures.map(([error, owed]) => invoke(failing(error, owed), word, request()).catch((thrown) => thrown)),
    )
    expect(errors).toMatchObject([
      { type: 'model_failed', message: 'It refused', creditsCharged: 2 },
      { type: 'model_failed', creditsCharged: 3 },
      { type: 'overloaded', retryAfterS: 5, creditsCharged: 0 },
      { type: 'internal', creditsCharged: 2 },
    ])
    expect(errors[2]).toBe(stop)
    expect(ends.map(({ creditsCharged }) => creditsCharged)).toEqual([2, 3, 0, 2])
  })

  it("stores no answer made with the caller's own secrets", async () => {
    const { idempotency } = createClaims()
    const packed: object[] = []
    const pack = async (response: object) => {
      packed.push(response)
      return null
    }
    const invoke = createInvoke({ openHandler, ledger: unlimitedLedger, idempotency: { ...idempotency, pack } })
    const answer = (isPrivate: boolean) =>
      echo({
        run: async () => ({ isPrivate, result: ({ credits_charged }) => ({ echo: `${isPrivate}`, credits_charged }) }),
      })
    for (const isPrivate of [true, false]) await invoke(answer(isPrivate), word, request({ idempotencyKey: 'a' }))
    expect(packed).toEqual([{ echo: 'false', credits_charged: 3 }])
  })

  it('emits the outcome of each request', async () => {
    const ends: Events['gleaner:operation'][] = []
    onTestFinished(subscribe('gleaner:operation', (event) => ends.push(event)))
    const invoke = createInvoke({ openHandler, ledger: unlimitedLedger })
    await invoke(echo(), word, request())
    await invoke(echo(), { raw: {} }, request()).catch(() => {})
    await invoke(echo({ run: async () => fail() }), word, request()).catch(() => {})
    const left = request({ signal: AbortSignal.abort(new Error('left')) })
    await expect(invoke(echo(), word, left)).rejects.toThrow('left')
    expect(ends.map(({ outcome, creditsCharged }) => [outcome, creditsCharged])).toEqual([
      ['ok', 3],
      ['missing', 0],
      ['internal', 0],
      ['cancelled', 0],
    ])
  })
})

function fail(): never {
  throw new TypeError('a bug')
}
