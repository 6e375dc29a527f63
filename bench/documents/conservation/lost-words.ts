/** Finds the words of a document that its markdown lacks, and that no warning accounts for. */

import { squeeze } from '../score.ts'
import { joinHyphens, wordsOf } from '../words.ts'

interface Reading {
  markdown: string
  warnings: readonly { code: string; message: string }[]
}

/** The text of a document as another program reads it, with a line break after each line. */
export interface Reference {
  pages: readonly string[]
  /** Headers and footers that the format states. */
  running: readonly string[]
}

export function lostWords({ pages, running }: Reference, { markdown, warnings }: Reading): string[] {
  const messageOf = (code: string) => warnings.find((warning) => warning.code === code)?.message
  const hasRunning = messageOf('running_text_removed') !== undefined
  const kept = hasRunning ? withoutRunningText(pages) : [...pages, ...running]
  const words = kept.flatMap((page) => wordsOf(joinHyphens(page.replace(/[\u00ad\u200b-\u200f]/g, ''))))
  const plain = plainText(markdown)
  const missing = missingWords(words, plain)
  const named = headWords(plain, pages.length)
  const lost = missing.filter((word) => {
    const count = named.get(word) ?? 0
    named.set(word, count - 1)
    return count <= 0
  })
  // The warning says how many characters were hidden, but not which.
  const hidden = Number(/^(\d+) characters/.exec(messageOf('hidden_text_removed') ?? '')?.[1] ?? 0)
  return lost.join('').length <= hidden ? [] : lost
}

/** Removes the syntax that may be within words. */
const plainText = (markdown: string) =>
  markdown.replace(/<!-- page \d+ -->|<\/?su[bp]>|\\(?=[^\w\s])/g, '').replace(/\[\^([^\]]+)\]/g, ' $1 ')

/** Words that the end of a line splits, as in `re-` `used`, may be written with their hyphen, and notes apart from their references. */
const minHyphenated = 10

/** Counts each word as often as it occurs. A word may be written together with its neighbors. */
function missingWords(words: readonly string[], text: string): string[] {
  const left = new Map<string, number>()
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1)
  const take = (word: string) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  }
  // Notes may have other numbers: `word7` is then `word[^31]`.
  const isReference = (word: string) => take(/^(\p{L}{2,})\d{1,2}$/u.exec(word)?.[1] ?? '')
  const missing = [...words.entries()].filter(([, word]) => !take(word) && !isReference(word))
  if (missing.length === 0) return []
  const [expected, own] = [squeeze(words.join('')), squeeze(text)]
  const times = (all: string, part: string) => all.split(part).length - 1
  return missing.flatMap(([at, word]) => {
    const around = [-2, -1, 0].flatMap((from) =>
      [1, 2, 3].map((count) => words.slice(Math.max(0, at + from), at + from + count)),
    )
    const isLonger = (some: string) =>
      some.includes(word) && some.length > (word.length < minHyphenated ? word.length : 0)
    const joined = around.map((some) => some.join('')).filter(isLonger)
    return joined.some((some) => times(own, some) >= times(expected, some)) ? [] : [word]
  })
}

/** The head of a table that goes on over pages is written once, so its words may be missing on the other pages. */
function headWords(markdown: string, pages: number): Map<string, number> {
  const named = new Map<string, number>()
  for (const [, head = ''] of markdown.matchAll(/^(\|.*\|)\n\| ---/gm))
    for (const word of wordsOf(head)) named.set(word, (named.get(word) ?? 0) + pages - 1)
  return named
}

/** Removes running headers and footers: lines that are on at least three pages and on half of all pages, of the even or of the odd ones. Their page numbers may differ. */
function withoutRunningText(pages: readonly string[]): string[] {
  const lines = pages.flatMap((page, at) =>
    page.split('\n').flatMap((line, row) => keysOf(line, at).map((key) => ({ ...key, line, page: at, row }))),
  )
  const onPages = (some: typeof lines) => new Set(some.map(({ page }) => page))
  const counted = [...Map.groupBy(lines, ({ text, step }) => `${text} ${step}`).values()]
    .filter((same) => onPages(same).size >= 3)
    .flat()
  const running = [...Map.groupBy(counted, ({ text }) => text).values()].filter((same) =>
    isOnMost(onPages(same), pages.length),
  )
  // A text may be in the header and in the footer. If it recurs more often within a page, it is more than that.
  const atEdges = [...Map.groupBy(running.flat(), ({ text, step, page }) => `${text} ${step} ${page}`).values()]
  const once = atEdges.flatMap((same) => same.slice(0, 2))
  const rows = new Set(once.map(({ page, row }) => `${page} ${row}`))
  return pages.map((page, at) =>
    page
      .split('\n')
      .filter((_, row) => !rows.has(`${at} ${row}`))
      .join('\n'),
  )
}

/** The text of a line, and the same without each of its numbers, which is relative to the page. */
function keysOf(line: string, page: number): { text: string; step: number | null }[] {
  if (line.trim() === '') return []
  const numbers = Array.from(line.matchAll(/\d+|\b[ivxl]+\b/gi), ({ 0: number, index }) => ({
    text: `# ${squeeze(line.slice(0, index) + line.slice(index + number.length))}`,
    step: (roman.indexOf(number.toLowerCase()) + 1 || Number(number)) - page,
  }))
  return [{ text: squeeze(line), step: null }, ...numbers]
}

const roman = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')

function isOnMost(own: ReadonlySet<number>, pages: number): boolean {
  const even = [...own].filter((page) => page % 2 === 1).length
  return own.size >= 3 && (own.size * 2 >= pages || even * 2 >= pages >> 1 || (own.size - even) * 2 >= (pages + 1) >> 1)
}
