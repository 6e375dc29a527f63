/** Reads the markdown of the pages that the questions are about. */

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { formatPage } from '../../../src/format/formats.ts'
import { savedPage } from '../../needs.ts'
import { pageOf } from '../../readers/page-of.ts'
import { arabicMarkdown } from './arabic-page.ts'
import { arabicNews } from './questions.ts'

const texts = new Map<string, string>()

/** Returns the `scrape` result with defaults. A name without a slash is a text in this folder, or the Arabic news page. */
export async function savedMarkdown(page: string): Promise<string> {
  const known = texts.get(page)
  if (known !== undefined) return known
  if (page === arabicNews) return arabicMarkdown()
  const text = page.includes('/') ? await convert(page) : readFileSync(new URL(page, import.meta.url), 'utf8')
  texts.set(page, text)
  return text
}

async function convert(page: string): Promise<string> {
  const html = savedBody(page)
  const request = { output: 'markdown', cssSelector: null, mainContent: true } as const
  const { content } = await formatPage({ ...pageOf(''), body: new Uint8Array(html) }, request)
  return String(content)
}

/** Returns a saved page as received. */
export function savedBody(page: string): Buffer {
  return gunzipSync(readFileSync(savedPage(page).location))
}
