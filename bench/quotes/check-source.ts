/** Checks quotes of a saved page or document, and opens the URLs of the passages in a browser. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { checkQuotes } from '../../src/content/quotes/quotes.ts'
import type { CheckedQuote } from '../../src/contract/list-items.ts'
import { formatPage } from '../../src/format/formats.ts'
import { pageOf } from '../../test/readers/page-of.ts'
import { say } from '../rig/report.ts'
import { wordsOf } from './make-quotes.ts'
import { markedWords } from './marked-words.ts'

/** The URL of a saved page. */
export const placeholder = 'http://saved.test/'

export interface Source {
  name: string
  body: Uint8Array
  mediaType: string
  text: string
}

/** Quotes of a kind: how many there are, and for how many the result is correct. */
export class Verdicts {
  readonly #counts = new Map<string, { right: number; all: number }>()

  /** Checks the quotes, counts those without a fault, and returns each with its result and fault. */
  async judge<Q extends { kind: string; quote: string }>(
    source: Source,
    quotes: readonly Q[],
    faultOf: (quote: Q, checked: CheckedQuote) => string | null,
  ): Promise<{ quote: Q; checked: CheckedQuote; fault: string | null }[]> {
    const texts = quotes.map(({ quote }) => quote)
    const verdicts = await check(source, texts, placeholder)
    return quotes.map((quote, n) => {
      const checked = verdicts[n] as CheckedQuote
      const fault = faultOf(quote, checked)
      const { right, all } = this.#counts.get(quote.kind) ?? { right: 0, all: 0 }
      this.#counts.set(quote.kind, { right: right + (fault ? 0 : 1), all: all + 1 })
      return { quote, checked, fault }
    })
  }

  print(): void {
    for (const [kind, { right, all }] of this.#counts) say(`${kind}: ${right} of ${all}`)
  }
}

async function check(source: Source, quotes: readonly string[], finalUrl: string): Promise<CheckedQuote[]> {
  const { body, mediaType } = source
  const page = { ...pageOf(''), body: new Uint8Array(body), mediaType, contentType: mediaType, finalUrl }
  const request = { output: 'markdown', cssSelector: null } as const
  const { content, pageStarts = [] } = await formatPage(page, { ...request, mainContent: true })
  const isDocument = mediaType === 'application/pdf'
  return checkQuotes(quotes, {
    ...{
      markdown: String(content),
      pageStarts,
      isWhole: true,
      place: { finalUrl, opensAt: isDocument ? 'page' : 'text' },
    },
    wholeMarkdown: async () =>
      isDocument ? null : String((await formatPage(page, { ...request, mainContent: false })).content),
  })
}

export async function judgeLinks(
  browser: Browser,
  links: readonly { source: Source; checked: CheckedQuote }[],
): Promise<void> {
  let body = ''
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let right = 0
  for (const { source, checked } of links) {
    body = `${Buffer.from(source.body)}<style>::target-text { background: rgb(254,1,253) !important; color: black !important }</style>`
    const url = (checked.url as string).replace(placeholder, `http://127.0.0.1:${port}/`)
    const marked = await markedWords(browser, url)
    const wanted = wordsOf(checked.text as string).join(' ')
    // Elements may divide a word.
    if (marked.replaceAll(' ', '') === wanted.replaceAll(' ', '')) right++
    else say(`  ${source.name} ${checked.url}\n    wanted ${wanted}\n    marked ${marked}`)
  }
  server.close()
  say(`links: ${right} of ${links.length} mark exactly the passage`)
}
