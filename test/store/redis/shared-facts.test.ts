import { describe, expect, it } from 'vitest'
import { createRedisFacts } from '../../../src/store/redis/nodes.ts'
import { describeFactStore } from '../../pages/nodes/fact-store-suite.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { useRedis } from './use-redis.ts'

describe.skipIf(lacksRedis)('facts in Redis', () => {
  const redis = useRedis()
  const open = async () => createRedisFacts(await redis.open())

  describeFactStore(open)

  it('are visible to every node', async () => {
    const [facts, other] = [await open(), await open()]
    await facts.write('key-a', 'subject', { one: '1' })
    await other.write('key-a', 'subject', { two: '2' })
    expect(await facts.read('key-a', 'subject')).toEqual({ one: '1', two: '2' })
  })

  it('are limited to two thousand subjects per key', async () => {
    const facts = await open()
    await facts.write('key-b', 'subject', { one: '1' })
    await facts.write('key-a', 'oldest', { one: '1' })
    for (let i = 0; i < 2000; i += 100)
      await Promise.all(Array.from({ length: 100 }, (_, j) => facts.write('key-a', `${i + j}`, { one: '1' })))
    expect(await facts.read('key-a', 'oldest')).toEqual({})
    expect(await facts.read('key-a', '1999')).toEqual({ one: '1' })
    expect(await facts.read('key-b', 'subject')).toEqual({ one: '1' })
  })

  it('that are damaged are not known', async () => {
    const facts = await open()
    await facts.write('key-a', 'subject', { one: '1' })
    const driver = redis.driver()
    for (const key of await driver.keys('*facts:*')) {
      if ((await driver.type(key)) === 'hash') await driver.hset(key, 'subject', '{"one":"1')
    }
    expect(await facts.read('key-a', 'subject')).toEqual({})
  })

  it('recorded while Redis is unavailable are known to that node until Redis is back', async () => {
    const link = redis.openLink()
    const connection = link.open()
    await link.settled()
    const facts = createRedisFacts(connection)
    await redis.server.kill()
    await facts.write('key-a', 'subject', { ended: 'yes' })
    expect(await facts.read('key-a', 'subject')).toEqual({ ended: 'yes' })
    await redis.server.start()
    await until('Redis to be back', () => !link.isAway())
    expect(await facts.read('key-a', 'subject')).toEqual({})
  })
})
