/** For quality benchmarks: converts HTML and its URL to the markdown that scrape returns, with the same code. */

import { formatPage } from '../src/format/formats.ts'

/** A challenge page, which scrape refuses as target_blocked, is read like any other, because data sets may include some. */
export async function extract(html, url) {
  const page = {
    ...{ url, finalUrl: url, status: 200, contentType: 'text/html; charset=utf-8', mediaType: 'text/html' },
    ...{ charset: 'utf-8', headers: {}, body: new TextEncoder().encode(html), rendered: false, complete: true },
    warnings: [],
  }
  const request = { output: 'markdown', cssSelector: null, mainContent: true, readsChallenges: true }
  const { content } = await formatPage(page, request)
  return content
}
