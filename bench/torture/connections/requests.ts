/** Requests pages as well-behaved clients do, over a keep-alive connection, through REST or MCP. */

import { type Agent, request } from 'node:http'
import { jsonHeaders, modernMeta } from './mcp-message.ts'

export interface Exchange {
  /** HTTP status. */
  status: number
  /** `ok`, or the error type. */
  outcome: string
}

interface Target {
  /** Base URL of the service. */
  url: string
  key: string
  /** URL of the page to scrape. */
  page: string
}

/** Sends GET /v1/scrape. Rejects if the connection breaks. */
export async function askRest({ url, key, page }: Target, agent: Agent): Promise<Exchange> {
  const path = `/v1/scrape?${new URLSearchParams({ url: page })}`
  const { status, body } = await exchange(`${url}${path}`, agent, { authorization: `Bearer ${key}` })
  const type = (JSON.parse(body) as { detail?: { type: string }[] }).detail?.[0]?.type
  return { status, outcome: type ?? (status === 200 ? 'ok' : `status ${status}`) }
}

/** Calls the tool `scrape` over MCP, in one POST. Rejects if the connection breaks. */
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
  const { status, body } = await exchange(`${url}/mcp?result=structured`, agent, headers, message)
  if (body.includes('"structuredContent"')) return { status, outcome: 'ok' }
  return { status, outcome: /"text":"(\w+):/.exec(body)?.[1] ?? /"type":"(\w+)"/.exec(body)?.[1] ?? `status ${status}` }
}

/** Sends GET /healthz to keep the connection, which the service closes after five idle seconds. */
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
      // The service closed the kept connection just as this request was sent, so this retries on another one.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(exchange(url, agent, headers, message))
      else reject(error)
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer within a minute')))
    sent.end(message)
  })
}
