import { describe, expect, it } from 'vitest'
import { createRedisNodes } from '../../../src/store/redis/nodes.ts'
import { openListener } from '../../interfaces/mcp/listener.ts'
import { startOrigin } from '../../interfaces/mcp/origin.ts'
import {
  cancel,
  listTools,
  type Message,
  messagesIn,
  openSession,
  post,
  scrape,
} from '../../interfaces/mcp/requests.ts'
import { lacksRedis } from '../../services.ts'
import { useRedis } from '../../store/redis/use-redis.ts'
import { until } from '../../waits.ts'

describe.skipIf(lacksRedis)('a legacy MCP session on two nodes', () => {
  const redis = useRedis()

  async function openNode() {
    const link = redis.openLink()
    const secretsFor = (purpose: string) => [`a secret for ${purpose}`] as const
    const maxBytes = 64 * 1024 * 1024
    const nodes = await redis.subscribed(async () => {
      const opened = createRedisNodes({ link, connection: link.open(), secretsFor, maxBytes })
      await opened.settled()
      return opened
    })
    return { ...(await openListener({ nodes })), link }
  }
  const end = ({ url }: { url: string }, session: string) =>
    fetch(url, { method: 'DELETE', headers: { authorization: 'Bearer key-a', 'mcp-session-id': session } })
  const setLevel = (level: string) => ({ jsonrpc: '2.0', id: 9, method: 'logging/setLevel', params: { level } })
  const logged = (messages: Message[]) => messages.filter(({ method }) => method === 'notifications/message')

  it('is valid on both, and only for its key', async () => {
    const [a, b] = [await openNode(), await openNode()]
    const session = await openSession(a)
    expect((await post(b, listTools, { session })).status).toBe(200)
    expect((await post(b, listTools, { session, key: 'key-b' })).status).toBe(404)
  })

  it('can be ended on both by either one, including calls in flight on the other', async () => {
    const [a, b, origin] = [await openNode(), await openNode(), await startOrigin()]
    const [session, other] = [await openSession(a), await openSession(a)]
    const running = await post(a, scrape(1, `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    expect((await end(b, session)).status).toBe(200)
    await origin.abandoned('/slow')
    expect(messagesIn(await running.text())).toEqual([])
    for (const node of [a, b]) expect((await post(node, listTools, { session })).status).toBe(404)
    expect((await end(a, session)).status).toBe(404)
    for (const node of [a, b]) expect((await post(node, listTools, { session: other })).status).toBe(200)
  })

  it('has its calls cancelled by a notification that the other node receives', async () => {
    const [a, b, origin] = [await openNode(), await openNode(), await startOrigin()]
    const [session, other] = [await openSession(a), await openSession(b)]
    const running = await post(a, scrape('call-7', `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    expect((await post(b, cancel('call-7'), { session: other })).status).toBe(202)
    expect((await post(b, cancel('call-7'), { session, key: 'key-b' })).status).toBe(404)
    // The call is still running after another completed call and a notification.
    await (await post(b, scrape(8, `${origin.url}/other`), { session })).text()
    expect(origin.isAbandoned('/slow')).toBe(false)
    expect((await post(b, cancel('call-7'), { session })).status).toBe(202)
    await origin.abandoned('/slow')
    expect(messagesIn(await running.text())).toEqual([])
  })

  it('logs at the level that was set on either node', async () => {
    const [a, b, origin] = [await openNode(), await openNode(), await startOrigin()]
    const session = await openSession(a)
    const logOf = async (id: number) =>
      logged(messagesIn(await (await post(b, scrape(id, `${origin.url}/page`), { session })).text()))
    expect(await logOf(1)).toEqual([])
    await (await post(a, setLevel('debug'), { session })).text()
    expect((await logOf(2)).length).toBeGreaterThan(0)
    await (await post(b, setLevel('emergency'), { session })).text()
    expect(await logOf(3)).toEqual([])
  })

  it('continues while Redis is unreachable, on each node separately, and can be ended everywhere afterwards', async () => {
    const [a, b, origin] = [await openNode(), await openNode(), await startOrigin()]
    const [session, ended] = [await openSession(a), await openSession(a)]
    await redis.server.kill()
    for (const node of [a, b]) expect((await post(node, listTools, { session })).status).toBe(200)
    const running = await post(a, scrape(1, `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    expect((await post(a, cancel(1), { session })).status).toBe(202)
    await origin.abandoned('/slow')
    await running.text()
    expect((await end(a, ended)).status).toBe(200)
    expect((await post(a, listTools, { session: ended })).status).toBe(404)
    await redis.server.start()
    await until('Redis to be back', () => !a.link.isAway() && !b.link.isAway())
    expect((await end(a, ended)).status).toBe(200)
    expect((await post(a, listTools, { session: ended })).status).toBe(404)
    expect((await post(b, listTools, { session: ended })).status).toBe(404)
    expect((await post(b, listTools, { session })).status).toBe(200)
  })
})
