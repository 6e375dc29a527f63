/** The pages of the client matrix, and a page that never responds and reports what happens to its requests. */

import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { openGoogle } from '../../operations/google-ads/google.ts'
import { openOrigin, type Site } from '../../origin.ts'

const document = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main>${body}</main></body></html>`

/** Quotes, backslashes, line breaks, a table, code and other scripts, all of which look different when they are escaped. */
const oaks = `<h1>Oaks</h1><p>“Oak” is the name of some 500 species; the Greek word is δρῦς, and 橡 in Chinese. A "true" oak bears acorns.</p>
<h2>Species</h2><table><tr><th>Name</th><th>Height</th></tr><tr><td>English oak</td><td>20–40 m</td></tr><tr><td>"Cork" oak</td><td>20 m</td></tr></table>
<h2>Counting acorns</h2><pre><code>const lines = text.split("\\n")\nconst path = 'C:\\\\oaks\\\\acorns'\n</code></pre>
<p>Read <a href="/acorns?kind=red&amp;year=2026">about acorns</a> or <a href="/bark">about bark</a>, or write to <a href="mailto:oaks@example.org">the foresters</a>.</p>`

/** More than one piece of 40,000 characters. */
function handbook(): string {
  const part = (at: number) =>
    `<h2>Chapter ${at}</h2><p>Chapter ${at} is about the ${at}. year of an oak. ${'It grows, and each ring of its trunk says how wet the summer was. '.repeat(40)}</p>`
  return `<h1>The handbook of oaks</h1>${Array.from({ length: 24 }, (_, at) => part(at + 1)).join('')}`
}

const pages: Site = {
  '/oaks': { body: document('Oaks', oaks) },
  '/report.pdf': {
    headers: { 'content-type': 'application/pdf' },
    body: readFileSync(new URL('../../fixtures/documents/report.pdf', import.meta.url)),
  },
  '/handbook': { body: document('The handbook of oaks', handbook()) },
  '/gone': { status: 404, body: document('Not here', '<h1>Not here</h1><p>This "page" has moved.</p>') },
}

/** URLs for one call that is cancelled. `arrived` responds once `page` was requested, `dropped` once that request was closed, or not. */
interface HeldPage {
  page: string
  arrived: string
  dropped: string
}

/** How long a client may take to cancel a call. */
const patienceMs = 8000

/** Serves the pages, and Google's pages for the query "desk". */
export async function openSite() {
  const held = new EventEmitter()
  const responses = new Map<string, ServerResponse>()
  const wait = async (name: string, response: ServerResponse) => {
    const [outcome] = await Promise.race([
      once(held, name),
      new Promise<['no']>((resolve) => setTimeout(resolve, patienceMs, ['no']).unref()),
    ])
    response.end(outcome)
  }
  const holding: Site = {
    '/held': ({ url = '' }, response) => {
      const key = new URL(url, 'http://site.test').search
      responses.set(key, response)
      response.on('close', () => held.emit(`dropped${key}`, 'yes'))
      held.emit(`arrived${key}`, 'yes')
    },
    '/arrived': ({ url = '' }, response) => void wait(url.slice(1), response),
    '/dropped': ({ url = '' }, response) => {
      const key = new URL(url, 'http://site.test').search
      if (responses.get(key)?.destroyed) return void response.end('yes')
      // Lets the call finish if the client doesn't cancel it.
      void wait(url.slice(1), response).then(() => responses.get(key)?.end('late'))
    },
  }
  const origin = await openOrigin({ ...pages, ...holding })
  const google = await openGoogle({ desk: ['text-2021-data-rw'] })
  return {
    url: origin.url,
    googleUrl: google.template,
    held: (name: string): HeldPage => ({
      page: `${origin.url}/held?${name}`,
      arrived: `${origin.url}/arrived?${name}`,
      dropped: `${origin.url}/dropped?${name}`,
    }),
    close: () => Promise.all([origin.close(), google.close()]),
  }
}
