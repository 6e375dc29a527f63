/** The site for the cluster torture test, with small, long and slow pages, and pages that need a browser. */

import type { ServerResponse } from 'node:http'
import { type Origin, openOrigin } from '../../../test/origin.ts'

const words = 'A sentence of a page of some length, with a number that differs. '

/** Duration of a slow page, which is longer than a cancellation takes. */
const slowPageMs = 1500

export function openTortureSite(): Promise<Origin> {
  const html = (body: string) => ({ body: `<title>A page</title><main><h1>A page</h1>${body}</main>` })
  const paragraph = `<p>${words.repeat(20)}</p>`
  const late = (response: ServerResponse, ms: number, body: string) => void setTimeout(() => response.end(body), ms)
  return openOrigin({
    '/page': html(`${paragraph}<a href="/other">other</a>`),
    '/long': html(`<p>${words.repeat(25)}</p>`.repeat(4)),
    '/reset': (_, response) => void response.destroy(),
    '/missing': { status: 404, ...html('<p>It is not here.</p>') },
    '/slow': (_, response) =>
      late(response.setHeader('content-type', 'text/html'), slowPageMs, html(paragraph).body ?? ''),
    '/rendered': html(
      `<p id="app"></p><script>fetch('/data').then(r => r.text()).then(t => { app.textContent = t })</script>`,
    ),
    '/data': (_, response) => late(response, 100, words.repeat(20)),
  })
}
