/** Provides a Redis server and connections to it for the tests in a file. */

import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openRedis, type RedisConnection, type RedisLink } from '../../../src/store/redis/connection.ts'
import { openRedisServer, type Service } from '../../services.ts'
import { until } from '../../waits.ts'
import { dumpRedis } from './dump-redis.ts'

interface TestRedis {
  server: Service
  /** Opens a connection, which is closed after the test. */
  open(): Promise<RedisConnection>
  openLink(): RedisLink
  /** Everything in Redis, as text. */
  dump(): Promise<string>
  keys(): Promise<string[]>
  /** Returns the result of `open` once another node has subscribed to the message channel. */
  subscribed<Node>(open: () => Node | Promise<Node>): Promise<Node>
  /** A driver for the test's own use. */
  driver(): Redis
}

/** Opens Redis and sets the fields before the tests, and closes Redis after them. Redis is empty at the start of each test. */
export function useRedis(): TestRedis {
  const parts = {} as TestRedis
  let links: RedisLink[] = []
  let driver: Redis

  beforeAll(async () => {
    parts.server = await openRedisServer()
    driver = new Redis(parts.server.url)
    driver.on('error', () => {})
  })
  afterEach(async () => {
    for (const link of links) link.close()
    links = []
    await driver.flushall()
  })
  afterAll(async () => {
    driver.disconnect()
    await parts.server.close()
  })

  parts.openLink = () => {
    const link = openRedis(parts.server.url)
    links.push(link)
    return link
  }
  parts.open = async () => {
    const link = parts.openLink()
    const connection = link.open()
    await link.settled()
    return connection
  }
  const subscribers = async () => Number((await driver.pubsub('NUMSUB', 'gleaner:nodes'))[1])
  parts.subscribed = async (open) => {
    const before = await subscribers()
    const node = await open()
    await until('its subscription', async () => (await subscribers()) > before)
    return node
  }
  parts.driver = () => driver
  parts.keys = () => driver.keys('*')
  parts.dump = () => dumpRedis(parts.server.url)
  return parts
}
