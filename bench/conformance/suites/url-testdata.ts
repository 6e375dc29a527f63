/** Compares the links found in pages with WHATWG's URL test cases. */

import { readFile } from 'node:fs/promises'
import { collectLinks } from '../../../src/format/links/links.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { type Failure, judge, type Suite, shareOf, suiteData } from '../suite.ts'

interface UrlCase {
  input: string
  base: string | null
  /** Missing if the input isn't a valid URL. */
  href?: string
}

export const urlTestdata: Suite = {
  name: 'url-testdata',
  source: 'web-platform-tests, urltestdata.json',
  async run(options) {
    const location = suiteData('url/urltestdata.json')
    if (!location) return null
    const data = JSON.parse(await readFile(location, 'utf8')) as (string | UrlCase)[]
    const cases = data.filter((entry): entry is UrlCase => typeof entry !== 'string').filter(isOfAPage)
    return judge(shareOf(cases, 300, options), failureOf)
  },
}

/**
 * False for cases that HTML can't express. A page resolves its base against its own URL, reads a NUL as U+FFFD, and always has a base, so
 * inputs that are invalid without a base are valid on a page. @see HTML standard, the base element
 */
function isOfAPage({ input, base, href }: UrlCase): boolean {
  return !input.includes('\0') && (base === null ? href !== undefined : /^https?:/i.test(base))
}

function failureOf({ input, base, href }: UrlCase): Failure | null {
  // `https:x` is relative to a page with the same scheme.
  const pageUrl = /^\s*https:/i.test(input) ? 'http://page.example/' : 'https://page.example/'
  const document = parseDocument(`<base href="${escaped(base ?? '')}"><a href="${escaped(input)}">x</a>`, pageUrl)
  const [link] = collectLinks(document, [document.root])
  const expected = isListed(input, href) ? href : 'none'
  const got = link?.url ?? 'none'
  return got === expected ? null : { name: `${input} at ${base}`, got, expected }
}

/** False for fragments of the page and URLs that lead nowhere, which don't count as links (docs/scrape.md). */
function isListed(input: string, href: string | undefined): href is string {
  return href !== undefined && !/^(?:javascript|vbscript|data|blob|about):/.test(href) && !input.trim().startsWith('#')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
