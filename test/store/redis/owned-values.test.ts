import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { createOwnedValues, type OwnedValues } from '../../../src/store/redis/owned-values.ts'
import { lacksRedis } from '../../services.ts'
import { useRedis } from './use-redis.ts'

const limits = { maxEntries: 40, ownerEntries: 12, maxBytes: 100_000 }
const prefix = 'gleaner:tried:'

const owner = fc.constantFrom('a', 'b', 'c', 'd', 'e', null)
const id = fc.nat({ max: 15 }).map(String)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ kind: fc.constant('set' as const), owner, id },
      ...{ size: fc.nat({ max: 60_000 }), maxAgeMs: fc.constantFrom(1, 20, 60_000) },
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('get', 'delete', 'list'), owner, id }) },
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function take(values: OwnedValues, one: Step): Promise<void> {
  if ('size' in one) {
    const value = { value: Buffer.alloc(one.size), shown: Buffer.from('shown'), maxAgeMs: one.maxAgeMs }
    await values.set(one.owner, one.id, value)
  } else if (one.kind === 'get') await values.get(one.owner, one.id)
  else if (one.kind === 'delete') await values.delete(one.owner, one.id)
  else await values.list(one.owner)
}

/** Compares the counts with the actual values, after expired values have been removed from the counts. */
async function audit(driver: Redis): Promise<void> {
  const counted = await driver.hgetall(`${prefix}bytes`)
  const held: Record<string, number> = {}
  let entries = 0
  for (const key of await driver.keys(`${prefix}m:*`)) {
    const name = key.slice(`${prefix}m:`.length)
    const sizes = Object.values(await driver.hgetall(key)).map((field) => Number(/^\d+/.exec(field)?.[0]))
    held[name] = sizes.reduce((sum, size) => sum + size, 0)
    entries += sizes.length
    expect(sizes.length).toBeLessThanOrEqual(limits.ownerEntries)
    expect(held[name]).toBeLessThanOrEqual(limits.maxBytes / 2)
    expect(await driver.zcard(`${prefix}o:${name}`)).toBe(sizes.length)
  }
  const all = Object.values(held).reduce((sum, bytes) => sum + bytes, 0)
  const expected = all === 0 ? held : { ...held, '': all }
  expect(Object.fromEntries(Object.entries(counted).map(([name, bytes]) => [name, Number(bytes)]))).toEqual(expected)
  for (const index of ['used', 'ends']) expect(await driver.zcard(prefix + index), index).toBe(entries)
  expect(entries).toBeLessThanOrEqual(limits.maxEntries)
  expect((await driver.keys(`${prefix}v:*`)).length).toBeLessThanOrEqual(entries)
}

describe.skipIf(lacksRedis)('values that belong to owners', () => {
  const redis = useRedis()

  it('are counted to the byte, and stay within their limits, even with several concurrent nodes', async () => {
    const nodes = await Promise.all([1, 2].map(async () => createOwnedValues(await redis.open(), 'tried', limits)))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat({ max: 1 }), step), { minLength: 1, maxLength: 60 }), async (steps) => {
        await redis.driver().flushall()
        for (let at = 0; at < steps.length; at += 6) {
          const together = steps.slice(at, at + 6)
          await Promise.all(together.map(([node, one]) => take(nodes[node] as OwnedValues, one)))
        }
        await audit(redis.driver())
      }),
      { numRuns: 60 },
    )
  })

  it('take up about as much of Redis as is counted for them', async () => {
    const values = createOwnedValues(await redis.open(), 'tried', { ...limits, maxEntries: 10_000, maxBytes: 2 ** 30 })
    const used = async () => Number(/used_memory:(\d+)/.exec(await redis.driver().info('memory'))?.[1])
    const before = await used()
    const shown = Buffer.alloc(350)
    const value = Buffer.alloc(4000)
    const set = (n: number) => values.set(`key-${n % 300}`, `name ${n}`.padEnd(43), { value, shown, maxAgeMs: 60_000 })
    for (let n = 0; n < 2000; n += 100) await Promise.all(Array.from({ length: 100 }, (_, i) => set(n + i)))
    const taken = (await used()) - before
    const counted = Number(await redis.driver().hget(`${prefix}bytes`, ''))
    expect(taken / counted).toBeGreaterThan(0.7)
    expect(taken / counted).toBeLessThan(1.25)
  })
})
