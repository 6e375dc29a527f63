import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noShare } from '../../../../src/base/share.ts'
import { jsonRpcError, sendResponse, toRequest } from '../../../../src/interfaces/mcp/wire/http-messages.ts'

/** Serves one kind of request on loopback, and closes with the test. */
async function serve(handle: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/` }
}

describe('a web request', () => {
  it('has the method and all values of a repeated header', async () => {
    const { port } = await serve((request, response) => {
      const made = toRequest(request, new AbortController().signal)
      response.end(JSON.stringify([made.method, made.headers.get('accept')]))
    })
    const socket = connect(port, '127.0.0.1')
    socket.write('DELETE / HTTP/1.1\r\nhost: x\r\naccept: a/b\r\naccept: c/d\r\nconnection: close\r\n\r\n')
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text).toContain('["DELETE","a/b, c/d"]')
  })
})

describe('a web response', () => {
  it('is written with status, headers and body without closing the connection', async () => {
    const { url } = await serve((_, response) =>
      sendResponse(
        response,
        new Response('hello', { status: 202, headers: { 'x-test': '1', connection: 'close' } }),
        noShare,
      ),
    )
    const response = await fetch(url)
    expect([response.status, response.headers.get('x-test'), await response.text()]).toEqual([202, '1', 'hello'])
    expect(response.headers.get('connection')).toBe('keep-alive')
  })

  it('sends its headers before its body', async () => {
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const { url } = await serve((_, response) => sendResponse(response, new Response(body.readable), noShare))
    const response = await fetch(url)
    const writer = body.writable.getWriter()
    await writer.write(new TextEncoder().encode('late'))
    await writer.close()
    expect(await response.text()).toBe('late')
  })

  it('ends without an error when the client disconnects', async () => {
    const sent = Promise.withResolvers<void>()
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) })
    const { url } = await serve((_, response) =>
      sendResponse(response, new Response(body), noShare).then(sent.resolve, sent.reject),
    )
    const left = new AbortController()
    await fetch(url, { signal: left.signal })
    left.abort()
    await sent.promise
  })
})

describe('a JSON-RPC error without a request', () => {
  it('has a null id and its HTTP status', async () => {
    const response = jsonRpcError(415, -32000, 'Unsupported Media Type')
    expect(response.status).toBe(415)
    const error = { code: -32000, message: 'Unsupported Media Type' }
    expect(await response.json()).toEqual({ jsonrpc: '2.0', error, id: null })
  })
})
