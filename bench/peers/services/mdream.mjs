/** `GET /?url=…`: the page as markdown from `@mdream/js`, on fastify. */

import { htmlToMarkdown } from '@mdream/js'
import fastify from 'fastify'
import { announce, fetchHtml } from './listen.mjs'

const app = fastify()
app.get('/', async ({ query }) => {
  return { content: htmlToMarkdown(await fetchHtml(query.url), { origin: new URL(query.url).origin }) }
})
announce(await app.listen({ port: 0, host: '127.0.0.1' }))
