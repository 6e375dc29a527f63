/** `GET /?url=…`: the page as markdown from cheerio and turndown (with its GFM plug-in), on fastify. */

import { load } from 'cheerio'
import fastify from 'fastify'
import Turndown from 'turndown'
import { gfm } from 'turndown-plugin-gfm'
import { announce, fetchHtml } from './listen.mjs'

const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
turndown.use(gfm)
const app = fastify()
app.get('/', async ({ query }) => {
  const $ = load(await fetchHtml(query.url))
  const title = $('title').first().text()
  $('script, style, noscript, template').remove()
  return { title, content: turndown.turndown($('body').html() ?? '') }
})
announce(await app.listen({ port: 0, host: '127.0.0.1' }))
