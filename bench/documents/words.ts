/** Scores how many of the words that another program extracts from a document are in its markdown. */

import { squeeze } from './score.ts'
import type { Truth } from './truth.ts'

export interface WordScore {
  expected: number
  found: number
  missing: string[]
}

/**
 * Counts the words of `reference` (one string per page) that are in `text`. Skips list labels and page furniture: lines in `furniture`,
 * bare page numbers, and first and last lines that repeat across pages. A word hyphenated at the end of a line counts as one.
 */
export function scoreWords(
  reference: readonly string[],
  text: string,
  { furniture = [], marks = [], absent = [] }: Pick<Truth, 'furniture' | 'marks' | 'absent'> = {},
): WordScore {
  const shown = reference.map((page) => absent.reduce((left, phrase) => left.replaceAll(phrase, ' '), page))
  const words = withoutFurniture(shown, [...furniture, ...absent])
    .flatMap((page) => wordsOf(joinHyphens(withoutLabels(page))))
    .filter((word) => !marks.includes(word))
  const left = new Map<string, number>()
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1)
  const squeezed = squeeze(text)
  const missing: string[] = []
  for (const [at, word] of words.entries()) {
    const count = left.get(word) ?? 0
    if (count > 0) left.set(word, count - 1)
    else if (!isWithin(words, at, squeezed)) missing.push(word)
  }
  return { expected: words.length, found: words.length - missing.length, missing }
}

/** True if the word is between its neighbors in text with different word boundaries. */
function isWithin(words: readonly string[], at: number, squeezed: string): boolean {
  const around = [words[at - 1], words[at], words[at + 1]].filter((word) => word !== undefined).join('')
  const pairs = [`${words[at - 1] ?? ''}${words[at]}`, `${words[at]}${words[at + 1] ?? ''}`]
  return squeezed.includes(around) || pairs.some((pair) => pair.length > 5 && squeezed.includes(pair))
}

/** Returns runs of letters and digits, and each character of scripts without spaces. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase()
  return (
    plain
      .match(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu,
      )
      ?.map(squeeze)
      .filter(Boolean) ?? []
  )
}

/** Markdown numbers lists automatically, so a number, letter or bullet at the start of a line doesn't count as a word. */
function withoutLabels(page: string): string {
  return page.replace(/^[^\S\n]*(?:\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,6})[.)]|[•▪–◦‣*-])(?=\s|$)/gimu, '')
}

export function joinHyphens(page: string): string {
  return page.replace(/(\p{L})[-\u00ad‐]\n\s*(\p{Ll})/gu, '$1$2')
}

function withoutFurniture(pages: readonly string[], furniture: readonly string[]): string[] {
  const stated = new Set(furniture.map(squeeze))
  const edges = new Map<string, number>()
  for (const page of pages) for (const line of new Set(edgesOf(page))) edges.set(line, (edges.get(line) ?? 0) + 1)
  const repeated = new Set(
    [...edges].filter(([, count]) => count >= Math.max(2, pages.length / 4)).map(([line]) => line),
  )
  return pages.map((page) => {
    const atEdge = new Set(edgesOf(page))
    const keeps = (line: string) => {
      const masked = mask(line)
      if (stated.has(squeeze(line))) return false
      return !(atEdge.has(masked) && (repeated.has(masked) || /^(?:#|[ivxlc]+)$/.test(masked)))
    }
    return page.split('\n').filter(keeps).join('\n')
  })
}

function edgesOf(page: string): string[] {
  const lines = page.split('\n').filter((line) => line.trim() !== '')
  return [...lines.slice(0, 3), ...lines.slice(-3)].map(mask)
}

function mask(line: string): string {
  return line
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/[^\p{L}\p{N}#]/gu, '')
}
