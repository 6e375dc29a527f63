import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createIdempotency, maxResponseBytes, type OpenedClaim } from '../../src/access/idempotency.ts'
import type { Claim } from '../../src/access/ledger.ts'
import { noShare } from '../../src/base/share.ts'
import { openLedger } from './open-ledger.ts'

const secret = 'a secret for these names'

async function openIdempotency() {
  const parts = await openLedger()
  const keyId = await parts.addKey()
  const dropped: Claim[] = []
  const open = (secrets: readonly [string, ...string[]], store = parts.claims) =>
    createIdempotency({ store, node: 'node', secrets, dropLater: (claim) => dropped.push(claim) })
  const idempotency = open([secret])
  const request = (more = {}) => ({
    keyId,
    name: 'my request',
    operation: 'scrape',
    share: noShare,
    input: { url: 'x', offset: 0 },
    ...more,
  })
  /** Closes a request's claim, as settling its reservation does. */
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
  return { ...parts, open, idempotency, request, finish, claimOf, dropped }
}

describe('a request with an Idempotency-Key', () => {
  it('runs when it is sent for the first time', async () => {
    const { idempotency, request } = await openIdempotency()
    expect(await idempotency.open(request())).toMatchObject({ claim: { token: expect.any(String) } })
  })

  it('is refused while the first one is running', async () => {
    const { idempotency, request } = await openIdempotency()
    await idempotency.open(request())
    await expect(idempotency.open(request())).rejects.toMatchObject({ type: 'idempotency_in_progress', retryAfterS: 1 })
  })

  it('gets the stored response, regardless of the order of its parameters', async () => {
    const { idempotency, request, finish, claimOf } = await openIdempotency()
    const claim = await claimOf()
    await finish(claim, await idempotency.pack({ content: 'text', credits_remaining: 0 }, noShare))
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

  it('is refused when its response was charged but not stored', async () => {
    const { idempotency, request, finish, claimOf } = await openIdempotency()
    await finish(await claimOf(), null)
    await expect(idempotency.open(request())).rejects.toMatchObject({
      type: 'idempotency_not_kept',
      message: expect.stringContaining('cost 1 credit,'),
    })
  })

  it('gets the response stored under the previous server secret, until it expires', async () => {
    const { open, request, finish, claimOf, idempotency } = await openIdempotency()
    const claim = await claimOf()
    const moved = open(['another secret for these names', secret])
    await expect(moved.open(request())).rejects.toMatchObject({ type: 'idempotency_in_progress' })
    await finish(claim, await idempotency.pack({ content: 'text' }, noShare))
    expect(await moved.open(request())).toMatchObject({ response: { content: 'text' } })
    await expect(moved.open(request({ operation: 'google_ads' }))).rejects.toMatchObject({
      type: 'idempotency_mismatch',
    })
    expect(await moved.open(request({ name: 'another' }))).toMatchObject({ claim: {} })
    expect(await open(['another secret for these names']).open(request())).toMatchObject({ claim: {} })
  })

  it('cannot be guessed from the database, because neither its key nor its parameters are plain digests', async () => {
    const { claims, request, open } = await openIdempotency()
    const seen: string[] = []
    const store = {
      ...claims,
      open: async (claim: OpenedClaim) => {
        seen.push(claim.name, claim.fingerprint)
        return claims.open(claim)
      },
    }
    await open([secret], store).open(request())
    await open(['another secret'], store).open(request())
    expect(new Set(seen).size).toBe(4)
    const plain = createHash('sha256').update('my request').digest('base64url')
    expect(seen).not.toContain(plain)
    expect(seen.join('')).not.toContain('my request')
  })

  it.each(['', 'ä', 'a\tb', 'x'.repeat(256)])('is refused for the key %j', async (name) => {
    const { idempotency, request } = await openIdempotency()
    await expect(idempotency.open(request({ name }))).rejects.toMatchObject({ type: 'value_error' })
  })

  it('counts as new once its claim is dropped, which waits while the database is unavailable', async () => {
    const { idempotency, request, claimOf, setAway, dropped } = await openIdempotency()
    await idempotency.drop(await claimOf())
    const claim = await claimOf()
    setAway(true)
    await idempotency.drop(claim)
    expect(dropped).toEqual([claim])
    await expect(idempotency.open(request())).rejects.toMatchObject({ type: 'storage_unavailable' })
  })

  it('fails with storage_unavailable if its connection breaks, and its claim is dropped later', async () => {
    const { claims, request, dropped, open } = await openIdempotency()
    const idempotency = open([secret], { ...claims, open: async () => ({ state: 'unsure' }) as const })
    await expect(idempotency.open(request())).rejects.toMatchObject({ type: 'storage_unavailable' })
    expect(dropped).toHaveLength(1)
  })
})

describe('a packed response', () => {
  it('is null when it is larger than 4 MiB compressed', async () => {
    const { idempotency } = await openIdempotency()
    const content = randomBytes(maxResponseBytes).toString('base64')
    expect(await idempotency.pack({ content }, noShare)).toBeNull()
    expect((await idempotency.pack({ content: 'x'.repeat(2 * maxResponseBytes) }, noShare))?.length).toBeLessThan(
      maxResponseBytes,
    )
  })
})
