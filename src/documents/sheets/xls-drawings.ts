/** Reads the text boxes, charts, headers and footers of .xls files, which the library leaves out. @see MS-XLS, §2.4; MS-ODRAW, §2.2.9 */

import type { DroppedText } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/write-html.ts'
import { type ChartText, chartTextHtml } from '../office/drawings/graphic.ts'
import { numberText } from '../office/parts/number-formats.ts'
import { addPrinted } from './cell-text.ts'
import type { Workbook } from './workbook.ts'

/** Types of records. */
const [bof, eof, boundSheet, book, references, header, footer] = [0x809, 0x0a, 0x85, 0x1ae, 0x17, 0x14, 0x15]
const [drawing, object, boxText, continued] = [0xec, 0x5d, 0x1b6, 0x3c]
const [series, chartText, source, words, cache, number, label] = [0x1003, 0x1025, 0x1051, 0x100d, 0x1065, 0x203, 0x204]

const version97 = 0x600
const chartStream = 0x20
const note = 0x19

/** Returns a function that returns the HTML of a sheet's drawings, by its place in the workbook. `stream`: the workbook's records. */
export function xlsDrawings(stream: Buffer, workbook: Workbook): (place: number) => string[] {
  const sheets: { at: number; isShown: boolean }[] = []
  const isOwn: boolean[] = []
  const links: (number | null)[] = []
  for (const { type, data } of recordsFrom(stream)) {
    if (type === boundSheet && data.length > 4)
      sheets.push({ at: data.readUInt32LE(0), isShown: (data.readUInt8(4) & 3) === 0 })
    if (type === book) isOwn.push(u16(data, 2) === 0x401)
    for (let at = 2; type === references && at + 6 <= data.length; at += 6)
      links.push(isOwn[u16(data, at)] ? u16(data, at + 2) : null)
  }
  const isShown = (link: number) => sheets[links[link] ?? -1]?.isShown ?? false
  // The library sorts sheets by their position, too.
  const places = [...new Set(sheets.map(({ at }) => at))].sort((a, b) => a - b)
  return (place) => readSheet(stream.subarray(places[place] ?? 0, places[place + 1]), workbook, isShown)
}

type IsShown = (link: number) => boolean

function readSheet(stream: Buffer, { meter, hidden }: Workbook, isShown: IsShown): string[] {
  const html: string[] = []
  const paragraph = (text: string) => {
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
    html.push(lines.map((line) => `<p>${textHtml(line.trim(), meter)}</p>`).join(''))
  }
  let chart: XlsChart | null = null
  let box = { isHidden: false, isNote: false, left: 0, text: '' }
  for (const { type, data, depth, isOld } of recordsFrom(stream)) {
    if (isOld) {
      const kind = u16(data, 4)
      if (type !== object || kind <= 4 || kind === note) continue
      meter.unread('drawings', 'they are in a format before Excel 97')
      return html
    } else if (type === bof && u16(data, 2) === chartStream) chart = new XlsChart()
    else if (type === eof && chart) {
      html.push(chartTextHtml(chart, meter))
      chart = null
    } else if ((type === header || type === footer) && depth === 1 && data.length > 3)
      addPrinted(stringAt(data, 2, u16(data, 0)), hidden)
    else if (type === drawing) {
      const look = readShape(data)
      box = { ...box, isHidden: look.isHidden }
      if (look.text !== '') paragraph(look.text)
    } else if (type === object) box.isNote = u16(data, 4) === note
    else if (type === boxText) box = { ...box, left: box.isNote ? 0 : u16(data, 10), text: '' }
    else if (type === continued && box.left > 0) {
      const text = stringAt(data, 0, box.left)
      box.left -= text.length
      box.text += text
      if (box.left > 0 && text !== '') continue
      if (box.isHidden) hidden.add(box.text)
      else paragraph(box.text)
      box.left = 0
    } else chart?.add(type, data, isShown)
  }
  return html.filter(Boolean)
}

class XlsChart implements ChartText {
  readonly titles: string[] = []
  readonly names: string[] = []
  readonly categories = new Map<number, string>()
  readonly values: Map<number, string>[] = []
  isCopy = true
  #isSeries = false
  #cached = 0

  add(type: number, data: Buffer, isShown: IsShown): void {
    if (type === series || type === chartText) this.#isSeries = type === series
    if (type === series) this.values[this.names.push('') - 1] = new Map()
    if (type === source && this.#isSeries && data[0] === 1) {
      // A reference to cells, and the number of its sheet.
      const isRange = data[1] === 2 && [0x1a, 0x1b].includes((data[8] ?? 0) & 0x1f)
      if (!isRange || !isShown(u16(data, 9))) this.isCopy = false
    }
    if (type === words) {
      const text = stringAt(data, 3, data[2] ?? 0)
      if (this.#isSeries) this.names[this.names.length - 1] = text
      else this.titles.push(text)
    }
    if (type === cache) this.#cached = u16(data, 0)
    if (type === number && data.length >= 14) this.#addPoint(data, numberText('General', data.readDoubleLE(6)))
    if (type === label) this.#addPoint(data, stringAt(data, 8, u16(data, 6)))
  }

  #addPoint(data: Buffer, text: string): void {
    const points = this.#cached === 1 ? this.values[u16(data, 2)] : this.#cached === 2 ? this.categories : undefined
    if (points && !points.has(u16(data, 0))) points.set(u16(data, 0), text)
  }
}

const propertiesMark = Buffer.from([0x0b, 0xf0])

/** The properties of a shape: whether it is hidden, and the text of WordArt. */
function readShape(data: Buffer): { isHidden: boolean; text: string } {
  let [isHidden, text] = [false, '']
  for (let at = data.indexOf(propertiesMark, 2); at !== -1; at = data.indexOf(propertiesMark, at + 2)) {
    const count = u16(data, at - 2) >> 4
    let complex = at + 6 + 6 * count
    for (let i = at + 6; i < at + 6 + 6 * count && i + 6 <= data.length; i += 6) {
      const [id, value] = [u16(data, i), data.readUInt32LE(i + 2)]
      if (id === 0x3bf) isHidden = (value & 0x20002) === 0x20002
      if (id === 0x80c0) text = utf16.decode(data.subarray(complex, complex + value)).replace(/\0.*$/s, '')
      if (id & 0x8000) complex += value
    }
  }
  return { isHidden, text }
}

/** Yields the records of a sheet and of its charts. `isOld`: true for Excel 95 and earlier. */
function* recordsFrom(stream: Buffer) {
  let [depth, isOld] = [0, true]
  for (let at = 0; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at)
    const data = stream.subarray(at + 4, at + 4 + stream.readUInt16LE(at + 2))
    if (type === bof) depth++
    if (type === bof) isOld = u16(data, 0) !== version97
    yield { type, data, depth, isOld }
    if (type === eof && --depth <= 0) return
    at += 4 + stream.readUInt16LE(at + 2)
  }
}

const u16 = (data: Buffer, at: number) => (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8)

/** `Buffer.toString` damages memory in Node 24.21 if the bytes are odd in number and in place. */
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })

/** Returns at most `length` characters. */
function stringAt(data: Buffer, at: number, length: number): string {
  const isWide = ((data[at] ?? 0) & 1) === 1
  return isWide
    ? utf16.decode(data.subarray(at + 1, at + 1 + 2 * length))
    : data.toString('latin1', at + 1, at + 1 + length)
}

const headerFooterType = 479

/** Adds the headers and footers of a sheet of an .xlsb file. @see MS-XLSB, §2.4.57 */
export function addXlsbHeaders(part: Buffer, hidden: DroppedText): void {
  let at = 0
  const numberAt = (maxBytes: number) => {
    let [value, shift] = [0, 0]
    do value |= ((part[at] ?? 0) & 0x7f) << (7 * shift++)
    while (((part[at++] ?? 0) & 0x80) !== 0 && shift < maxBytes)
    return value
  }
  while (at < part.length) {
    const [type, end] = [numberAt(2), numberAt(4) + at]
    at += 2
    while (type === headerFooterType && at + 4 <= Math.min(end, part.length)) {
      const length = part.readUInt32LE(at)
      at += 4
      if (length > part.length) continue
      addPrinted(utf16.decode(part.subarray(at, at + 2 * length)), hidden)
      at += 2 * length
    }
    at = end
  }
}
