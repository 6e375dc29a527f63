import { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import { subscribe } from '../../../src/base/events.ts'
import type { NodeBus } from '../../../src/pages/nodes/service-nodes.ts'
import { openRedisBus } from '../../../src/store/redis/nodes.ts'
import { createSealer } from '../../../src/store/seal.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { useRedis } from './use-redis.ts'

describe.skipIf(lacksRedis)('messages between nodes', () => {
  const redis = useRedis()

  async function openNode(secret = 'a secret') {
    const link = redis.openLink()
    const bus = await redis.subscribed(() => openRedisBus(link, link.open(), createSealer([secret])))
    const received: unknown[] = []
    const stop = bus.listen('topic', (message) => received.push(message))
    return { bus, link, received, stop }
  }
  /** Messages keep their order, so this resolves when every earlier message has arrived. */
  async function arrived(from: NodeBus, to: NodeBus): Promise<void> {
    const last = Promise.withResolvers<void>()
    const stop = to.listen('last', () => last.resolve())
    await from.send('last', {})
    await last.promise
    stop()
  }

  it('arrive again after a connection that ends as it becomes ready', async () => {
    const { driver } = await redis.open()
    let timesReady = 0
    driver.on('ready', () => {
      timesReady++
      driver.subscribe('a channel').catch(() => {})
    })
    await driver.subscribe('a channel')
    driver.once('connect', () => {
      const { stream } = driver
      stream.prependListener('data', (reply) => void (String(reply).includes('redis_version') && stream.end()))
    })
    driver.disconnect(true)
    await until('a second connection', () => timesReady === 2)
    const subscribers = async () => Number((await redis.driver().pubsub('NUMSUB', 'a channel'))[1])
    await until('the subscription', async () => (await subscribers()) === 1)
  })

  it('reach all other nodes, and only listeners to their topic', async () => {
    const [a, b, c] = [await openNode(), await openNode(), await openNode()]
    await a.bus.send('topic', { to: 'all' })
    await a.bus.send('another topic', {})
    for (const { bus } of [b, c]) await arrived(a.bus, bus)
    expect([a.received, b.received, c.received]).toEqual([[], [{ to: 'all' }], [{ to: 'all' }]])
    b.stop()
    await a.bus.send('topic', {})
    await arrived(a.bus, b.bus)
    expect(b.received).toHaveLength(1)
  })

  it('are readable only by nodes with the same secret, and accepted only from them', async () => {
    const [a, b, stranger] = [await openNode(), await openNode(), await openNode('another secret')]
    const listener = new Redis(redis.server.url)
    const heard: string[] = []
    listener.on('messageBuffer', (_: Buffer, message: Buffer) => heard.push(message.toString('latin1')))
    await listener.subscribe('gleaner:nodes')
    await a.bus.send('topic', { text: 'canary' })
    await stranger.bus.send('topic', { text: 'forged' })
    await arrived(a.bus, b.bus)
    await until('all to be heard', () => heard.length === 3)
    listener.disconnect()
    expect(heard.join()).not.toContain('canary')
    expect([b.received, stranger.received]).toEqual([[{ text: 'canary' }], []])
  })

  it('are rejected when someone records and replays them later', async () => {
    const [a, b] = [await openNode(), await openNode()]
    const listener = new Redis(redis.server.url)
    const heard: Buffer[] = []
    listener.on('messageBuffer', (_: Buffer, message: Buffer) => heard.push(message))
    await listener.subscribe('gleaner:nodes')
    await a.bus.send('topic', { n: 1 })
    await until('the message', () => heard.length === 1 && b.received.length === 1)
    listener.disconnect()
    const now = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000)
    await redis.driver().publish('gleaner:nodes', heard[0] ?? '')
    await a.bus.send('topic', { n: 2 })
    await arrived(a.bus, b.bus)
    vi.restoreAllMocks()
    expect(b.received).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('reach other listeners even if one throws, which is reported as a fault', async () => {
    const [a, b] = [await openNode(), await openNode()]
    const faults: unknown[] = []
    const unsubscribe = subscribe('gleaner:fault', ({ error }) => faults.push(error))
    const failure = new Error('a bug')
    b.stop()
    b.bus.listen('topic', () => {
      throw failure
    })
    b.bus.listen('topic', (message) => b.received.push(message))
    await a.bus.send('topic', { n: 1 })
    await arrived(a.bus, b.bus)
    unsubscribe()
    expect([b.received, faults]).toEqual([[{ n: 1 }], [failure]])
  })

  it('reach no node while Redis is unavailable, and reach all again when it is back', async () => {
    const [a, b] = [await openNode(), await openNode()]
    await redis.server.kill()
    await a.bus.send('topic', {})
    expect(b.received).toEqual([])
    await redis.server.start()
    await until('a message', async () => {
      await a.bus.send('topic', { is: 'back' })
      return b.received.length > 0
    })
  })
})
