/** Finds footnotes and endnotes: text that starts with a marker referenced in the preceding text. */

import { lineOf, type PdfLine } from '../layout/line.ts'
import { groupsOf } from '../page/geometry.ts'
import { splitRun } from '../page/run.ts'
import type { Block, TextBlock } from './block.ts'

export const noteSign = /^(?:\d{1,3}|[*†‡§‖¶]{1,3}|[a-z]|[ivx]{1,5})$/
/**
 * A marker at the start of a note. If no space follows it, it can't be a word or a list number. A right-to-left list number has its
 * parenthesis reversed, as in "2( ".
 */
const signBefore = /^(\d{1,3}|[*†‡§‖¶]{1,3}|[a-z]|[ivx]{1,5})( ?)(?=[\p{Lu}\p{Lo}"“„‘«]|\((?!\s))/u

/** Returns the superscript markers that follow other text in any block. */
export function findMarks(blocks: readonly Block[]): Set<string> {
  return new Set(blocks.flatMap(marksIn))
}

function marksIn(block: Block): string[] {
  if (block.kind === 'list') return block.items.flatMap(({ blocks }) => blocks.flatMap(marksIn))
  if (block.kind === 'quote') return block.blocks.flatMap(marksIn)
  if (block.kind !== 'text' && block.kind !== 'item') return []
  return block.lines.flatMap(({ runs }) =>
    runs.flatMap(({ shift, text, isFormula }, at) =>
      at > 0 && shift === 1 && !isFormula && noteSign.test(text.trim()) ? text.trim() : [],
    ),
  )
}

/** Returns the blocks of a page, each note as a block without its marker. `marks`: the reference markers of the whole document. */
export function markNotes(blocks: readonly Block[], bodySize: number, marks: ReadonlySet<string>): Block[] {
  if (marks.size === 0) return [...blocks]
  return blocks.flatMap((block) => {
    const mayBeNote =
      block.kind === 'text' && block.lines.every(({ size, isBold }) => size <= bodySize * 1.03 && !isBold)
    return mayBeNote ? notesOf(block, marks, bodySize) : [block]
  })
}

function notesOf(block: TextBlock, marks: ReadonlySet<string>, bodySize: number): Block[] {
  const lines = block.lines.map((line) => ({ line, found: signOf(line, marks, bodySize) }))
  if (lines.every(({ found }) => found === null)) return [block]
  return groupsOf(lines, (_, { found }) => found === null).map(([{ line, found }, ...others]) => {
    const part = { ...block, lines: [found?.rest ?? line, ...others.map((other) => other.line)] }
    return found ? { ...part, note: found.sign, breaks: new Set() } : part
  })
}

function signOf(line: PdfLine, marks: ReadonlySet<string>, bodySize: number): { sign: string; rest: PdfLine } | null {
  const [first, ...others] = line.runs
  if (!first) return null
  const text = first.text.trim()
  if (marks.has(text) && others.length > 0) {
    const isRaised = others.every(({ baseline }) => baseline - first.baseline > first.size * 0.1)
    const isSign = first.shift === 1 || first.size < line.size * 0.9 || isRaised
    return isSign ? { sign: text, rest: lineOf(others) } : null
  }
  const [all = '', own = '', blank] = signBefore.exec(first.text) ?? []
  if (!marks.has(own) || (blank !== '' && line.size > bodySize * 0.95)) return null
  return { sign: own, rest: lineOf([splitRun(first, all.length)[1], ...others]) }
}

export interface NoteName {
  /** Name of the element that contains the note. */
  name: string
  /** The note's label in references: its marker, or a number if other notes have the same marker. */
  label: string
}

/**
 * Returns the names of each page's notes, keyed by marker. If only one note uses a marker, and its page has no reference to the note, the
 * note is an endnote. Its marker is then valid on every page.
 */
export function nameNotes(pages: readonly { number: number; blocks: readonly Block[] }[]): Map<string, NoteName>[] {
  const signs = pages.map(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' ? (block.note ?? []) : [])))
  const notes = Map.groupBy(signs.flat(), (sign) => sign)
  const everywhere = new Map<string, NoteName>()
  let last = Math.max(0, ...[...notes.keys()].map(Number).filter(Number.isInteger))
  const names = signs.map((own, at) => {
    const marks = findMarks(pages[at]?.blocks ?? [])
    const names = new Map<string, NoteName>()
    for (const one of own) {
      if (names.has(one)) continue
      const isOnly = notes.get(one)?.length === 1
      const label = isOnly ? one : String(++last)
      const name = { name: `fn-${pages[at]?.number}-${label.codePointAt(0)}-${label.replace(/[^\w]/g, '')}`, label }
      if (isOnly && !marks.has(one)) everywhere.set(one, name)
      names.set(one, name)
    }
    return names
  })
  return names.map((own) => new Map([...everywhere, ...own]))
}
