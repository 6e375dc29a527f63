/** Checks the URLs and e-mail addresses found in text against linkify-it's cases. */

import { readFile } from 'node:fs/promises'
import { emailsInText } from '../../../src/format/emails/emails.ts'
import { linksInTextMedia } from '../../../src/format/links/text-links.ts'
import { type Failure, type Suite, suiteData } from '../suite.ts'

export const linkify: Suite = {
  name: 'linkify-it',
  source: 'markdown-it/linkify-it, links.txt and not_links.txt',
  async run() {
    const [links, notLinks] = [suiteData('linkify-it/links.txt'), suiteData('linkify-it/not_links.txt')]
    if (!links || !notLinks) return null
    const cases = [...linked(await readFile(links, 'utf8')), ...unlinked(await readFile(notLinks, 'utf8'))]
    const failures: Failure[] = []
    const style: Record<string, number> = {}
    for (const item of cases) {
      const failure = failureOf(item)
      const kind = failure && kinds.find(([, isOfKind]) => isOfKind(item))?.[0]
      if (kind) style[kind] = (style[kind] ?? 0) + 1
      else if (failure) failures.push(failure)
    }
    const passed = cases.length - failures.length - Object.values(style).reduce((sum, count) => sum + count, 0)
    return { cases: cases.length, passed, style, failures }
  },
}

interface TextCase {
  text: string
  /** Null for a string without a link. */
  link: string | null
}

/** Parses pairs of lines (a text and its link) and single lines that are both. `%` starts a comment. */
function linked(source: string): TextCase[] {
  const blocks = source
    .replace(/^%.*$/gm, '')
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
  return blocks.flatMap(([text, link]) => (text ? [{ text, link: link ?? text.replace(/\s+%.*$/, '').trim() }] : []))
}

function unlinked(source: string): TextCase[] {
  const lines = source.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('%'))
  return lines.map((text) => ({ text, link: null }))
}

const page = { mediaType: 'text/plain', finalUrl: 'https://page.example/' }

function failureOf({ text, link }: TextCase): Failure | null {
  const written = text.replace(/\s+(?:%|\/\/ ).*$/, '')
  const found = [...linksInTextMedia(written, page).map(({ url }) => url), ...emailsInText(written)]
  // The suite lists only the first of several links.
  const [got, expected] = [found[0] ?? null, link].map((url) => url && normal(url))
  return got === expected ? null : { name: text, got: got ?? 'none', expected: expected ?? 'none' }
}

/** Returns a URL in the form in which the suite lists it, and an e-mail address unchanged. */
function normal(link: string): string {
  if (/^https?:/i.test(link)) return URL.parse(link)?.href ?? link
  const [local = '', host = ''] = link.replace(/^mailto:/i, '').split(/@(?=[^@]*$)/)
  return host === '' ? link : `${local}@${host.toLowerCase()}`
}

const kinds: readonly [name: string, isOfKind: (item: TextCase) => boolean][] = [
  // In text, words with dots are more often the names of files and programs.
  ['no scheme', ({ link }) => link !== null && !/^[a-z]+:|@/i.test(link)],
  ['ftp', ({ link }) => link?.startsWith('ftp:') === true],
  ['a quotation mark in or after a URL', ({ link }) => /["']/.test(link ?? '')],
  ['e-mail at a host without a dot', ({ link }) => /@[^.@]*$/.test(link ?? '')],
  ['an underscore next to a URL is emphasis', ({ text, link }) => link === null && /^_http|_$/.test(text)],
]
