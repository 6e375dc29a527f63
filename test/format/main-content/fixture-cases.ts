/** Pages in test/fixtures/main-content/ with their passages, and checks for those passages in markdown. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { decodeHTML } from 'entities'
import { marked, type Token } from 'marked'

const folder = new URL('../../fixtures/main-content/', import.meta.url)

/** A passage is the text of one block with collapsed white space. */
export interface FixtureCase {
  url: string
  language: string
  /** Passages that the markdown must contain, in document order. */
  content: string[]
  /** Passages that the markdown must not contain, each listed as often as it is on the page. */
  other: string[]
  /** Optional passages: names and dates in a thread, prices, captions. */
  either: string[]
  /** Passages of `content` that are known to be missing. */
  missing: string[]
  /** Passages of `other` that are known to be included. */
  extra: string[]
}

export type Verdict = Pick<FixtureCase, 'missing' | 'extra'>

/** Names of the cases, such as `forums/phpbb-de`. A new case is two files. */
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
 * Returns the content missing from the markdown, and the other passages that it contains. Compares words, so marks and line breaks don't
 * count. Each word of the markdown belongs to one passage, and longer passages match first: `Re: Title` before `Title`. Content is
 * searched for between the content already found before and after it.
 */
export function judge(
  markdown: string,
  { content, other, either }: Pick<FixtureCase, 'content' | 'other' | 'either'>,
): Verdict {
  const text = new WordText(markdown)
  const places: (Place | null)[] = content.map(() => null)
  const extra = new Set<number>()
  const findContent = (words: string, n: number) => {
    const before = places.slice(0, n).findLast((place) => place !== null)
    const behind = places.slice(n + 1).find((place) => place !== null)
    places[n] = text.take(words, before?.to ?? 0, behind?.from ?? Number.POSITIVE_INFINITY)
  }
  const finders = [
    ...content.map((passage, n) => ({ words: wordsOf(passage), find: (words: string) => findContent(words, n) })),
    ...either.map((passage) => ({ words: wordsOf(passage), find: (words: string) => void text.take(words) })),
    ...other.map((passage, n) => ({
      words: wordsOf(passage),
      find: (words: string) => void (text.take(words) && extra.add(n)),
    })),
  ]
  for (const { words, find } of finders.sort((a, b) => b.words.length - a.words.length)) find(words)
  return {
    missing: content.filter((_, n) => places[n] === null),
    extra: other.filter((_, n) => extra.has(n)),
  }
}

interface Place {
  from: number
  to: number
}

/** The words in the markdown. Each can be used only once. */
class WordText {
  #text: string

  constructor(markdown: string) {
    this.#text = ` ${wordsOf(decodeHTML(plainText(marked.lexer(markdown))))} `
  }

  /** Takes the first occurrence of these words between `min` and `max`, and returns its position. */
  take(words: string, min = 0, max = Number.POSITIVE_INFINITY): Place | null {
    const at = this.#text.indexOf(` ${words} `, min)
    const [from, to] = [at, at + words.length + 1]
    if (at < 0 || to > max) return null
    // This isn't a word, so nothing matches across it. It has the same length, so positions stay valid.
    this.#text = `${this.#text.slice(0, from + 1)}${'|'.repeat(words.length)}${this.#text.slice(to)}`
    return { from, to }
  }
}

/** Returns only the words, in lower case, separated by single spaces. */
function wordsOf(text: string): string {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')
}

/** Returns the text that a reader of the rendered markdown sees, without URLs and image descriptions. */
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
