/** JSON-RPC messages for both eras of the protocol, and functions that post them to a listener. */

import { expect } from 'vitest'
import type { Listener } from './listener.ts'

export const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

export const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

export const scrape = (id: number | string, url: string, meta = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'scrape', arguments: { url }, ...meta },
})

export const cancel = (requestId: number | string) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})

/** `_meta` in every request of the modern era. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export interface PostOptions {
  /** The bearer token, which is the key's id. */
  key?: string
  session?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The body of a modern-era request, and fetch options with the headers that it needs. */
export function modern(method: string, params: Record<string, unknown> = {}): [object, PostOptions] {
  return [
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...modernMeta, ...(params._meta as object) } } },
    {
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
      },
    },
  ]
}

/** Posts a body. Text is sent unchanged. */
export function post(
  { url }: Pick<Listener, 'url'>,
  body: unknown,
  { key = 'key-a', session, headers, signal }: PostOptions = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      ...jsonHeaders,
      authorization: `Bearer ${key}`,
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
}

/** Opens a legacy session and resolves with its id. */
export async function openSession(listener: Pick<Listener, 'url'>, key = 'key-a'): Promise<string> {
  const response = await post(listener, initialize, { key })
  expect(response.status).toBe(200)
  await response.text()
  return response.headers.get('mcp-session-id') ?? ''
}

export interface Message {
  id?: unknown
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
}

/** The messages in a response, streamed or not. */
export function messagesOf(body: string): Message[] {
  return body.startsWith('{') ? [JSON.parse(body)] : messagesIn(body)
}

/** The messages in an event stream that has ended. */
export function messagesIn(stream: string): Message[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
}
