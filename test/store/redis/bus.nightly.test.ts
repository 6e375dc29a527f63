import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Events, subscribe } from '../../../src/base/events.ts'
import { openRedis, type RedisLink } from '../../../src/store/redis/connection.ts'
import { openRedisBus } from '../../../src/store/redis/nodes.ts'
import { createSealer } from '../../../src/store/seal.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { openRelay, type Relay } from './relay.ts'
import { useRedis } from './use-redis.ts'

describe.skipIf(lacksRedis)('the channel of a node', () => {
  const redis = useRedis()
  let relay: Relay
  let links: RedisLink[] = []

  beforeAll(async () => {
    relay = await openRelay(redis.server.url)
  })
  afterAll(() => relay.close())

  async function openNode(url: string) {
    const link = openRedis(url)
    links.push(link)
    const bus = await redis.subscribed(() => openRedisBus(link, link.open(), createSealer(['a secret'])))
    return { link, bus }
  }
  function close(): void {
    for (const link of links) link.close()
    links = []
  }

  it('is checked while it listens, and stays available', async () => {
    const events: Events['gleaner:lifecycle'][] = []
    const unsubscribe = subscribe('gleaner:lifecycle', (event) => events.push(event))
    const { link } = await openNode(redis.server.url)
    const looks = async () =>
      Number(/cmdstat_ping:calls=(\d+)/.exec(await redis.driver().info('commandstats'))?.[1] ?? 0)
    await until('two looks at both connections', async () => (await looks()) >= 4)
    unsubscribe()
    expect([events, link.isAway()]).toEqual([[], false])
    close()
  })

  it('is reopened if the network has silently dropped it', async () => {
    const [near, far] = [await openNode(redis.server.url), await openNode(relay.url)]
    const received: unknown[] = []
    far.bus.listen('topic', (message) => received.push(message))
    relay.cut()
    await until('the node to know', () => far.link.isAway())
    relay.mend()
    await until('the node to be back', () => !far.link.isAway())
    await until('a message', async () => {
      await near.bus.send('topic', { is: 'back' })
      return received.length > 0
    })
    close()
  })
})
