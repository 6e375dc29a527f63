/** Reads the text that a reader of a markdown document sees, with the position of each character. */

import { firstIndex } from '../../base/first-index.ts'
import { shownLines } from '../markdown-blocks.ts'
import { readInlineMarkup } from '../plain-text.ts'

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

  for (const { kind, marks, text, start } of shownLines(markdown)) {
    for (const [label] of marks.matchAll(listMarker)) {
      markers.push({ at: length, label: label.length > 1 ? label : bullet })
    }
    if (kind === 'code') add(`${text}\n`, start)
    else if (kind === 'row') for (const { 0: cell, index } of text.matchAll(cells)) addLine(cell, start + index)
    else if (kind === 'text') {
      const heading = /^#{1,6}[ \t]+/.exec(text)?.[0].length ?? 0
      addLine(text.slice(heading), start + heading)
    }
  }
  return { text: parts.join(''), offsets: offsets.subarray(0, length + 1), notes, markers, scripts }
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
export function visiblePlace({ text, offsets }: VisibleText, { offset, chars }: { offset: number; chars: number }) {
  const positionOf = (place: number) => firstIndex(offsets.subarray(0, text.length), (at) => at >= place)
  return { start: positionOf(offset), end: positionOf(offset + chars) }
}
