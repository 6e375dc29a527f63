import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { composeRuntime } from '../../../src/compose/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createMcpFeatures } from '../../../src/interfaces/mcp/features/features.ts'
import { bin } from '../../program.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { type AnyClient, clients, type Target } from './clients.ts'
import { openListener } from './listener.ts'
import { startOrigin } from './origin.ts'

const browser = process.env.GLEANER_BROWSER_PATH
const settings = { GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8', ...(browser ? { GLEANER_BROWSER_PATH: browser } : {}) }
const runtime = composeRuntime(readConfig(settings, {}), { keepsSnapshots: true })
const features = createMcpFeatures(runtime)
afterAll(() => runtime.close())

const transports: Record<string, () => Promise<Target>> = {
  stdio: async () => ({ command: process.execPath, args: [bin, 'stdio'], env: settings }),
  HTTP: async () => ({ url: (await openListener({ features })).url }),
}
const eras = ['the v1 client', 'the v2 client pinned to 2026-07-28']
const leaving: Record<string, (client: AnyClient, cancel: AbortController) => unknown> = {
  cancels: (_, cancel) => cancel.abort('no longer wanted'),
  closes: (client) => client.close(),
}
const combinations = eras.flatMap((era) =>
  Object.keys(transports).flatMap((transport) => Object.keys(leaving).map((how) => ({ era, transport, how }))),
)
// Closing a stdio client also stops its process: see leaving.slow.test.ts.
const cases = combinations.filter(({ transport, how }) => transport === 'HTTP' || how === 'cancels')

describe.skipIf(lacksBrowser)('a render', () => {
  it.each(cases)('stops when $era over $transport $how', async ({ era, transport, how }) => {
    const origin = await startOrigin()
    const client = await clients[era]?.((await transports[transport]?.()) as Target)
    const cancel = new AbortController()
    const args = { url: `${origin.url}/waits?for=/slow/part`, render_js: true }
    const refused = expect(client?.callTool('scrape', args, { signal: cancel.signal })).rejects.toThrow()
    await origin.arrived('/slow/part')
    await leaving[how]?.(client as AnyClient, cancel)
    await origin.abandoned('/slow/part')
    await refused
  })

  it('stops when the connection is cut', async () => {
    const [origin, listener] = [await startOrigin(), await openListener({ features })]
    const { port, hostname, host } = new URL(listener.url)
    const params = {
      name: 'scrape',
      arguments: { url: `${origin.url}/waits?for=/slow/part`, render_js: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const headers = {
      host,
      authorization: 'Bearer key-a',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'scrape',
      'content-length': String(body.length),
    }
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /mcp HTTP/1.1\r\n${head.join('')}\r\n${body}`)
    await origin.arrived('/slow/part')
    socket.resetAndDestroy()
    await origin.abandoned('/slow/part')
  })
})
