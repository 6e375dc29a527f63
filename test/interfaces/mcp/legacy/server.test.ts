import { describe, expect, it } from 'vitest'
import { type Listener, openListener } from '../listener.ts'
import { startOrigin } from '../origin.ts'
import { messagesIn, openSession, post, scrape } from '../requests.ts'

describe('log messages', () => {
  const setLevel = (level: string) => ({ jsonrpc: '2.0', id: 5, method: 'logging/setLevel', params: { level } })

  async function logsOf(
    listener: Listener,
    session: string,
    url: string,
  ): Promise<{ level: string; data: { message: string } }[]> {
    const messages = messagesIn(await (await post(listener, scrape(1, url), { session })).text())
    return messages.filter(({ method }) => method === 'notifications/message').map(({ params }) => params as never)
  }

  it('are sent to the session that has set a level, at that level and above', async () => {
    const [listener, origin] = [await openListener(), await startOrigin()]
    const [session, silent] = [await openSession(listener), await openSession(listener)]
    expect(await logsOf(listener, session, `${origin.url}/a`)).toEqual([])
    const response = await post(listener, setLevel('info'), { session })
    expect(await response.json()).toMatchObject({ result: {} })
    expect(
      (await logsOf(listener, session, `${origin.url}/a`)).map(({ level, data }) => [level, data.message]),
    ).toEqual([
      ['info', `Fetching ${new URL(origin.url).host}`],
      ['info', 'Finished scrape, credits charged: 1'],
    ])
    expect(await logsOf(listener, silent, `${origin.url}/a`)).toEqual([])

    await post(listener, setLevel('error'), { session })
    expect(await logsOf(listener, session, `${origin.url}/a`)).toEqual([])
    expect(await logsOf(listener, session, 'no URL')).toMatchObject([
      { level: 'error', logger: 'gleaner', data: { message: expect.stringMatching(/^url_parsing: /), tool: 'scrape' } },
    ])
  })

  it('are refused for an unknown level', async () => {
    const listener = await openListener()
    const response = await post(listener, setLevel('loud'), { session: await openSession(listener) })
    expect(await response.json()).toMatchObject({ id: 5, error: { code: -32602 } })
  })
})

describe('a resource that does not exist', () => {
  it('has the error code of legacy revisions', async () => {
    const listener = await openListener()
    const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'gleaner://snapshot/none' } }
    const response = await post(listener, read, { session: await openSession(listener) })
    expect(await response.json()).toMatchObject({ error: { code: -32002, data: { uri: 'gleaner://snapshot/none' } } })
  })
})
