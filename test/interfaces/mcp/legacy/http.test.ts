import { describe, expect, it } from 'vitest'
import { version } from '../../../../src/interfaces/version.ts'
import { clients } from '../clients.ts'
import { createFetchFeatures } from '../fetch-features.ts'
import { openListener } from '../listener.ts'
import { startOrigin } from '../origin.ts'
import { cancel, initialize, listTools, messagesIn, openSession, post, scrape } from '../requests.ts'

describe('a session', () => {
  it('is opened by initialize, in every legacy revision', async () => {
    const listener = await openListener()
    for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const params = { ...initialize.params, protocolVersion }
      const response = await post(listener, { ...initialize, params })
      expect(response.headers.get('mcp-session-id')).toMatch(/^[!-~]+$/)
      const { result } = (await response.json()) as { result: object }
      expect(result).toMatchObject({
        protocolVersion,
        serverInfo: { name: 'gleaner', title: 'Gleaner', version },
        capabilities: { tools: {} },
      })
    }
  })

  it('survives a restart of the server with the same secret', async () => {
    const origin = await startOrigin()
    const first = await openListener({ secret: 'kept' })
    const client = await clients['the v1 client']?.({ url: first.url })
    expect((await client?.listTools())?.tools).toHaveLength(2)
    await first.stop()
    await openListener({ secret: 'kept', port: Number(new URL(first.url).port) })
    // The client first has to notice that its connection is closed.
    await expect
      .poll(() =>
        client
          ?.listTools()
          .then(({ tools }) => tools.length)
          .catch(() => 0),
      )
      .toBe(2)
    const result = await client?.callTool('scrape', { url: `${origin.url}/again` })
    expect(result?.content[0]?.text).toContain('This is /again.')
    expect(client?.errors).toEqual([])
  })

  it('is not found with another secret or another key', async () => {
    const [listener, other] = [await openListener(), await openListener({ secret: 'another' })]
    const [own, foreign] = [await openSession(listener), await openSession(other)]
    expect((await post(listener, listTools, { session: own })).status).toBe(200)
    expect((await post(listener, listTools, { session: foreign })).status).toBe(404)
    const response = await post(listener, listTools, { session: own, key: 'key-b' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: -32001, message: 'Session not found' } })
  })

  it('is required for everything but initialize', async () => {
    const response = await post(await openListener(), listTools)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('Mcp-Session-Id') } })
  })

  it('is closed with DELETE, which also cancels its calls in flight', async () => {
    const [listener, origin] = [await openListener(), await startOrigin()]
    const session = await openSession(listener)
    const running = await post(listener, scrape(1, `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    const end = () =>
      fetch(listener.url, { method: 'DELETE', headers: { authorization: 'Bearer key-a', 'mcp-session-id': session } })
    expect((await end()).status).toBe(200)
    await origin.abandoned('/slow')
    expect(messagesIn(await running.text())).toEqual([])
    expect((await post(listener, listTools, { session })).status).toBe(404)
    expect((await end()).status).toBe(404)
  })
})

describe('a legacy call', () => {
  it('is cancelled by a notification on another connection', async () => {
    const [listener, origin] = [await openListener(), await startOrigin()]
    const session = await openSession(listener)
    const running = await post(listener, scrape('call-7', `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    expect((await post(listener, cancel('call-7'), { session })).status).toBe(202)
    await origin.abandoned('/slow')
    expect(messagesIn(await running.text())).toEqual([])
  })

  it('is not cancelled by another session, another key, or an id of another type', async () => {
    const [listener, origin] = [await openListener(), await startOrigin()]
    const session = await openSession(listener)
    const otherSession = await openSession(listener)
    const running = await post(listener, scrape(7, `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    expect((await post(listener, cancel(7), { session: otherSession })).status).toBe(202)
    expect((await post(listener, cancel(7), { session, key: 'key-b' })).status).toBe(404)
    expect((await post(listener, cancel('7'), { session })).status).toBe(202)
    // The call is still running after another call has completed.
    await (await post(listener, scrape(8, `${origin.url}/other`), { session })).text()
    expect(origin.isAbandoned('/slow')).toBe(false)
    await post(listener, cancel(7), { session })
    await origin.abandoned('/slow')
    await running.text()
  })

  it('is also cancelled if its id is 0', async () => {
    const [listener, origin] = [await openListener(), await startOrigin()]
    const session = await openSession(listener)
    const running = await post(listener, scrape(0, `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    await post(listener, cancel(0), { session })
    await origin.abandoned('/slow')
    await running.text()
  })

  it('gets its response with the rest of its batch unless it is cancelled', async () => {
    const features = createFetchFeatures({ resultSetting: 'structured' })
    const [listener, origin] = [await openListener({ features }), await startOrigin()]
    const session = await openSession(listener)
    const batch = [scrape(1, `${origin.url}/one`), scrape(2, `${origin.url}/slow`), { ...listTools, id: 3 }]
    const headers = { 'mcp-protocol-version': '2025-03-26' }
    const running = await post(listener, batch, { session, headers })
    await origin.arrived('/slow')
    await origin.arrived('/one')
    await post(listener, cancel(2), { session, headers })
    await origin.abandoned('/slow')
    const responses = messagesIn(await running.text())
    expect(responses.map(({ id }) => id).sort()).toEqual([1, 3])
    const requestIds = responses.flatMap(({ result }) => result?.structuredContent ?? []) as { request_id: string }[]
    expect(requestIds[0]?.request_id).not.toBe(running.headers.get('x-request-id'))
  })
})
