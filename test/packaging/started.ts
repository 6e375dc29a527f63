/** Starts a server from an entry in a published file, as a client would, with a small test site for it to read. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, onTestFinished } from 'vitest'
import { openGoogle } from '../operations/google-ads/google.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { testSettings } from '../service.ts'
import { toolNames } from '../tool-names.ts'

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

export interface TestWeb {
  origin: Origin
  /** Settings that make a server read these test sites instead of the real web. */
  env: Record<string, string>
  close(): Promise<void>
}

/** A site with one page plus the given pages, and a fake Google that returns ads for “desk”. */
export async function openTestWeb(site: Parameters<typeof openOrigin>[0] = {}): Promise<TestWeb> {
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

/** Registers the function that stops a client and its server. */
export type OnEnd = (end: () => Promise<void>) => void

/** Connects a client to the server that the entry starts in `cwd`. Both stop at the end of the test, or through `onEnd`. */
export async function start(
  entry: StdioEntry,
  { env, cwd }: { env: Record<string, string>; cwd: string },
  onEnd?: OnEnd,
) {
  const { command, args } = entry
  const started = { command, args, cwd, env: { PATH: process.env.PATH ?? '', ...env, ...entry.env } }
  return connect(new StdioClientTransport(started), onEnd)
}

/** Connects a client to the server at the entry's URL. It closes at the end of the test. */
export async function reach({ url, headers }: HttpEntry): Promise<Client> {
  return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
}

async function connect(transport: Transport, onEnd: OnEnd = onTestFinished): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  onEnd(() => client.close())
  // The entry may have to download its package first.
  await client.connect(transport, { timeout: 120_000 })
  return client
}

/** Checks that both tools are listed and return the test sites' content. */
export async function expectBothTools(client: Client, { origin }: TestWeb): Promise<void> {
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(toolNames)
  const page = await client.callTool({ name: 'scrape', arguments: { url: `${origin.url}/` } })
  expect(textOf(page)).toMatch(/^title: Oak\n.*An oak is a tree\./s)
  const ads = await client.callTool({ name: 'google_ads', arguments: { query: 'desk' } })
  expect(textOf(ads)).toMatch(/^query: desk\n.*^- Status: ok \(read\)\n- Ads: 2$/ms)
}

/** Returns the text of a result, which is its only block. */
export function textOf({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  const [block, ...more] = content as { type: string; text: string }[]
  expect(more).toEqual([])
  return block?.text ?? ''
}
