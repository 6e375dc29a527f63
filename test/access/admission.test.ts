import { describe, expect, it } from 'vitest'
import { createAdmission } from '../../src/access/admission.ts'
import { createKey, type KeyTerms } from '../../src/access/keys.ts'
import { ServiceError } from '../../src/base/errors.ts'
import { createMemoryLimiter } from '../../src/store/memory/limits.ts'

/** Admits one key, with the bearer token `valid`. */
function admissionFor(terms: Partial<KeyTerms> = {}, serverLimit = { limit: 100, windowS: 60 }) {
  const { record } = createKey('test', 'a secret for these tests', terms)
  const admit = createAdmission({
    async authenticate({ authorization }) {
      if (authorization !== 'Bearer valid') throw new ServiceError('unauthorized', 'No valid API key was given')
      return record
    },
    limiter: createMemoryLimiter(),
    serverLimit,
    keyConcurrency: 3,
  })
  const headers: Record<string, string>[] = []
  const send = (authorization = 'Bearer valid', address = '192.0.2.1') =>
    admit({ authorization, address, setHeaders: (set) => headers.push(set) })
  return { send, headers, id: record.id }
}

describe('an admitted request', () => {
  it('has the id of its key and the headers of all its limits', async () => {
    const { send, headers, id } = admissionFor({ rateLimit: { limit: 5, windowS: 10 } })
    expect((await send()).keyId).toBe(id)
    expect(headers).toEqual([
      {
        'ratelimit-policy': '"server";q=100;w=60, "key";q=5;w=10',
        ratelimit: expect.stringMatching(/^"server";r=99;t=\d+, "key";r=4;t=\d+$/),
      },
    ])
  })

  it('counts once for its first operation and once more for each other one', async () => {
    const { send } = admissionFor({}, { limit: 2, windowS: 60 })
    const { enter } = await send()
    await enter()
    await enter()
    await expect(enter()).rejects.toMatchObject({ type: 'rate_limited' })
  })

  it('is refused at its first operation when a limit is exceeded, with the limit headers set', async () => {
    const { send, headers } = admissionFor({}, { limit: 1, windowS: 60 })
    await (await send()).enter()
    const second = await send()
    await expect(second.enter()).rejects.toMatchObject({ type: 'rate_limited' })
    expect(headers[1]?.ratelimit).toMatch(/^"server";r=0;/)
  })

  it('uses a concurrency slot of its key until its operation has finished', async () => {
    const { send } = admissionFor({ concurrency: 1 })
    const end = await (await send()).enter()
    await expect((await send()).enter()).rejects.toMatchObject({ type: 'rate_limited', retryAfterS: 1 })
    await end()
    await (await send()).enter()
  })

  it('falls back to the concurrency limit of the server if its key has none', async () => {
    const { send } = admissionFor()
    const ends = [await (await send()).enter(), await (await send()).enter(), await (await send()).enter()]
    await expect((await send()).enter()).rejects.toMatchObject({
      type: 'rate_limited',
      message: 'This key is limited to 3 concurrent requests',
    })
    await ends[0]?.()
    await (await send()).enter()
  })
})

describe('a request without a valid key', () => {
  it('is unauthorized, and counted by its IP address', async () => {
    const { send, headers } = admissionFor()
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
      await expect(send('Bearer wrong', address)).rejects.toMatchObject({ type: 'unauthorized' })
    }
    expect(headers.map(({ ratelimit }) => ratelimit?.split(';')[1])).toEqual(['r=99', 'r=98', 'r=99'])
  })
})
