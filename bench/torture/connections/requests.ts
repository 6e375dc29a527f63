/** Requests of honest clients over a connection that is kept: a page by REST or by MCP, and what is answered. */

import { type Agent, request } from 'node:http'
import { jsonHeaders, modernMeta } from './mcp-message.ts'

export interface Exchange {
  /** Status of HTTP. */
  status: number
  /** `ok`, or the type of the error. */
  outcome: string
}

interface Target {
  /** Of the service. */
  url: string
  key: string
  /** What is scraped. */
  page: string
}

/** GET /v1/scrape. Rejects when the connection breaks. */
export async function askRest({ url, key, page }: Target, agent: Agent): Promise<Exchange> {
  const path = `/v1/scrape?${new URLSearchParams({ url: page })}`
  const { status, body } = await exchange(`${url}${path}`, agent, { authorization: `Bearer ${key}` })
  const type = (JSON.parse(body) as { detail?: { type: string }[] }).detail?.[0]?.type
  return { status, outcome: type ?? (status === 200 ? 'ok' : `status ${status}`) }
}

/** The tool `scrape` over MCP, in one POST. Rejects when the connection breaks. */
export async function askMcp({ url, key, page }: Target, agent: Agent): Promise<Exchange> {
  const params = { name: 'scrape', arguments: { url: page }, _meta: modernMeta }
  const headers = {
    ...jsonHeaders,
    authorization: `Bearer ${key}`,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'scrape',
  }
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const { status, body } = await exchange(`${url}/mcp`, agent, headers, message)
  if (body.includes('"structuredContent"')) return { status, outcome: 'ok' }
  return { status, outcome: /"text":"(\w+):/.exec(body)?.[1] ?? /"type":"(\w+)"/.exec(body)?.[1] ?? `status ${status}` }
}

/** GET /healthz: keeps the connection, which the service closes when nothing comes for five seconds. */
export async function keepConnection({ url }: Target, agent: Agent): Promise<Exchange> {
  const { status } = await exchange(`${url}/healthz`, agent, {})
  return { status, outcome: status === 200 ? 'ok' : `status ${status}` }
}

function exchange(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  message?: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const method = message === undefined ? 'GET' : 'POST'
    const sent = request(url, { agent, method, headers, timeout: 60_000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The service closed the kept connection at the moment of this request: it goes out on another one.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(exchange(url, agent, headers, message))
      else reject(error)
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer within a minute')))
    sent.end(message)
  })
}
