/** `GET /?url=…`: a page's article as markdown from jsdom, Readability and turndown. */

import { createServer } from 'node:http'
import { Readability } from '@mozilla/readability'
import { JSDOM, VirtualConsole } from 'jsdom'
import Turndown from 'turndown'
import { gfm } from 'turndown-plugin-gfm'
import { announce, fetchHtml } from './listen.mjs'

const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
turndown.use(gfm)
const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost').searchParams.get('url')
  // Without a virtual console, jsdom prints every style sheet that it can't parse.
  const { window } = new JSDOM(await fetchHtml(url), { url, virtualConsole: new VirtualConsole() })
  const article = new Readability(window.document).parse()
  window.close()
  const content = turndown.turndown(article?.content || '<p></p>')
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ title: article?.title, content }))
})
server.listen(0, '127.0.0.1', () => announce(`http://127.0.0.1:${server.address().port}`))
