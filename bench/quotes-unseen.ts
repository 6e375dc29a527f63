/**
 * Checks `quotes` with pages and documents that bench/quotes.ts doesn't use: what Chromium's selection and `pdftotext` copy, unchanged or
 * changed in one place. The documents are those of ICDAR 2013. `npm run bench -- quotes-unseen [--seed N] [--links N]`
 */

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import type { CheckedQuote } from '../src/contract/list-items.ts'
import { judgeLinks, placeholder, type Source, Verdicts } from './quotes/check-source.ts'
import { copyPage, copyPdf } from './quotes/copies.ts'
import { type Copied, makeUnseen, type UnseenQuote } from './quotes/unseen-quotes.ts'
import { say } from './rig/report.ts'
import { choosePages } from './rig/saved-pages.ts'

interface CopiedSource extends Source {
  copies: Copied[]
}

const documents = fileURLToPath(new URL('../../shared/documents/icdar2013/', import.meta.url))
const pageCount = 80
const documentCount = 20
const quotesPerSource = 6

function readDocuments(): CopiedSource[] {
  const files = globSync(`${documents}*.pdf`).toSorted()
  return files
    .filter((_, n) => n % Math.floor(files.length / documentCount) === 0)
    .slice(0, documentCount)
    .map((file) => {
      const copies = copyPdf(file)
      const text = copies.map((copy) => copy.text).join('\n')
      return {
        name: file.slice(documents.length),
        body: readFileSync(file),
        mediaType: 'application/pdf',
        text,
        copies,
      }
    })
}

async function readPages(browser: Browser): Promise<CopiedSource[]> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const sources: CopiedSource[] = []
  let body: Buffer = Buffer.alloc(0)
  await page.route('**', (route, request) =>
    request.url() === placeholder ? route.fulfill({ body, contentType: 'text/html; charset=utf-8' }) : route.abort(),
  )
  // bench/quotes.ts uses the pages between these.
  const pages = [...choosePages(2 * pageCount, 5_000, 300_000)].filter((_, n) => n % 2 === 1)
  for (const [name, html] of pages) {
    body = html
    await page.goto(placeholder, { waitUntil: 'domcontentloaded' })
    const text = await page.evaluate<string>('document.body.innerText')
    sources.push({ name, body, mediaType: 'text/html', text, copies: await copyPage(page) })
  }
  await context.close()
  return sources
}

const wordsIn = (text: string) => text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []

/** Returns what is wrong with a result; null if nothing is. */
function faultOf(
  { isTrue, original, change, page: wanted }: UnseenQuote,
  { match, text, differences, page }: CheckedQuote,
): string | null {
  if (isTrue && wanted !== undefined && match !== 'none' && page !== wanted) return `page ${page} instead of ${wanted}`
  if (isTrue) return match === 'none' ? `not found; nearest: ${text} ${JSON.stringify(differences)}` : null
  if (match !== 'none') return `FOUND as ${match}: ${text}`
  if (!change) return null
  const nearest = new Set(wordsIn(text ?? ''))
  const words = wordsIn(original)
  if (words.filter((word) => nearest.has(word)).length < 0.8 * words.length)
    return `nearest is another passage: ${text}`
  const [from, to] = withoutSame(change.from, change.to)
  const isNamed = differences.some((one) => (one.quote ?? '').includes(to) && (one.page ?? '').includes(from))
  return isNamed ? null : `${change.from} → ${change.to}, differences: ${JSON.stringify(differences)}`
}

/** Leaves out what both have at their ends. */
function withoutSame(from: string, to: string): [string, string] {
  let start = 0
  while (start < Math.min(from.length, to.length) && from[start] === to[start]) start++
  let end = 0
  while (end < Math.min(from.length, to.length) - start && from.at(-1 - end) === to.at(-1 - end)) end++
  return [from.slice(start, from.length - end), to.slice(start, to.length - end)]
}

const number = { type: 'string' } as const
const { values } = parseArgs({ options: { seed: number, links: number } })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
const sources = [...(await readPages(browser)), ...readDocuments()]
const verdicts = new Verdicts()
const links: { source: Source; checked: CheckedQuote }[] = []
for (const [n, source] of sources.entries()) {
  const other = sources[(n + 1) % sources.length] as CopiedSource
  const made = makeUnseen(
    source.copies,
    other.copies,
    source.text,
    Number(values.seed ?? 1) * 1000 + n,
    quotesPerSource,
  )
  for (const { quote, checked, fault } of await verdicts.judge(source, made, faultOf)) {
    if (fault) say(`  ${source.name} ${quote.kind}: ${fault}\n    ${JSON.stringify(quote.quote)}`)
    // The screenshot of a longer passage may end before it.
    const isShown = (checked.text ?? '').length <= 300
    if (quote.isTrue && checked.match !== 'none' && source.mediaType === 'text/html' && isShown)
      links.push({ source, checked })
  }
}
verdicts.print()
await judgeLinks(browser, links.slice(0, Number(values.links ?? 0)))
await browser.close()
