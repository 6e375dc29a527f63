import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { composeCore } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { createTools } from '../../src/protocol/mcp-tools.ts'
import { clients, type Target } from './mcp-clients.ts'
import { openDoor } from './mcp-door.ts'
import { startOrigin } from './mcp-origin.ts'

const settings = { GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8' }
const program = fileURLToPath(new URL('mcp-program.ts', import.meta.url))

// Its worker threads are dear to start and keep nothing between requests.
const core = composeCore(readConfig(settings, {}), { keepsSnapshots: true })
const tools = createTools(core.operations, core.invoke)
afterAll(() => core.close())

const transports: Record<string, () => Promise<Target>> = {
  stdio: async () => ({ command: process.execPath, args: [program, 'stdio'], env: settings }),
  HTTP: async () => ({ url: (await openDoor({ tools })).url }),
}

const ways = Object.entries(clients).flatMap(([client, connect]) =>
  Object.entries(transports).map(([transport, open]) => ({ client, connect, transport, open })),
)

describe.each(ways)('$client over $transport', ({ connect, open }) => {
  it('learns who we are, lists the tools, and calls them', async () => {
    const origin = await startOrigin()
    const client = await connect(await open())
    expect(client.serverName()).toBe('gleaner')
    expect(client.instructions()).toContain('google_ads')

    expect((await client.listTools()).tools).toEqual(tools.list())

    const result = await client.callTool('scrape', { url: `${origin.url}/a` })
    expect(result.isError).toBeFalsy()
    expect(result.structuredContent).toMatchObject({ url: `${origin.url}/a`, credits_charged: 1 })
    expect(result.content[0]?.text).toMatch(/^title: Page \/a$.*^This is \/a\.$/ms)
    expect(client.errors).toEqual([])
  })

  it('gets bad input and failures as tool results', async () => {
    const client = await connect(await open())
    await client.listTools()
    const missing = await client.callTool('scrape', {})
    expect(missing).toMatchObject({ isError: true })
    expect(missing.structuredContent).toBeUndefined()
    expect(missing.content[0]?.text).toMatch(/^missing: Field required\. /)
    const failed = await client.callTool('scrape', { url: 'http://10.0.0.1/' })
    expect(failed.content[0]?.text).toMatch(/^address_refused: /)
    expect(client.errors).toEqual([])
  })

  it('gets a protocol error for a tool that does not exist', async () => {
    const client = await connect(await open())
    await expect(client.callTool('crawl', {})).rejects.toMatchObject({ code: -32602 })
  })

  it('is told what is being done when it asks', async () => {
    const origin = await startOrigin()
    const client = await connect(await open())
    const updates: { progress: number; message?: string }[] = []
    await client.callTool('scrape', { url: `${origin.url}/p` }, { onprogress: (update) => updates.push(update) })
    expect(updates.map(({ message }) => message)).toEqual([
      'Starting scrape',
      `Fetching ${new URL(origin.url).host}`,
      expect.stringMatching(/^Reading \d+ bytes as markdown$/),
    ])
    expect(updates.map(({ progress }) => progress)).toEqual([1, 2, 3])
    expect(client.errors).toEqual([])
  })

  it('ends the outgoing request when it cancels, and goes on', async () => {
    const origin = await startOrigin()
    const client = await connect(await open())
    const cancel = new AbortController()
    const call = client.callTool('scrape', { url: `${origin.url}/slow` }, { signal: cancel.signal })
    const refused = expect(call).rejects.toThrow()
    await origin.arrived('/slow')
    cancel.abort('no longer wanted')
    await origin.abandoned('/slow')
    await refused
    expect((await client.listTools()).tools).toHaveLength(2)
  })

  it('ends the outgoing request when it closes', async () => {
    const origin = await startOrigin()
    const client = await connect(await open())
    const refused = expect(client.callTool('scrape', { url: `${origin.url}/slow` })).rejects.toThrow()
    await origin.arrived('/slow')
    await client.close()
    await origin.abandoned('/slow')
    await refused
  })

  it('keeps many calls at once apart', async () => {
    const origin = await startOrigin()
    const client = await connect(await open())
    const paths = Array.from({ length: 100 }, (_, i) => `/many/${i}`)
    const results = await Promise.all(paths.map((path) => client.callTool('scrape', { url: origin.url + path })))
    for (const [i, path] of paths.entries()) expect(results[i]?.structuredContent?.final_url).toBe(origin.url + path)
    expect(new Set(results.map((result) => result.structuredContent?.request_id)).size).toBe(100)
    expect(client.errors).toEqual([])
  })
})
