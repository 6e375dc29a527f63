/** Reads the text that a reader of a markdown document sees, with the position of each character. */

import { endOfFrontMatter } from '../front-matter.ts'
import { readInlineMarkup } from '../heading-text.ts'
import { closesFence, delimiterRow, fenceMark } from '../markdown-blocks.ts'
import { codeMarks, containerMarks, linesFrom } from '../markdown-lines.ts'
import { wordless } from '../plain-text.ts'

export interface VisibleText {
  /** Lines and table cells are separated by white space. */
  text: string
  /** For each UTF-16 unit of the text, its position in the markdown. */
  offsets: Uint32Array
  /** References to notes, which are left out of the text: the position in the text, and the label. */
  notes: readonly LeftOut[]
  /** Bullets and numbers of list items, which are left out of the text, since browsers don't copy them: the position of the item. */
  markers: readonly LeftOut[]
  /** Positions of raised and lowered digits, which a browser's page has as ordinary digits. */
  scripts: ReadonlySet<number>
}

/** A mark that is left out of the text. */
interface LeftOut {
  at: number
  label: string
}

/** The label of all bullets. */
export const bullet = '•'
const listMarker = /[-*+]|\d+[.)]/g
export const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'
export const lowered = '₀₁₂₃₄₅₆₇₈₉₊₋'
const cells = /(?:\\.|[^\\|])+/gs
const plainSigns = '0123456789+-−'

/** Leaves out images, as they have no text, and front matter. Superscript and subscript digits have Unicode's forms: `10<sup>2</sup>` is `10²`. */
export function readVisibleText(markdown: string): VisibleText {
  const parts: string[] = []
  const offsets = new Uint32Array(markdown.length + 1)
  const notes: LeftOut[] = []
  const markers: LeftOut[] = []
  const scripts = new Set<number>()
  let length = 0
  let script: string | null = null

  function add(text: string, at: number): void {
    if (script === raised && /^\d{1,3}$/.test(text) && /[.,;:!?"”»]$/.test(parts.at(-1) ?? '')) {
      notes.push({ at: length, label: text })
      return
    }
    const shown = script === null ? text : inScript(text, script)
    parts.push(shown)
    if (shown !== text) scripts.add(length)
    for (let n = 0; n < text.length; n++) offsets[length + n] = at + n
    length += text.length
  }

  function addLine(line: string, start: number): void {
    readInlineMarkup(line, start, (text, at, kind) => {
      if (kind === 'note' || kind === 'noteLink') {
        // A label at the start of a line belongs to the note itself.
        if (at > start) notes.push({ at: length, label: text.replace(/<[^>]*>|[[\]\\]/g, '') })
      } else if (kind === 'tag') script = scriptAfter(text, script)
      else add(text, at)
    })
    script = null
    add('\n', start + line.length)
  }

  let fence: string | null = null
  let marksOfFence = 0
  for (const { start, end } of linesFrom(markdown, endOfFrontMatter(markdown))) {
    const line = markdown.slice(start, end)
    if (fence !== null) {
      const marks = Math.min(lengthOf(codeMarks, line), marksOfFence)
      if (closesFence(line.slice(marks).trim(), fence)) fence = null
      else add(`${line.slice(marks)}\n`, start + marks)
      continue
    }
    marksOfFence = lengthOf(containerMarks, line)
    for (const [label] of line.slice(0, marksOfFence).matchAll(listMarker)) {
      markers.push({ at: length, label: label.length > 1 ? label : bullet })
    }
    const heading = /^#{1,6}[ \t]+/.exec(line.slice(marksOfFence))?.[0].length ?? 0
    const text = line.slice(marksOfFence + heading)
    fence = fenceMark.exec(text)?.[0] ?? null
    if (fence !== null || wordless.test(text.trim()) || (text.startsWith('|') && delimiterRow.test(text.trim())))
      continue
    if (text.startsWith('|'))
      for (const { 0: cell, index } of text.matchAll(cells)) addLine(cell, start + marksOfFence + index)
    else addLine(text, start + marksOfFence + heading)
  }
  return { text: parts.join(''), offsets: offsets.subarray(0, length + 1), notes, markers, scripts }
}

function lengthOf(marks: RegExp, line: string): number {
  return marks.exec(line)?.[0].length ?? 0
}

function scriptAfter(tag: string, script: string | null): string | null {
  const [, end, name = ''] = /^<(\/?)(sup|sub)\b/i.exec(tag) ?? []
  if (name === '') return script
  return end ? null : name.toLowerCase() === 'sup' ? raised : lowered
}

function inScript(text: string, forms: string): string {
  return text.replace(/[0-9+\-−]/g, (sign) => forms[Math.min(plainSigns.indexOf(sign), 11)] ?? sign)
}

/** Returns text whose superscript and subscript digits are Unicode's characters for them: `10<sup>2</sup>` is `10²`. */
export function withScriptDigits(text: string): string {
  return text.replace(/<(sup|sub)>([-+−\d]+)<\/\1>/g, (_, name, digits) =>
    inScript(digits, name === 'sup' ? raised : lowered),
  )
}

/** The part of the visible text that a passage of the markdown shows. */
export function visiblePlace(
  { text, offsets }: VisibleText,
  { offset, chars }: { offset: number; chars: number },
): { start: number; end: number } {
  const positionOf = (place: number) => {
    let [low, high] = [0, text.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((offsets[middle] as number) >= place) high = middle
      else low = middle + 1
    }
    return low
  }
  return { start: positionOf(offset), end: positionOf(offset + chars) }
}
