/** Converts between Node's HTTP messages and the web's Request and Response, which both SDKs use. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Share } from '../../../base/share.ts'
import type { Config } from '../../../config/config.ts'
import type { RequestContext } from '../../../operations/runtime.ts'
import { writeBytes } from '../../http/response.ts'

/** An MCP request over HTTP, with its parsed JSON body. */
export interface McpHttpRequest extends Pick<RequestContext, 'caller' | 'share' | 'requestId' | 'signal'> {
  body: unknown
  left: AbortSignal
  /** The result format that the request's URL asks for; null if it asks for none. */
  requestedForm: Exclude<Config['GLEANER_MCP_RESULT'], 'auto'> | null
}

/** Converts the method, path and headers. The body is passed on separately as JSON. */
export function toRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one)
  }
  const method = request.method ?? 'GET'
  return new Request(new URL('/mcp', 'http://localhost'), { method, headers, signal })
}

/** Writes a web response and streams its body. Each chunk's bytes count toward `share` until they have been written. Stops early if the client disconnects. */
export async function sendResponse(response: ServerResponse, webResponse: Response, share: Share): Promise<void> {
  // The HTTP server decides whether the connection stays open.
  const headers = [...webResponse.headers].filter(([name]) => name !== 'connection')
  response.writeHead(webResponse.status, Object.fromEntries(headers))
  if (webResponse.body === null) {
    response.end()
    return
  }
  response.flushHeaders()
  const reader = webResponse.body.getReader()
  // The client has disconnected. Its calls are aborted by their signal.
  response.once('close', () => void reader.cancel().catch(() => {}))
  for (;;) {
    const { done, value } = await reader.read()
    if (done || response.destroyed) break
    share.add(value.byteLength)
    await writeBytes(response, value)
    share.give(value.byteLength)
  }
  response.end()
}

/** Returns a JSON-RPC error without an ID, for a body that isn't a request. */
export function jsonRpcError(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
}
