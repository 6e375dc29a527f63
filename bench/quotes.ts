/**
 * Checks `quotes` with text that other programs read: Chromium from saved pages, `pdftotext` from documents. Some quotes are copies, others are
 * changed in one place. Copies across lines also fail where a page's parts are read in another order, which isn't the fault of `quotes`.
 * `npm run bench -- quotes [--seed N] [--pages N] [--links N]`
 */

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import type { CheckedQuote } from '../src/contract/list-items.ts'
import { judgeLinks, type Source, Verdicts } from './quotes/check-source.ts'
import { type MadeQuote, makeQuotes } from './quotes/make-quotes.ts'
import { say } from './rig/report.ts'
import { choosePages } from './rig/saved-pages.ts'

const documents = ['../test/fixtures/documents/', 'documents/writers/files/'].map(
  (path) => new URL(path, import.meta.url),
)
const maxDocuments = 10

function readDocuments(): Source[] {
  const files = documents.flatMap((folder) =>
    readdirSync(folder).flatMap((name) =>
      /-(en|de|fr)\.pdf$|^(report|paper|notes\.tagged|lecture|invoice)\.pdf$/.test(name) ? [new URL(name, folder)] : [],
    ),
  )
  const step = Math.ceil(files.length / maxDocuments)
  return files
    .filter((_, n) => n % step === 0)
    .map((file) => ({
      ...{ name: file.pathname.split('/').pop() as string, body: readFileSync(file), mediaType: 'application/pdf' },
      text: execFileSync('pdftotext', [fileURLToPath(file), '-'], { encoding: 'utf8' }),
    }))
}

async function readPages(browser: Browser, count: number): Promise<Source[]> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const sources: Source[] = []
  let body: Buffer = Buffer.alloc(0)
  await page.route('**', (route, request) =>
    request.url() === 'http://saved.test/'
      ? route.fulfill({ body, contentType: 'text/html; charset=utf-8' })
      : route.abort(),
  )
  for (const [name, html] of choosePages(count, 5_000, 300_000)) {
    body = html
    await page.goto('http://saved.test/', { waitUntil: 'domcontentloaded' })
    const text = await page.evaluate<string>('document.body.innerText')
    sources.push({ name, body, mediaType: 'text/html', text })
  }
  await context.close()
  return sources
}

/** Returns what is wrong with a verdict; null if nothing is. */
function faultOf({ kind, isTrue, change }: MadeQuote, { match, text, differences }: CheckedQuote): string | null {
  if (isTrue) return match === 'none' ? `${kind}: not found; nearest: ${text} ${JSON.stringify(differences)}` : null
  if (match !== 'none') return `${kind}: FOUND as ${match}: ${text}`
  if (!change) return null
  const isNamed = differences.some(
    ({ quote, page }) => quote?.includes(change.to) && (page ?? '').includes(change.from),
  )
  return isNamed ? null : `${kind}: ${change.from} → ${change.to}, differences: ${JSON.stringify(differences)}; ${text}`
}

const number = { type: 'string' } as const
const { values } = parseArgs({ options: { seed: number, pages: number, links: number } })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
const sources = [...(await readPages(browser, Number(values.pages ?? 40))), ...readDocuments()]
const verdicts = new Verdicts()
const links: { source: Source; checked: CheckedQuote }[] = []
for (const [n, source] of sources.entries()) {
  const other = sources[(n + 1) % sources.length] as Source
  const made = makeQuotes(source.text, other.text, Number(values.seed ?? 1) * 1000 + n)
  for (const { quote, checked, fault } of await verdicts.judge(source, made, faultOf)) {
    if (fault) say(`  ${source.name} ${fault}\n    ${JSON.stringify(quote.quote)}`)
    if (quote.kind === 'copy' && checked.match !== 'none' && source.mediaType === 'text/html')
      links.push({ source, checked })
  }
}
verdicts.print()
await judgeLinks(browser, links.slice(0, Number(values.links ?? 50)))
await browser.close()
