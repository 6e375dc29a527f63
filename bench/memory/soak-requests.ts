/** Requests for a soak test, with random parameters and outputs, over REST and MCP. Some clients disconnect. */

import { outputs } from '../../src/contract/scrape.ts'
import { jsonHeaders, modernMeta } from '../torture/connections/mcp-message.ts'
import type { Random } from '../torture/random.ts'

interface SoakTarget {
  /** URL of the service. */
  url: string
  key: string
}

interface SoakRequest {
  transport: 'get' | 'post' | 'mcp' | 'session'
  operation: 'scrape' | 'explain'
  parameters: Record<string, unknown>
  headers: Record<string, string>
  /** Milliseconds until the client disconnects, or null if it waits. */
  leavesAfterMs: number | null
}

type Draw = (random: Random) => unknown

/** Optional parameters of `scrape`, with the percentage of requests that send them. */
const optional: Record<string, readonly [percent: number, draw: Draw]> = {
  output: [60, (random) => random.pick(outputs as unknown as [string, ...string[]])],
  main_content: [20, (random) => random.chance(0.5)],
  css_selector: [8, (random) => random.pick(['main', 'p', 'article p', '.missing', 'body *', 'p:nth-child(2)', 'p['])],
  exclude_selector: [5, (random) => random.pick(['a', 'nav, footer', 'img'])],
  include_links: [10, (random) => random.chance(0.5)],
  include_images: [10, (random) => random.chance(0.5)],
  front_matter: [10, (random) => random.chance(0.5)],
  highlights: [8, (random) => random.pick(['price', 'how to install it', 'opening hours', 'Preis', '価格'])],
  max_chars: [25, (random) => random.integer(1, 20_000)],
  offset: [5, (random) => random.integer(0, 5000)],
  extra_outputs: [12, (random) => [random.pick(['links', 'emails', 'raw_html']), 'images', 'html_head_metadata_json']],
  extract_rules: [5, () => ({ title: 'h1', links: { selector: 'a', type: 'list', output: '@href' } })],
  max_age_s: [15, (random) => random.pick([0, 60, 3600])],
  locale: [8, (random) => random.pick(['de-CH', 'en', 'ja', 'xx-none'])],
  headers: [4, (random) => ({ 'x-own': 'v'.repeat(random.integer(1, 500)) })],
  cookies: [4, () => ({ session: 'value' })],
  timeout_ms: [10, (random) => random.integer(1000, 20_000)],
  unknown: [1, () => 'x'],
}

export function drawRequest(random: Random, page: string): SoakRequest {
  const operation = random.chance(0.05) ? 'explain' : 'scrape'
  const parameters: Record<string, unknown> = { url: page }
  for (const [name, [percent, draw]] of Object.entries(optional)) {
    if (operation === 'scrape' && random.chance(percent / 100)) parameters[name] = draw(random)
  }
  const headers: Record<string, string> = {}
  if (random.chance(0.05)) headers['idempotency-key'] = `soak-${random.integer(1, 5000)}`
  if (random.chance(0.3)) headers['accept-encoding'] = 'gzip'
  return {
    transport: random.weighted([
      [55, 'get'],
      [20, 'post'],
      [22, 'mcp'],
      [3, 'session'],
    ] as const),
    ...{ operation, parameters, headers },
    leavesAfterMs: random.chance(0.02) ? random.integer(0, 60) : null,
  }
}

/** Resolves with `ok`, the error's type, `left`, or `broken: …` for a response that callers must never see. */
export async function send(request: SoakRequest, target: SoakTarget): Promise<string> {
  const { leavesAfterMs } = request
  const signal = AbortSignal.timeout(leavesAfterMs ?? 120_000)
  try {
    if (request.transport === 'session') return await sendInSession(request, target, signal)
    const response = await fetch(...messageOf(request, target, signal))
    return outcomeOf(response.status, await response.text())
  } catch (error) {
    if (leavesAfterMs !== null && signal.aborted) return 'left'
    const { message, cause } = error as Error
    return `broken: ${message} ${cause instanceof Error ? cause.message : ''}`
  }
}

function messageOf(request: SoakRequest, { url, key }: SoakTarget, signal: AbortSignal): [string, RequestInit] {
  const { transport, operation, parameters, headers: own } = request
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, ...own }
  if (transport === 'get') return [`${url}/v1/${operation}?${queryOf(parameters)}`, { headers, signal }]
  if (transport === 'post') {
    const body = JSON.stringify(parameters)
    return [`${url}/v1/${operation}`, { method: 'POST', headers: { ...headers, ...jsonHeaders }, body, signal }]
  }
  const mcp = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': operation }
  const body = rpc('tools/call', { name: operation, arguments: parameters, _meta: modernMeta })
  return [`${url}/mcp`, { method: 'POST', headers: { ...headers, ...jsonHeaders, ...mcp }, body, signal }]
}

/** Sends the request in a legacy MCP session, which half of the clients close. */
async function sendInSession(request: SoakRequest, { url, key }: SoakTarget, signal: AbortSignal): Promise<string> {
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, ...jsonHeaders }
  const post = (body: string) => fetch(`${url}/mcp`, { method: 'POST', headers, body, signal })
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'soak', version: '1' } }
  const opened = await post(rpc('initialize', client))
  await opened.text()
  headers['mcp-session-id'] = opened.headers.get('mcp-session-id') ?? ''
  await (await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))).text()
  const response = await post(rpc('tools/call', { name: request.operation, arguments: request.parameters }))
  const outcome = outcomeOf(response.status, await response.text())
  if (request.headers['accept-encoding'] !== undefined) return outcome
  await (await fetch(`${url}/mcp`, { method: 'DELETE', headers, signal })).text()
  return outcome
}

const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

function queryOf(parameters: Record<string, unknown>): URLSearchParams {
  const text = (value: unknown) => {
    if (Array.isArray(value)) return value.join(',')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, text(value)]))
}

function outcomeOf(status: number, body: string): string {
  if (status >= 500 && status !== 502 && status !== 503 && status !== 504) return `broken: status ${status}`
  if (status !== 200) return /"type":\s*"(\w+)"/.exec(body)?.[1] ?? `status ${status}`
  if (!/"isError":\s*true/.test(body)) return 'ok'
  return /"text":\s*"(?:\w+: )?(\w+):/.exec(body)?.[1] ?? 'error over MCP'
}
