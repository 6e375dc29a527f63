import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeRuntime } from '../../../src/compose/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createMcpFeatures } from '../../../src/interfaces/mcp/features/features.ts'
import { openGoogle } from '../../operations/google-ads/google.ts'
import { bin } from '../../program.ts'
import { toolNames } from '../../tool-names.ts'
import { type AnyClient, clients, type Target } from './clients.ts'
import { openListener } from './listener.ts'
import { startOrigin } from './origin.ts'

const google = await openGoogle({ shoes: ['text-2023-sponsored'] })
afterAll(() => google.close())
const settings = { GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8', GLEANER_GOOGLE_URL: google.template }

// One runtime for all cases, because its worker threads are expensive to start and keep no state.
const runtime = composeRuntime(readConfig(settings, {}), { keepsSnapshots: true })
const features = createMcpFeatures(runtime)
afterAll(() => runtime.close())

type OnEnd = (end: () => Promise<void>) => void

const transports: Record<string, (onEnd?: OnEnd) => Promise<Target>> = {
  stdio: async () => ({ command: process.execPath, args: [bin, 'stdio'], env: settings }),
  HTTP: async (onEnd) => ({ url: (await openListener({ features, ...(onEnd ? { onEnd } : {}) })).url }),
}

const cases = Object.entries(clients).flatMap(([client, connect]) =>
  Object.entries(transports).map(([transport, open]) => ({ client, connect, transport, open })),
)

describe.each(cases)('$client over $transport', ({ client: name, connect, open }) => {
  let client: AnyClient
  beforeAll(async () => {
    const ends: (() => Promise<void>)[] = []
    const onEnd: OnEnd = (end) => void ends.unshift(end)
    client = await connect(await open(onEnd), onEnd)
    return async () => {
      for (const end of ends) await end()
    }
  })

  it('gets the name of the server, lists the tools and calls them', async () => {
    const origin = await startOrigin()
    expect(client.serverName()).toBe('gleaner')
    expect(client.instructions()).toContain('google_ads')

    expect((await client.listTools()).tools).toEqual(features.tools.list())

    const result = await client.callTool('scrape', { url: `${origin.url}/a` })
    expect(result.isError).toBeFalsy()
    expect(result.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^title: Page \/a\n\n.*^This is \/a\.$/ms) },
    ])
    expect(result.structuredContent).toBeUndefined()

    const ads = await client.callTool('google_ads', { query: 'shoes' })
    expect(ads.content).toEqual([{ type: 'text', text: expect.stringMatching(/^query: shoes\n\n.*- Status: ok/s) }])
    expect(client.errors).toEqual([])
  })

  it('reads a scraped page as a resource', async () => {
    const origin = await startOrigin()
    await client.callTool('scrape', { url: `${origin.url}/kept`, max_chars: 5 })
    const { resources } = await client.listResources()
    const uri = String(resources.find(({ description }) => description?.includes(`${origin.url}/kept`))?.uri)
    const { contents } = await client.readResource(uri)
    expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.stringContaining('This is /kept.') }])
    expect(origin.hits('/kept')).toBe(1)

    expect((await client.listResources()).resources).toContainEqual(
      expect.objectContaining({ uri, name: 'Page /kept', mimeType: 'text/markdown' }),
    )
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'gleaner://snapshot/{id}' }])
    for (const missing of ['gleaner://snapshot/none', 'gleaner://snapshot/../x', 'file:///etc/passwd']) {
      await expect(client.readResource(missing)).rejects.toMatchObject({
        // The v2 client translates the legacy code.
        code: name === 'the v1 client' ? -32002 : -32602,
        data: { uri: missing },
      })
    }
    expect(client.errors).toEqual([])
  })

  it('gets prompts', async () => {
    const origin = await startOrigin()
    expect((await client.listPrompts()).prompts).toMatchObject(
      features.prompts.list().map(({ name, title }) => ({ name, title })),
    )
    const { messages } = await client.getPrompt('summarize_page', { url: `${origin.url}/prompt` })
    expect(messages).toMatchObject([
      {
        role: 'user',
        content: { type: 'text', text: expect.stringContaining(`scrape with {"url":"${origin.url}/prompt"}`) },
      },
    ])
    await expect(client.getPrompt('summarize_page', {})).rejects.toMatchObject({ code: -32602 })
    await expect(client.getPrompt('no_such_prompt', {})).rejects.toMatchObject({ code: -32602 })
    expect(client.errors).toEqual([])
  })

  it('gets invalid input and failures as tool results', async () => {
    await client.listTools()
    const missing = await client.callTool('scrape', {})
    expect(missing).toMatchObject({ isError: true })
    expect(missing.structuredContent).toBeUndefined()
    expect(missing.content[0]?.text).toMatch(/^missing: url: Field required\. /)
    const failed = await client.callTool('scrape', { url: 'http://10.0.0.1/' })
    expect(failed.content[0]?.text).toMatch(/^address_refused: /)
    expect(client.errors).toEqual([])
  })

  it('gets a protocol error for a tool that does not exist', async () => {
    await expect(client.callTool('crawl', {})).rejects.toMatchObject({ code: -32602 })
  })

  it('gets progress when it asks for it', async () => {
    const origin = await startOrigin()
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

  it('aborts the outgoing request when it cancels a call, and can call again', async () => {
    const origin = await startOrigin()
    const cancel = new AbortController()
    const call = client.callTool('scrape', { url: `${origin.url}/slow` }, { signal: cancel.signal })
    const refused = expect(call).rejects.toThrow()
    await origin.arrived('/slow')
    cancel.abort('no longer wanted')
    await origin.abandoned('/slow')
    await refused
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(toolNames)
  })

  it('aborts the outgoing request when it closes', async () => {
    const origin = await startOrigin()
    const leaving = await connect(await open())
    const refused = expect(leaving.callTool('scrape', { url: `${origin.url}/slow` })).rejects.toThrow()
    await origin.arrived('/slow')
    await leaving.close()
    await origin.abandoned('/slow')
    await refused
  })

  it('does not mix up 100 concurrent calls', async () => {
    const origin = await startOrigin()
    const paths = Array.from({ length: 100 }, (_, i) => `/many/${i}`)
    const results = await Promise.all(paths.map((path) => client.callTool('scrape', { url: origin.url + path })))
    for (const [i, path] of paths.entries()) expect(results[i]?.content[0]?.text).toContain(`This is ${path}.`)
    expect(client.errors).toEqual([])
  })
})
