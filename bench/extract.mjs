/** For quality benchmarks: converts HTML, given its URL, to markdown with the same code as scrape. */

import { formatPage } from '../src/format/formats.ts'

/** Reads challenge pages like any other page, because data sets may include some. scrape refuses them as target_blocked. */
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
