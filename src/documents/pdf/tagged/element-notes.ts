/** Reads the notes of the structure tree: their markers and their text. */

import { lineOf, type PdfLine } from '../layout/line.ts'
import { splitRun } from '../page/run.ts'
import type { StructureElement } from '../page/structure-tree.ts'
import type { TextBlock } from '../text/block.ts'
import type { ListReader } from './element-lists.ts'

export interface TaggedNote {
  /** The note's marker is in `note`, not in the lines. */
  block: TextBlock
  /** The lines including the marker, for a note without a reference. */
  whole: readonly PdfLine[]
}

const signBefore = /^[[(]?(\d{1,3}|[*†‡§‖¶]{1,3}|[a-z]|[ivx]{1,5})(?:[\])][.:]?\s*|[.:]\s+|\s+|$|(?=[\p{Lu}"“„‘«(]))/u

/** Returns the note as one block; empty if it has no text. */
export function readNote(element: StructureElement, reader: ListReader): TaggedNote[] {
  const blocks = reader.blocks(element).flatMap((block) => (block.kind === 'text' ? [block] : []))
  const lines = blocks.flatMap((block) => block.lines)
  const [first] = lines
  if (!first) return []
  // A marker in a separate element belongs to the text of the next one.
  const isSign = ({ text }: PdfLine) => signBefore.exec(text)?.[0].length === text.length
  const ends = blocks
    .slice(0, -1)
    .flatMap((block) => block.lines.at(-1) ?? [])
    .filter((line) => line !== first || !isSign(line))
  const breaks = new Set([...blocks.flatMap((block) => [...block.breaks]), ...ends])
  const { sign, rest } = signOf(first)
  const block: TextBlock = {
    kind: 'text',
    lines: [...rest, ...lines.slice(1)],
    breaks,
    indent: 0,
    isApart: true,
    level: null,
    note: sign,
  }
  return [{ block, whole: lines }]
}

/** Returns the notes of a page. A note without a reference keeps its marker in its text. */
export function notesOf(notes: readonly TaggedNote[], marks: ReadonlySet<string>): TextBlock[] {
  return notes.map(({ block, whole }) =>
    block.note !== null && marks.has(block.note) ? block : { ...block, lines: [...whole], note: null },
  )
}

/** Returns the marker that a note starts with, alone or before its first word. */
function signOf(line: PdfLine): { sign: string | null; rest: PdfLine[] } {
  const [first, ...others] = line.runs
  const [all = '', sign] = signBefore.exec(first?.text.trimStart() ?? '') ?? []
  if (!first || sign === undefined) return { sign: null, rest: [line] }
  const length = all.length + first.text.length - first.text.trimStart().length
  if (length >= first.text.length) return { sign, rest: others.length > 0 ? [lineOf(others)] : [] }
  return { sign, rest: [lineOf([splitRun(first, length)[1], ...others])] }
}
