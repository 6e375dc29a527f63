/** The origin's process, which serves the files in a folder. The file names are the escaped paths. */

import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const folder = process.argv[2] ?? ''
const bodies = new Map(readdirSync(folder).map((name) => [decodeURIComponent(name), readFileSync(`${folder}/${name}`)]))
const server = createServer((request, response) => {
  const body = bodies.get(request.url?.replace(/\?.*$/, '') ?? '')
  if (body === undefined) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body)
})
// A peer that is busy for seconds would otherwise send its next request on a connection that has just been closed.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
// Exits when the benchmark does.
process.on('disconnect', () => process.exit())
