/** The text in the XML of Office and OpenDocument files, found without regard to what it means. */

import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import type { Reference } from './lost-words.ts'

interface Format {
  /** Parts with text. */
  parts: RegExp
  /** Parts with headers and footers. */
  running?: RegExp
  /** Elements that contain text; null for all. */
  texts: RegExp | null
  /** Elements after which a line ends. */
  ends: RegExp
  /** Elements whose text isn't shown: deleted text, alternatives, notes to the program. */
  left: RegExp
}

const formats: Record<string, Format> = {
  docx: {
    parts: /^word\/(?:document\d*|footnotes|endnotes)\.xml$/,
    running: /^word\/(?:header|footer)\d*\.xml$/,
    texts: /^(?:w|m|a):t$/,
    ends: /^(?:w:(?:p|tab|br|tc)|a:p|m:r)$/,
    left: /^(?:w:moveFrom|mc:Fallback)$/,
  },
  pptx: {
    parts: /^ppt\/(?:slides\/slide\d+|notesSlides\/notesSlide\d+|diagrams\/data\d+)\.xml$/,
    texts: /^a:t$/,
    ends: /^a:(?:p|br|tab)$/,
    left: /^mc:Fallback$/,
  },
  xlsx: {
    parts: /^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/,
    texts: /^t$/,
    ends: /^(?:si|is)$/,
    left: /^rPh$/,
  },
}
const openDocument: Format = {
  parts: /^content\.xml$/,
  texts: null,
  ends: /^(?:text:(?:p|h|tab|line-break|s)|table:table-cell)$/,
  left: /^(?:text:(?:tracked-changes|note-citation)|office:annotation|svg:(?:title|desc)|style:[\w-]*(?:style|layout|map)|number:[\w-]+|office:(?:meta|scripts|settings))$/,
}
for (const kind of ['ods', 'odp']) formats[kind] = openDocument
formats.odt = { ...openDocument, running: /^styles\.xml$/ }

/** Returns null for other kinds of files. */
export function xmlTexts(path: string, kind: string): Reference | null {
  const format = formats[kind]
  if (!format) return null
  const files = Object.entries(unzipSync(readFileSync(path)))
  const textsIn = (parts: RegExp | undefined) =>
    files.flatMap(([name, bytes]) => (parts?.test(name) ? textOf(new TextDecoder().decode(bytes), format) : []))
  return { pages: textsIn(format.parts), running: textsIn(format.running) }
}

const token = /<(\/?)([\w:.-]+)(?:"[^"]*"|'[^']*'|[^>"'])*?(\/?)>|([^<]+)/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textOf(xml: string, { texts, ends, left }: Format): string {
  let [text, inLeft, inText] = ['', 0, 0]
  for (const [, close, name = '', empty, chars] of xml.replace(/<[!?].*?>/gs, '').matchAll(token)) {
    if (chars !== undefined) {
      if (inLeft === 0 && (texts === null || inText > 0)) text += decoded(chars)
      continue
    }
    const step = close ? -1 : empty ? 0 : 1
    if (left.test(name)) inLeft += step
    if (texts?.test(name)) inText += step
    if (ends.test(name) && step !== 1) text += '\n'
  }
  return text
}

const decoded = (chars: string) =>
  chars.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) =>
    name ? (entities[name] ?? all) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )
