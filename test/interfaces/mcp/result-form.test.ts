import * as v2 from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFetchFeatures } from './fetch-features.ts'
import { openListener } from './listener.ts'
import { startOrigin } from './origin.ts'
import { listTools, openSession, post } from './requests.ts'

const requestInit = { headers: { authorization: 'Bearer key-a' } }
/** The description that Mastra's client sends, with the name from the user's configuration. */
const mastra = { info: { name: 'web', version: '1.0.0' }, extensions: { 'io.modelcontextprotocol/ui': {} } }
const other = { info: { name: 'web', version: '1.0.0' }, extensions: {} }

const eras = {
  async legacy(url: string, { info, extensions }: typeof mastra | typeof other) {
    const client = new Client(info, { capabilities: { extensions } })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
    onTestFinished(() => client.close())
    return client
  },
  async modern(url: string, { info, extensions }: typeof mastra | typeof other) {
    const versionNegotiation = { mode: { pin: '2026-07-28' } }
    const client = new v2.Client(info, { capabilities: { extensions }, versionNegotiation })
    await client.connect(new v2.StreamableHTTPClientTransport(new URL(url), { requestInit }))
    onTestFinished(() => client.close())
    return client
  },
}

describe.each(Object.entries(eras))('the form of results for a client of the %s era', (_, connect) => {
  /** True if results and definitions are structured. They must agree, because clients reject results without the content of a schema. */
  async function isStructured(url: string, client: typeof mastra | typeof other): Promise<boolean> {
    const origin = await startOrigin()
    const connected = await connect(url, client)
    const { tools } = await connected.listTools()
    const { structuredContent } = await connected.callTool({ name: 'scrape', arguments: { url: `${origin.url}/a` } })
    const found = new Set([
      ...tools.map(({ outputSchema }) => outputSchema !== undefined),
      structuredContent !== undefined,
    ])
    expect(found.size).toBe(1)
    return found.has(true)
  }

  it('is text, and structured for a client that is known to need it', async () => {
    const { url } = await openListener()
    expect(await isStructured(url, other)).toBe(false)
    expect(await isStructured(url, mastra)).toBe(true)
  })

  it('is the form in the URL, or else the setting, for every client', async () => {
    const features = createFetchFeatures({ resultSetting: 'structured' })
    const { url } = await openListener({ features })
    expect(await isStructured(url, other)).toBe(true)
    expect(await isStructured(`${url}?result=text`, mastra)).toBe(false)
    expect(await isStructured(`${url}?result=text`, other)).toBe(false)
    expect(await isStructured(`${(await openListener()).url}?result=structured`, other)).toBe(true)
  })
})

describe('another form in the URL', () => {
  it.each(['?result=json', '?result=', '?result=text&result=structured'])('is refused: %s', async (query) => {
    const listener = await openListener()
    const session = await openSession(listener)
    const response = await post({ ...listener, url: listener.url + query }, listTools, { session })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      detail: [{ type: 'bad_request', loc: [], msg: expect.stringContaining("'text' or 'structured'") }],
      hint: expect.stringContaining('/mcp?result=structured'),
    })
  })
})
