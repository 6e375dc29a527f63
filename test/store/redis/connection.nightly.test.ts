import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Events, subscribe } from '../../../src/base/events.ts'
import { openRedis, type RedisConnection, type RedisLink } from '../../../src/store/redis/connection.ts'
import { lacksRedis, openRedisServer, type Service } from '../../services.ts'
import { until } from '../../waits.ts'
import { openRelay, type Relay } from './relay.ts'

describe.skipIf(lacksRedis)('a connection to Redis', () => {
  let server: Service
  let relay: Relay
  let link: RedisLink
  let events: Events['gleaner:lifecycle'][] = []
  const unsubscribe = subscribe('gleaner:lifecycle', (event) => events.push(event))
  const eventNames = () => events.map(({ event }) => event)

  beforeAll(async () => {
    server = await openRedisServer()
    relay = await openRelay(server.url)
  })
  afterEach(() => {
    link.close()
    events = []
  })
  afterAll(async () => {
    unsubscribe()
    await relay.close()
    await server.close()
  })

  async function open(url: string): Promise<RedisConnection> {
    link = openRedis(url)
    const connection = link.open()
    await link.settled()
    expect(connection.isAway()).toBe(false)
    return connection
  }

  const get = (connection: RedisConnection) => connection.ask((redis) => redis.get('name'), 'alone')

  it('uses Redis, works without it while it is unavailable, and notices when it is back', async () => {
    const connection = await open(server.url)
    expect(await get(connection)).toBeNull()
    await server.kill()
    await until('Redis to be away', () => link.isAway())
    expect(await get(connection)).toBe('alone')
    await server.start()
    await until('Redis to be back', () => !link.isAway())
    expect(await get(connection)).toBeNull()
    expect(eventNames()).toEqual(['redis_away', 'redis_back'])
  })

  it('causes one wait if it is silent, and is reopened if the network has dropped it', async () => {
    const connection = await open(relay.url)
    relay.cut()
    expect(await get(connection)).toBe('alone')
    expect(link.isAway()).toBe(true)
    let asked = 0
    const answer = await connection.ask(async () => String(asked++), 'alone')
    expect([answer, asked]).toEqual(['alone', 0])
    expect(eventNames()).toEqual(['redis_away'])
    relay.mend()
    await until('a new connection', async () => (await get(connection)) === null)
    expect(eventNames()).toEqual(['redis_away', 'redis_back'])
  })

  it('causes no wait if the connection for small values is silent', async () => {
    const [small, large] = [await open(relay.url), link.open()]
    await link.settled()
    relay.cut()
    expect(await get(small)).toBe('alone')
    let asked = 0
    const ask = (connection: RedisConnection) => connection.ask(async () => String(asked++), 'alone')
    expect([await ask(large), asked]).toEqual(['alone', 0])
    relay.mend()
    await until('both to be back', () => !link.isAway())
    expect([await ask(large), asked]).toEqual(['0', 1])
  })

  it('is reopened if the new connection was accepted but never answered', async () => {
    const connection = await open(relay.url)
    relay.cut()
    // The connection is abandoned and reopened while no data passes.
    await until('a connection without an answer', () => connection.driver.status === 'connect')
    relay.mend()
    await until('a new connection', async () => (await get(connection)) === null)
  })

  it('is known to be unavailable once it is lost, even without requests', async () => {
    await open(relay.url)
    relay.cut()
    await until('Redis to be away', () => link.isAway())
    relay.mend()
    await until('Redis to be back', () => !link.isAway())
  })

  it('is reopened if another server has taken over and the current one no longer accepts writes', async () => {
    const connection = await open(relay.url)
    const count = () => connection.ask((redis) => redis.incr('count'), 'alone')
    expect(await count()).toBe(1)
    const next = await openRedisServer()
    const admin = new Redis(server.url)
    await admin.replicaof('127.0.0.1', Number(new URL(next.url).port))
    relay.turnTo(next.url)
    expect(await count()).toBe('alone')
    await until('the other server', async () => typeof (await count()) === 'number')
    relay.turnTo(server.url)
    await admin.replicaof('NO', 'ONE')
    admin.disconnect()
    await next.close()
  })

  it('stays available if Redis refuses a command, which is reported once', async () => {
    const connection = await open(server.url)
    const add = () => connection.ask((redis) => redis.sadd('text', 'member'), -1)
    await connection.ask((redis) => redis.set('text', 'value'), null)
    expect([await add(), await add(), link.isAway()]).toEqual([-1, -1, false])
    expect(events).toEqual([{ event: 'redis_refuses', detail: 'WRONGTYPE' }])
  })

  it('does not count as unavailable because this process was busy', async () => {
    const connection = await open(server.url)
    const answer = get(connection)
    const until = performance.now() + 700
    while (performance.now() < until);
    expect(await answer).toBeNull()
    expect(link.isAway()).toBe(false)
  })
})
