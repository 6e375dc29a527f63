/** For quality rigs: HTML and its address → the markdown that scrape gives, by the code that scrape runs. */

import { existsSync } from 'node:fs'

const built = new URL('../dist/format/formats.js', import.meta.url)
const { formatPage } = await import(existsSync(built) ? built.href : '../src/format/formats.ts')

export async function extract(html, url) {
  const body = new TextEncoder().encode(html)
  const page = {
    ...{ url, finalUrl: url, status: 200, contentType: 'text/html; charset=utf-8', mediaType: 'text/html' },
    ...{ charset: 'utf-8', headers: {}, body, rendered: false, complete: true, warnings: [] },
  }
  const formatted = await formatPage(page, { output: 'markdown', cssSelector: null, mainContent: true })
  return formatted.content
}
