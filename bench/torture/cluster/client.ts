/** A client of the service for REST and both eras of MCP. It gives up on answers that take too long. */

import { setTimeout as wait } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { judgeCall, judgeRest, type Known, type Received } from './answers.ts'
import type { Ask } from './asks.ts'
import { sendBatch } from './batches.ts'

interface TortureClient {
  /** Sends the request once to the service at `base`. Sends any cancellation to `other`. */
  send(ask: Ask, to: { base: string; other: string }): Promise<Known>
  /** Resolves with the outcomes of a batch's URLs. */
  sendBatch(ask: Ask, base: string): Promise<Known[]>
  close(): Promise<void>
}

/** Time after which the client gives up. Requests have a time limit of 12 seconds. */
const patienceMs = 20_000
/** After this time, a call is cancelled or its connection closed. */
const leaveAfterMs = 300

const legacyRevision = '2025-11-25'
const modernRevision = '2026-07-28'
const clientInfo = { name: 'torture', version: '1' }

interface Request {
  method?: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
  /** Called when the head of the response has arrived. */
  onHead?(requestId: string | null): void
}

/** `keys` are in the order of the requests' key indexes. */
export function openTortureClient(keys: readonly string[]): TortureClient {
  // A cut link can leave idle connections silent, so they are kept only briefly.
  const dispatcher = new Agent({ keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 })
  const sessions = new Map<number, Promise<string>>()
  const bearer = (key: number) => ({ authorization: `Bearer ${keys[key]}`, 'content-type': 'application/json' })

  async function request(url: string, { signal, onHead, ...init }: Request): Promise<Received> {
    const limit = AbortSignal.timeout(patienceMs)
    const response = await fetch(url, {
      ...init,
      dispatcher,
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    })
    const requestId = response.headers.get('x-request-id')
    onHead?.(requestId)
    const contentType = response.headers.get('content-type') ?? ''
    return { status: response.status, contentType, requestId, text: await response.text() }
  }

  async function rest({ by, key, name, parameters }: Ask, base: string): Promise<Known> {
    const headers = { ...bearer(key), 'idempotency-key': name }
    if (by === 'get')
      return judgeRest(await request(`${base}/v1/scrape?${new URLSearchParams(parameters)}`, { headers }))
    return judgeRest(await request(`${base}/v1/scrape`, { method: 'POST', headers, body: JSON.stringify(parameters) }))
  }

  const mcpHeaders = (key: number) => ({ ...bearer(key), accept: 'application/json, text/event-stream' })

  /** Returns the session that a key's callers share. If it can't be opened, the next caller tries again. */
  function sessionOf(key: number, base: string): Promise<string> {
    const known = sessions.get(key)
    if (known) return known
    const params = { protocolVersion: legacyRevision, capabilities: {}, clientInfo }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'initialize', method: 'initialize', params })
    const opened = fetch(`${base}/mcp?result=structured`, {
      ...{ method: 'POST', headers: mcpHeaders(key), body, dispatcher, signal: AbortSignal.timeout(patienceMs) },
    }).then(async (response) => {
      await response.text()
      const id = response.headers.get('mcp-session-id')
      if (id === null) throw new Error(`no session: ${response.status}`)
      return id
    })
    sessions.set(key, opened)
    opened.catch(() => sessions.delete(key))
    return opened
  }

  async function mcp(ask: Ask, { base, other }: { base: string; other: string }): Promise<Known> {
    const { by, key, name: id, sequel } = ask
    const params = { name: 'scrape', arguments: typed(ask.parameters) }
    const leaving = new AbortController()
    let head: string | null = null
    const onHead = (requestId: string | null) => {
      head = requestId
    }
    const post = (url: string, headers: Record<string, string>, message: object) =>
      request(`${url}/mcp?result=structured`, {
        ...{ method: 'POST', headers: { ...mcpHeaders(key), ...headers }, signal: leaving.signal, onHead },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      })
    let isCancelled = false
    try {
      if (by === 'modern') {
        if (sequel === 'leaves') void wait(leaveAfterMs).then(() => leaving.abort())
        return judgeCall(await post(base, ...modernCall(id, params)), id)
      }
      let session: string
      try {
        session = await sessionOf(key, base)
      } catch {
        return { state: 'unknown', label: 'mcp: no session could be opened', requestId: null }
      }
      const headers = { 'mcp-session-id': session, 'mcp-protocol-version': legacyRevision }
      const called = post(base, headers, { id, method: 'tools/call', params })
      if (sequel === 'cancels') {
        void wait(leaveAfterMs).then(() => {
          isCancelled = true
          const cancelled = { method: 'notifications/cancelled', params: { requestId: id } }
          return request(`${other}/mcp`, {
            ...{ method: 'POST', headers: { ...mcpHeaders(key), ...headers } },
            body: JSON.stringify({ jsonrpc: '2.0', ...cancelled }),
          }).catch(() => {})
        })
      }
      const known = judgeCall(await called, id)
      return known.state === 'unknown' && isCancelled ? { ...known, label: 'mcp: cancelled, no answer' } : known
    } catch (error) {
      if (leaving.signal.aborted) return { state: 'unknown', label: 'mcp: left', requestId: head }
      return broke(error, head)
    }
  }

  return {
    async send(ask, to) {
      if (ask.by === 'modern' || ask.by === 'session') return mcp(ask, to)
      return rest(ask, to.base).catch((error: unknown) => broke(error, null))
    },
    sendBatch: (ask, base) => sendBatch(ask, base, { dispatcher, headers: bearer(ask.key) }),
    close: () => dispatcher.destroy(),
  }
}

/** Returns the outcome for a connection that broke or stayed silent, which isn't an answer from the service. */
function broke(error: unknown, requestId: string | null): Known {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return { state: 'unknown', label: `connection: ${cause?.code ?? name}`, requestId }
}

function modernCall(id: string, params: { name: string }): [headers: Record<string, string>, message: object] {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modernRevision,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const method = 'tools/call'
  const headers = { 'mcp-protocol-version': modernRevision, 'mcp-method': method, 'mcp-name': params.name }
  return [headers, { id, method, params: { ...params, _meta: meta } }]
}

/** Parses numbers and booleans, because MCP doesn't accept them as strings. */
function typed(parameters: Record<string, string>): Record<string, unknown> {
  const entries = Object.entries(parameters).map(([name, value]) => {
    if (/^\d+$/.test(value)) return [name, Number(value)]
    return [name, value === 'true' ? true : value]
  })
  return Object.fromEntries(entries)
}
