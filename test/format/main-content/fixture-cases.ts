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
 * of the markdown belongs to one passage: first to those that contain a passage of content (`Re: Title`), then to content, then to
 * the longest.
 */
export function judge(markdown: string, { content, other, either }: Omit<FixtureCase, keyof Verdict>): Verdict {
  let text = ` ${wordsOf(decodeHTML(plainText(marked.lexer(markdown))))} `
  /** The place behind a passage that was found at or behind `from`, whose words are taken; -1 where it is not there. */
  const take = (words: string, from: number): number => {
    const at = text.indexOf(words, from)
    if (at >= 0) text = `${text.slice(0, at)} ${taken} ${text.slice(at + words.length)}`
    return at < 0 ? at : at + taken.length + 1
  }
  const wanted = content.map((passage) => ({ passage, words: ` ${wordsOf(passage)} ` }))
  const rest = [...either, ...other]
    .map((passage, place) => ({ words: ` ${wordsOf(passage)} `, place: place - either.length }))
    .sort((a, b) => b.words.length - a.words.length || a.place - b.place)
  const containers = new Set(rest.filter(({ words }) => wanted.some((own) => contains(words, own.words))))
  const found = new Set<number>()
  for (const { words, place } of containers) if (take(words, 0) >= 0) found.add(place)
  const missing: string[] = []
  let from = 0
  for (const { passage, words } of wanted) {
    const end = take(words, from)
    if (end < 0) missing.push(passage)
    else from = end
  }
  for (const own of rest) if (!containers.has(own) && take(own.words, 0) >= 0) found.add(own.place)
  return { missing, extra: other.filter((_, place) => found.has(place)) }
}

function contains(words: string, part: string): boolean {
  return words.length > part.length && words.includes(part)
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
