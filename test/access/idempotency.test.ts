import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createIdempotency, maxResponseBytes } from '../../src/access/idempotency.ts'
import type { Claim } from '../../src/access/ledger.ts'
import { openLedger } from './open-ledger.ts'

async function openIdempotency() {
  const parts = openLedger()
  const keyId = await parts.addKey()
  const dropped: Claim[] = []
  const idempotency = createIdempotency(parts.claims, 'node', (claim) => dropped.push(claim))
  const request = (more = {}) => ({
    keyId,
    name: 'my request',
    operation: 'scrape',
    input: { url: 'x', offset: 0 },
    ...more,
  })
  /** Ends the claim of a request as its reservation does. */
  const finish = (claim: Claim, response: Uint8Array | null) =>
    parts.store.end(
      {
        ...{ id: claim.token, node: 'node', keyId, credits: 1, operation: 'scrape', requestId: 'r-1' },
        ...{ isHeld: false, charged: 1, claim },
      },
      response,
    )
  const claimOf = async () => {
    const opened = await idempotency.open(request())
    if (!('claim' in opened)) throw new Error('there is a response already')
    return opened.claim
  }
  return { ...parts, idempotency, request, finish, claimOf, dropped }
}

describe('a request with an Idempotency-Key', () => {
  it('is done when it is sent for the first time', async () => {
    const { idempotency, request } = await openIdempotency()
    expect(await idempotency.open(request())).toMatchObject({ isPaid: false, claim: { token: expect.any(String) } })
  })

  it('is refused while the first one runs', async () => {
    const { idempotency, request } = await openIdempotency()
    await idempotency.open(request())
    await expect(idempotency.open(request())).rejects.toMatchObject({ type: 'idempotency_in_progress', retryAfterS: 1 })
  })

  it('gets the stored response, whatever the order of its parameters', async () => {
    const { idempotency, request, finish, claimOf } = await openIdempotency()
    const claim = await claimOf()
    await finish(claim, await idempotency.pack({ content: 'text', credits_remaining: 0 }))
    const input = { offset: 0, url: 'x' }
    expect(await idempotency.open(request({ input }))).toEqual({
      response: { content: 'text', credits_remaining: null },
    })
  })

  it.each([{ input: { url: 'y', offset: 0 } }, { operation: 'google_ads' }])('is refused with %j', async (more) => {
    const { idempotency, request } = await openIdempotency()
    await idempotency.open(request())
    await expect(idempotency.open(request(more))).rejects.toMatchObject({ type: 'idempotency_mismatch' })
  })

  it('is done again free of charge when its response was not stored', async () => {
    const { idempotency, request, finish, claimOf } = await openIdempotency()
    const claim = await claimOf()
    await finish(claim, null)
    expect(await idempotency.open(request())).toEqual({ claim, isPaid: true })
  })

  it.each(['', 'ä', 'a\tb', 'x'.repeat(256)])('named %j is refused', async (name) => {
    const { idempotency, request } = await openIdempotency()
    await expect(idempotency.open(request({ name }))).rejects.toMatchObject({ type: 'value_error' })
  })

  it('is new again once its claim is dropped, later when the database is away', async () => {
    const { idempotency, request, claimOf, setAway, dropped } = await openIdempotency()
    await idempotency.drop(await claimOf())
    const claim = await claimOf()
    setAway(true)
    await idempotency.drop(claim)
    expect(dropped).toEqual([claim])
    await expect(idempotency.open(request())).rejects.toMatchObject({ type: 'storage_unavailable' })
  })

  it('whose connection broke is storage_unavailable, and its claim is dropped later', async () => {
    const { claims, request, dropped } = await openIdempotency()
    const unsure = { ...claims, open: async () => ({ state: 'unsure' }) as const }
    const idempotency = createIdempotency(unsure, 'node', (claim) => dropped.push(claim))
    await expect(idempotency.open(request())).rejects.toMatchObject({ type: 'storage_unavailable' })
    expect(dropped).toHaveLength(1)
  })
})

describe('a packed response', () => {
  it('is null when it is larger than 4 MiB compressed', async () => {
    const { idempotency } = await openIdempotency()
    const content = randomBytes(maxResponseBytes).toString('base64')
    expect(await idempotency.pack({ content })).toBeNull()
    expect((await idempotency.pack({ content: 'x'.repeat(2 * maxResponseBytes) }))?.length).toBeLessThan(
      maxResponseBytes,
    )
  })
})
