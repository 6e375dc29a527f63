/** A server started as a client starts it, from a command of a file that we ship; and a small web for it to read. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, onTestFinished } from 'vitest'
import { openGoogle } from '../operations/google.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { testSettings } from '../service.ts'

export interface StdioEntry {
  command: string
  args: string[]
  env?: Record<string, string>
}

export interface HttpEntry {
  type: 'http'
  url: string
  headers: Record<string, string>
}

export interface World {
  origin: Origin
  /** What makes a server read this world in place of the real one. */
  env: Record<string, string>
  close(): Promise<void>
}

/** One page, one PDF, and a Google that answers «desk» with advertisements. */
export async function openWorld(site: Parameters<typeof openOrigin>[0] = {}): Promise<World> {
  const origin = await openOrigin({
    '/': { body: '<title>Oak</title><main><h1>Oak</h1><p>An oak is a tree.</p></main>' },
    ...site,
  })
  const google = await openGoogle({ desk: ['text-2021-data-rw'] })
  return {
    origin,
    env: { ...testSettings, GLEANER_GOOGLE_URL: google.template },
    async close() {
      await Promise.all([origin.close(), google.close()])
    },
  }
}

/** A client of the server that the entry starts, in a folder that is not the repository's. Both end with the test. */
export async function start(entry: StdioEntry, { env, cwd }: { env: Record<string, string>; cwd: string }) {
  const { command, args } = entry
  const started = { command, args, cwd, env: { PATH: process.env.PATH ?? '', ...env, ...entry.env } }
  return connect(new StdioClientTransport(started))
}

/** A client of the server at the entry's address. Ends with the test. */
export async function reach({ url, headers }: HttpEntry): Promise<Client> {
  return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
}

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  // A package that is fetched first takes its time.
  await client.connect(transport, { timeout: 120_000 })
  return client
}

/** Lists and calls both tools; what they read has to be of this world. */
export async function expectBothTools(client: Client, { origin }: World): Promise<void> {
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['scrape', 'google_ads'])
  const page = await client.callTool({ name: 'scrape', arguments: { url: `${origin.url}/` } })
  expect(page.structuredContent).toMatchObject({ title: 'Oak', content: expect.stringContaining('An oak is a tree.') })
  const ads = await client.callTool({ name: 'google_ads', arguments: { query: 'desk' } })
  expect(ads.structuredContent).toMatchObject({ pages: [{ status: 'ok', ads: 2 }] })
}
