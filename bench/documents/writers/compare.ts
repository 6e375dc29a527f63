/** Compares markdown with the source of its document. */

import type { Warning } from '../../../src/contract/warning.ts'
import { squeeze } from '../score.ts'
import { wordsOf } from '../words.ts'
import { type Found, parse, type Row } from './parse.ts'
import { type Block, type Item, type Source, type Table, textOfItem } from './source.ts'

export const measures = {
  'rows lost': 'rows of tables that are not one row of a table',
  'words lost': 'words of the source that neither the markdown nor a warning has',
  invented: 'words that the source does not have',
  twice: 'words that the markdown has more often than the source',
  heads: 'heads of tables that head a table',
  'head as heading': 'heads of tables that became headings',
  headings: 'headings found',
  'false headings': 'headings that the source does not have',
  levels: 'headings with their level',
  items: 'list items with their depth and kind of list',
  cells: 'cells in their row and column',
  code: 'code blocks that are whole',
  stamps: 'stamps that became headings',
  'prose in tables': 'paragraphs and list items in cells',
} as const
export type Measure = keyof typeof measures

interface Miss {
  measure: Measure
  text: string
  /** The heading before it in the source. */
  after: string
}

export interface Comparison {
  misses: Miss[]
  /** How many parts of the source a measure could miss. */
  totals: Record<Measure, number>
}

const dashes = /[‐‑‒–—−]/g
const normal = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(dashes, '-')
    .replace(/[‘’]/g, "'")
    .replace(/[\s\u200b-\u200f\u00ad]/g, '')
/** True for the same text. Hyphens at the ends of lines don't count. */
function isSame(a: string, b: string): boolean {
  return normal(a) === normal(b) || (/\p{L}{3}/u.test(a) && squeeze(a) === squeeze(b))
}

export function compare(source: Source, markdown: string, warnings: readonly Warning[]): Comparison {
  const found = parse(markdown)
  const comparison = new Comparing(source, found)
  comparison.words(warnings)
  comparison.headings()
  comparison.items()
  comparison.tables()
  comparison.rest()
  return comparison
}

class Comparing implements Comparison {
  readonly misses: Miss[] = []
  readonly totals = Object.fromEntries(Object.keys(measures).map((measure) => [measure, 0])) as Record<Measure, number>
  readonly #source: Source
  readonly #found: Found

  constructor(source: Source, found: Found) {
    this.#source = source
    this.#found = found
  }

  #check(measure: Measure, isRight: boolean, text: string, block?: Block): void {
    this.totals[measure]++
    if (!isRight) this.misses.push({ measure, text, after: this.#headingBefore(block) })
  }

  #headingBefore(block: Block | undefined): string {
    const { blocks } = this.#source
    const at = block ? blocks.indexOf(block) : -1
    const heading = blocks.slice(0, at + 1).findLast((one) => one !== block && one.type === 'heading')
    return heading?.type === 'heading' ? heading.text : ''
  }

  words(warnings: readonly Warning[]): void {
    const { blocks, header = '', footer = '', page = '', stamp } = this.#source
    const running = [header, footer, stamp?.text ?? ''].join('\n')
    const own = wordsOf([...blocks.map(textOf)].join('\n'))
    const given = wordsOf(this.#found.text)
    const named = warnings.map(({ message }) => message).join('\n')
    const hasRemoved = warnings.some(({ code }) => code === 'running_text_removed')
    const isNamed = new Set([...wordsOf(named), ...(hasRemoved ? wordsOf(running) : [])])
    const surplus = surplusOf([...own, ...wordsOf(running)], given)
    for (const [at, word] of surplus) if (!isNamed.has(word)) this.#miss('words lost', word, at, own)
    this.totals['words lost'] += own.length
    const allowed = new Set(wordsOf(`${running}\n${page}`))
    const known = new Set(own)
    for (const [at, word] of surplusOf(given, own)) {
      if (allowed.has(word) || (page !== '' && /^\d{1,2}$/.test(word))) continue
      this.#miss(known.has(word) ? 'twice' : 'invented', word, at, given)
    }
    this.totals.invented += given.length
    this.totals.twice += given.length
  }

  #miss(measure: Measure, word: string, at: number, words: readonly string[]): void {
    this.misses.push({ measure, text: word, after: words.slice(Math.max(0, at - 4), at).join(' ') })
  }

  headings(): void {
    const { blocks, stamp } = this.#source
    const left = [...this.#found.headings]
    for (const block of blocks) {
      if (block.type !== 'heading') continue
      const at = left.findIndex(({ text }) => isSame(text, block.text))
      this.#check('headings', at >= 0, block.text, block)
      const [heading] = at >= 0 ? left.splice(at, 1) : []
      if (block.level !== null)
        this.#check(
          'levels',
          heading?.level === block.level,
          `${heading?.level ?? 'no'} for ${block.level}: ${block.text}`,
          block,
        )
    }
    const isStamp = (text: string) =>
      stamp !== undefined && squeeze(text) !== '' && squeeze(text).includes(squeeze(stamp.text))
    if (stamp) this.#check('stamps', !left.some(({ text }) => isStamp(text)), stamp.text)
    this.totals['false headings'] += this.#found.headings.length
    for (const { text } of left) if (!isStamp(text)) this.misses.push({ measure: 'false headings', text, after: '' })
  }

  items(): void {
    const left = [...this.#found.items]
    const walk = (items: readonly Item[], ordered: boolean, depth: number, block: Block): void => {
      for (const item of items) {
        const text = textOfItem(item)
        const same = left.filter((one) => isSame(one.text, text))
        const isRight = (one: Found['items'][number]) => one.depth === depth && one.ordered === ordered
        const chosen = same.find(isRight) ?? same[0]
        const got = chosen ? `${chosen.ordered ? 'ordered' : 'bullet'} ${chosen.depth}` : 'no item'
        this.#check(
          'items',
          chosen !== undefined && isRight(chosen),
          `${got} for ${ordered ? 'ordered' : 'bullet'} ${depth}: ${text}`,
          block,
        )
        if (chosen) left.splice(left.indexOf(chosen), 1)
        if (typeof item !== 'string') walk(item.items, item.ordered, depth + 1, block)
      }
    }
    for (const block of this.#source.blocks) if (block.type === 'list') walk(block.items, block.ordered, 1, block)
  }

  tables(): void {
    const left = this.#found.tables.flatMap((table) => table.map((row) => ({ table, row })))
    for (const block of this.#source.blocks) {
      if (block.type !== 'table') continue
      let last: Row[] | undefined
      const find = (cells: readonly string[]) => {
        const ranked = left.map((one) => ({
          one,
          score: likeness(cells, one.row.cells) + (one.table === last ? 0.01 : 0),
        }))
        const best = ranked.reduce((top, next) => (next.score > (top?.score ?? 0) ? next : top), ranked[0])
        if (!best || best.score < 0.6) return
        left.splice(left.indexOf(best.one), 1)
        last = best.one.table
        return best.one
      }
      // The head is sought last, in the table of the first row: the same head may be above other rows too.
      const [head, ...body] = block.rows
      const rows = block.head ? body : block.rows
      const matches = rows.map(find)
      for (const [at, cells] of rows.entries()) this.#row(block, cells, matches[at])
      if (!block.head || !head) continue
      last = matches.find(Boolean)?.table
      const own = last
      const match = find(head)
      this.#row(block, head, match)
      this.#check('heads', match !== undefined && match.table === own && match.row.isHead, head.join(' | '), block)
      this.#check('head as heading', !this.#isHeading(head), head.join(' | '), block)
    }
  }

  /** True if a row, or one of its cells, became a heading. */
  #isHeading(row: readonly string[]): boolean {
    const known = new Set(this.#source.blocks.flatMap((one) => (one.type === 'heading' ? [normal(one.text)] : [])))
    const parts = new Set([row.join(''), ...row].map(normal))
    return this.#found.headings.some(({ text }) => !known.has(normal(text)) && parts.has(normal(text)))
  }

  #row(block: Table, row: readonly string[], match: { table: Row[]; row: Row } | undefined): void {
    this.#check('rows lost', match !== undefined, row.filter(Boolean).join(' | '), block)
    const columns = match && columnsOf(match.table, row.length)
    for (const [at, cell] of row.entries()) {
      if (cell === '') continue
      const got = match && columns ? (match.row.cells[columns[at] ?? -1] ?? '') : ''
      this.#check('cells', isSame(got, cell), `"${got}" for "${cell}"`, block)
    }
  }

  rest(): void {
    const codes = this.#found.codes.map(codeText)
    const cells = this.#found.tables
      .flat()
      .flatMap((row) => row.cells)
      .map(squeeze)
    const own = new Set(
      this.#source.blocks.flatMap((block) => (block.type === 'table' ? block.rows.flat().map(squeeze) : [])),
    )
    const foreign = cells.filter((cell) => cell.length >= 12 && !own.has(cell))
    const inCell = (text: string) => {
      const whole = squeeze(text)
      const parts = whole.match(/.{1,30}/gu) ?? []
      return parts.some((part) => part.length >= 12 && foreign.some((cell) => cell.includes(part)))
    }
    for (const block of this.#source.blocks) {
      if (block.type === 'code')
        this.#check('code', codes.includes(codeText(block.text)), block.text.split('\n')[0] ?? '', block)
      else if (block.type === 'paragraph') this.#check('prose in tables', !inCell(block.text), block.text, block)
      else if (block.type === 'list')
        for (const text of block.items.flatMap(textsOf)) this.#check('prose in tables', !inCell(text), text, block)
    }
  }
}

const codeText = (text: string) =>
  text
    .replace(/[^\S\n]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')
    .replace(/\u00a0/g, ' ')
const textsOf = (item: Item): string[] => [
  textOfItem(item),
  ...(typeof item === 'string' ? [] : item.items.flatMap(textsOf)),
]

function textOf(block: Block): string {
  if (block.type === 'list') return block.items.flatMap(textsOf).join('\n')
  if (block.type === 'table') return block.rows.flat().join('\n')
  return block.type === 'paragraph' ? `${block.text}\n${block.note ?? ''}` : block.text
}

/** The share of a row's cells that the other row has, or 1 for the same text in other cells. */
function likeness(row: readonly string[], other: readonly string[]): number {
  if (isSame(row.join(''), other.join(''))) return 1
  const filled = row.filter(Boolean)
  const left = [...other]
  const shared = filled.filter((cell) => {
    const at = left.findIndex((one) => isSame(one, cell))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return shared.length / Math.max(1, filled.length, other.filter(Boolean).length)
}

/** The columns of a table, without those that are empty where it has too many. */
function columnsOf(table: readonly Row[], expected: number): number[] {
  const width = Math.max(...table.map(({ cells }) => cells.length))
  const all = Array.from({ length: width }, (_, at) => at)
  return width > expected ? all.filter((at) => table.some(({ cells }) => (cells[at] ?? '') !== '')) : all
}

/** Words that `words` has more often than `others`, apart from those that only have other boundaries there. */
function surplusOf(words: readonly string[], others: readonly string[]): [at: number, word: string][] {
  const left = new Map<string, number>()
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1)
  const lacking = [...words.entries()].filter(([, word]) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
  const known = new Set(others)
  const squeezed = others.join('')
  // A word that the others have is not split there, so it is truly missing.
  return lacking.filter(([at, word]) => known.has(word) || !isWithin(words, at, squeezed))
}

function isWithin(words: readonly string[], at: number, squeezed: string): boolean {
  const word = words[at] ?? ''
  return (
    [`${words[at - 1] ?? ''}${word}`, `${word}${words[at + 1] ?? ''}`].some(
      (pair) => pair.length > word.length + 1 && squeezed.includes(pair),
    ) ||
    (word.length > 5 && squeezed.includes(word))
  )
}
