/** `GET /?url=…`: the page as markdown from undici, cheerio and turndown, on `node:http`. */

import { createServer } from 'node:http'
import { toMarkdown } from '../naive.mjs'
import { announce, fetchHtml } from './listen.mjs'

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost').searchParams.get('url')
  const content = toMarkdown(await fetchHtml(url))
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ content }))
})
server.listen(0, '127.0.0.1', () => announce(`http://127.0.0.1:${server.address().port}`))
