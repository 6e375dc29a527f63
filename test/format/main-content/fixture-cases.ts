/** The pages of test/fixtures/main-content/ with their passages, and what of them a markdown holds. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { decodeHTML } from 'entities'
import { marked, type Token } from 'marked'

const folder = new URL('../../fixtures/main-content/', import.meta.url)

/** A passage is the text of one block, white space collapsed. */
export interface FixtureCase {
  url: string
  language: string
  /** What the markdown must hold, in document order. */
  content: string[]
  /** What it must not hold, each as often as the page has it. */
  other: string[]
  /** What may be there or not: names and dates in a thread, prices, captions. */
  either: string[]
  /** Passages of `content` that are not there yet. */
  missing: string[]
  /** Passages of `other` that are there still. */
  extra: string[]
}

export type Verdict = Pick<FixtureCase, 'missing' | 'extra'>

/** `forums/phpbb-de`, and so on. A new case is two files. */
export const fixtureNames = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -'.html'.length))
  .sort()

export function readFixture(name: string): { html: string; expected: FixtureCase } {
  return {
    html: readFileSync(new URL(`${name}.html`, folder), 'utf8'),
    expected: JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')),
  }
}

export function writeVerdict(name: string, expected: FixtureCase, { missing, extra }: Verdict): void {
  const text = JSON.stringify({ ...expected, missing, extra }, null, 2)
  writeFileSync(new URL(`${name}.json`, folder), `${text}\n`)
}

/**
 * What a markdown lacks of the content and holds of the rest. Compared are words, so that marks and line breaks do not count. Each word
 * of the markdown belongs to one passage: content takes its words first, then the longest passage.
 */
export function judge(markdown: string, { content, other, either }: Omit<FixtureCase, keyof Verdict>): Verdict {
  let rest = ` ${wordsOf(decodeHTML(plainText(marked.lexer(markdown))))} `
  const missing: string[] = []
  let from = 0
  for (const passage of content) {
    const words = ` ${wordsOf(passage)} `
    const at = rest.indexOf(words, from)
    if (at < 0) missing.push(passage)
    else {
      rest = `${rest.slice(0, at)} ${taken} ${rest.slice(at + words.length)}`
      from = at + taken.length + 1
    }
  }
  const extra = new Set<number>()
  const candidates = [...other, ...either].map((passage, n) => ({ words: ` ${wordsOf(passage)} `, n }))
  for (const { words, n } of candidates.sort((a, b) => b.words.length - a.words.length || a.n - b.n)) {
    const at = rest.indexOf(words)
    if (at < 0) continue
    rest = `${rest.slice(0, at)} ${taken} ${rest.slice(at + words.length)}`
    if (n < other.length) extra.add(n)
  }
  return { missing, extra: other.filter((_, n) => extra.has(n)) }
}

/** In the place of words that a passage has taken; no word, so that nothing matches across it. */
const taken = '|'

/** The words alone, in lower case, with one space between two. */
function wordsOf(text: string): string {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')
}

/** Text that a reader of the rendered markdown sees: no addresses, no descriptions of pictures. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('')
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'image':
    case 'def':
      return ''
    case 'br':
      return '\n'
    case 'html':
      return token.raw.replace(/<[^>]*>/g, ' ')
    case 'list':
      return `${plainText(token.items)}\n`
    case 'table': {
      const rows = [token.header, ...token.rows] as { tokens: Token[] }[][]
      return `${rows.flatMap((row) => row.map((cell) => plainText(cell.tokens))).join('\n')}\n`
    }
    case 'list_item':
    case 'blockquote':
    case 'heading':
    case 'paragraph':
      return `${plainText(token.tokens ?? [])}\n`
    default:
      return 'tokens' in token && token.tokens
        ? `${plainText(token.tokens)}${token.type === 'text' ? '\n' : ''}`
        : `${'text' in token ? token.text : ''}${token.type === 'code' ? '\n' : ''}`
  }
}
