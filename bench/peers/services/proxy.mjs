/** `GET /?url=…`: the unchanged page, through `node:http` and undici. This is the minimum that a service can do. */

import { createServer } from 'node:http'
import { Agent, request as fetchPage } from 'undici'
import { announce } from './listen.mjs'

const dispatcher = new Agent({ connections: 64 })
const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost').searchParams.get('url')
  const { statusCode, headers, body } = await fetchPage(url, { dispatcher })
  const bytes = await body.bytes()
  response.writeHead(statusCode, { 'content-type': headers['content-type'], 'content-length': bytes.length }).end(bytes)
})
server.listen(0, '127.0.0.1', () => announce(`http://127.0.0.1:${server.address().port}`))
