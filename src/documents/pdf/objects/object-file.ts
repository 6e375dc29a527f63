/** Reads the objects of a PDF by number, from the cross-reference table or else by searching the file. @see ISO 32000-2, 7.5 */

import { constants, inflateRawSync } from 'node:zlib'
import { attempt } from '../../../base/attempt.ts'
import {
  isArray,
  isDictionary,
  listOf,
  nameOf,
  numericValue,
  type PdfDictionary,
  PdfReference,
  PdfSyntax,
  type PdfValue,
} from './pdf-syntax.ts'

type Place = { offset: number } | { stream: number; index: number }

export const maxStreamBytes = 64 * 1024 * 1024
/** Maximum unpacked bytes across all streams. */
const maxBytes = 192 * 1024 * 1024
const maxTables = 500
const maxObjects = 4_000_000
/** Maximum length of a chain of references. */
const maxChain = 20

export class ObjectFile {
  readonly trailer: PdfDictionary
  uncheckedBytes = maxBytes
  readonly #text: string
  readonly #places = new Map<number, Place>()
  readonly #values = new Map<number, PdfValue>()
  readonly #streams = new Map<number, { text: string; offsets: [number, number][] }>()
  #found: ReadonlyMap<number, number> | null = null
  #bytes = 0

  /** A file with a broken cross-reference table has an empty trailer. */
  constructor(body: Uint8Array) {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
    // Offsets are relative to the header, which isn't always at the start of the file.
    this.#text = text.slice(Math.max(0, text.slice(0, 1100).indexOf('%PDF-')))
    this.trailer = attempt(() => this.#readTables()) ?? attempt(() => this.#readWithoutTables()) ?? new Map()
  }

  /** Returns the value that a reference points to; null if it is missing. */
  resolve(value: PdfValue | undefined): PdfValue {
    let found = value ?? null
    for (let step = 0; found instanceof PdfReference; step++) {
      if (step > maxChain) return null
      found = this.#fetch(found.number)
    }
    return found
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | null {
    const found = this.resolve(value)
    return isDictionary(found) ? found : null
  }

  *references(): Generator<PdfReference> {
    for (const number of this.#places.keys()) yield new PdfReference(number, 0)
  }

  /** Returns a stream's content as Latin-1; null if the value isn't a stream, or has a filter other than Flate. */
  content(value: PdfValue | undefined): string | null {
    const offset = value instanceof PdfReference ? this.#offsetOf(value.number) : null
    return this.#streamAt(offset)?.bytes.toString('latin1') ?? null
  }

  /** Returns the packed data of a stream whose only filter is Flate; null for any other value. */
  packed({ number }: PdfReference): Buffer | null {
    const stream = this.#rawStreamAt(this.#offsetOf(number))
    return stream && this.#filterOf(stream.dictionary) === 'FlateDecode' ? stream.raw : null
  }

  #fetch(number: number): PdfValue {
    const known = this.#values.get(number)
    if (known !== undefined) return known
    const place = this.#places.get(number)
    const offset = this.#offsetOf(number)
    let value: PdfValue = null
    if (offset !== null) value = this.#objectAt(offset)?.value ?? null
    else if (place && 'stream' in place) value = this.#packedObject(place.stream, place.index, number)
    this.#values.set(number, value)
    return value
  }

  /** Returns an object's offset; null if it doesn't exist or is in a stream. If the table is wrong, searches the file as pdf.js does. */
  #offsetOf(number: number): number | null {
    const place = this.#places.get(number)
    if (!place || !('offset' in place)) return null
    const isThere = Number(new PdfSyntax(this.#text, place.offset).word()) === number
    return isThere ? place.offset : (this.#findObjects().get(number) ?? null)
  }

  /** Returns the offsets of all objects found in the file. If several have the same number, the last one counts. */
  #findObjects(): ReadonlyMap<number, number> {
    const starts = this.#text.matchAll(/(?<!\d)(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj(?![a-z])/g)
    this.#found ??= new Map(Array.from(starts, (start) => [Number(start[1]), start.index]))
    return this.#found
  }

  #objectAt(offset: number): { value: PdfValue; end: number } | null {
    const syntax = new PdfSyntax(this.#text, offset)
    syntax.word()
    syntax.word()
    return syntax.word() === 'obj' ? { value: syntax.value(), end: syntax.at } : null
  }

  #packedObject(stream: number, index: number, number: number): PdfValue {
    const packed = this.#streams.get(stream) ?? this.#unpack(stream)
    const [own, offset] = packed.offsets[index] ?? packed.offsets.find(([one]) => one === number) ?? []
    return own === number && offset !== undefined ? new PdfSyntax(packed.text, offset).value() : null
  }

  #unpack(stream: number): { text: string; offsets: [number, number][] } {
    const packed = { text: '', offsets: [] as [number, number][] }
    this.#streams.set(stream, packed)
    const data = this.#streamAt(this.#offsetOf(stream))
    if (!data) return packed
    packed.text = data.bytes.toString('latin1')
    const [count = 0, first = 0] = ['N', 'First'].map((name) => numericValue(this.resolve(data.dictionary.get(name))))
    const syntax = new PdfSyntax(packed.text, 0)
    for (let at = 0; at < count && syntax.at < first; at++) {
      const [number, offset] = [Number(syntax.word()), Number(syntax.word())]
      packed.offsets.push([number, first + offset])
    }
    return packed
  }

  #streamAt(offset: number | null): { dictionary: PdfDictionary; bytes: Buffer } | null {
    const stream = this.#rawStreamAt(offset)
    const bytes = stream && this.#decoded(stream.raw, stream.dictionary)
    return bytes && { dictionary: stream.dictionary, bytes }
  }

  #rawStreamAt(offset: number | null): { dictionary: PdfDictionary; raw: Buffer } | null {
    const object = offset === null ? null : this.#objectAt(offset)
    if (!object || !isDictionary(object.value)) return null
    const start = /[\0\t\n\f\r ]*stream(?:\r\n|\n|\r)/y
    start.lastIndex = object.end
    if (!start.test(this.#text)) return null
    const dictionary = object.value
    const length = this.resolve(dictionary.get('Length'))
    const end = typeof length === 'number' ? start.lastIndex + length : this.#text.indexOf('endstream', start.lastIndex)
    return { dictionary, raw: Buffer.from(this.#text.slice(start.lastIndex, end), 'latin1') }
  }

  #only(value: PdfValue): PdfValue {
    return isArray(value) && value.length <= 1 ? this.resolve(value[0]) : value
  }

  /** Returns the name of a stream's only filter; null if it has none, and empty if it has several. */
  #filterOf(dictionary: PdfDictionary): string | null {
    const filter = this.#only(this.resolve(dictionary.get('Filter')))
    return filter === null ? null : nameOf(filter)
  }

  #decoded(raw: Buffer, dictionary: PdfDictionary): Buffer | null {
    const filter = this.#filterOf(dictionary)
    if (filter !== 'FlateDecode') return filter === null ? raw : null
    // Ignores the zlib header and checksum, as pdf.js does.
    const bytes = inflateRawSync(raw.subarray(2), {
      maxOutputLength: maxStreamBytes,
      finishFlush: constants.Z_SYNC_FLUSH,
    })
    this.#bytes += bytes.length
    if (this.#bytes > maxBytes) throw new RangeError('The objects in the PDF exceed the limit when unpacked')
    const parameters = this.dictionary(this.#only(this.resolve(dictionary.get('DecodeParms'))))
    const [predictor = 1, columns = 1] = ['Predictor', 'Columns'].map((name) =>
      numericValue(this.resolve(parameters?.get(name)), 1),
    )
    return predictor >= 10 ? withoutPredictor(bytes, columns) : bytes
  }

  /** Fills the cross-reference table. Entries in the newest part of the file take precedence. Returns null if no table can be read. */
  #readTables(): PdfDictionary | null {
    const start = this.#text.lastIndexOf('startxref')
    const open: PdfValue[] = [start === -1 ? null : new PdfSyntax(this.#text, start + 9).value()]
    const seen = new Set<number>()
    let trailer: PdfDictionary | null = null
    for (let offset = open.shift(); offset !== undefined; offset = open.shift()) {
      if (typeof offset !== 'number' || seen.has(offset) || seen.size > maxTables) continue
      seen.add(offset)
      const dictionary = this.#readTable(offset)
      if (!dictionary) continue
      trailer ??= dictionary
      open.push(dictionary.get('XRefStm') ?? null, dictionary.get('Prev') ?? null)
    }
    return trailer
  }

  #readWithoutTables(): PdfDictionary {
    for (const [number, offset] of this.#findObjects()) this.#add(number, { offset })
    for (const reference of [...this.references()]) {
      if (nameOf(this.dictionary(reference)?.get('Type')) !== 'ObjStm') continue
      const { offsets } = this.#unpack(reference.number)
      for (const [index, [number]] of offsets.entries()) this.#add(number, { stream: reference.number, index })
    }
    return new Map()
  }

  #readTable(offset: number): PdfDictionary | null {
    const syntax = new PdfSyntax(this.#text, offset)
    if (syntax.word() !== 'xref') return this.#readTableStream(offset)
    const entry = /[\0\t\n\f\r ]*(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+([nf])/y
    for (;;) {
      const word = syntax.word()
      if (word === 'trailer') break
      const [first, count] = [Number(word), Number(syntax.word())]
      if (word === '' || !Number.isInteger(first) || !Number.isInteger(count)) return null
      for (let number = first; number < first + count; number++) {
        entry.lastIndex = syntax.at
        const [, place, , kind] = entry.exec(this.#text) ?? []
        if (place === undefined) return null
        syntax.at = entry.lastIndex
        if (kind === 'n') this.#add(number, { offset: Number(place) })
      }
    }
    const trailer = syntax.value()
    return isDictionary(trailer) ? trailer : null
  }

  #readTableStream(offset: number): PdfDictionary | null {
    const stream = this.#streamAt(offset)
    if (!stream) return null
    const { dictionary, bytes } = stream
    const numbers = (name: string) => listOf(dictionary.get(name)).map((one) => numericValue(one))
    const [types = 0, places = 0, others = 0] = numbers('W')
    const ranges = dictionary.has('Index') ? numbers('Index') : [0, numericValue(dictionary.get('Size'))]
    const width = types + places + others
    if (width < 1 || width > 24) return null
    let at = 0
    const read = (length: number, otherwise: number) => {
      if (length === 0) return otherwise
      let value = 0
      for (let n = 0; n < length; n++) value = value * 256 + (bytes[at++] ?? 0)
      return value
    }
    for (let n = 0; n + 1 < ranges.length; n += 2) {
      const [first = 0, count = 0] = [ranges[n], ranges[n + 1]]
      for (let number = first; number < first + count && at + width <= bytes.length; number++) {
        const [type, place, other] = [read(types, 1), read(places, 0), read(others, 0)]
        if (type === 1) this.#add(number, { offset: place })
        else if (type === 2) this.#add(number, { stream: place, index: other })
      }
    }
    return dictionary
  }

  #add(number: number, place: Place): void {
    if (!this.#places.has(number) && this.#places.size < maxObjects) this.#places.set(number, place)
  }
}

/** Decodes rows of bytes, each stored as its difference from the row above. @see PNG, 9 */
function withoutPredictor(bytes: Buffer, columns: number): Buffer {
  if (!Number.isInteger(columns) || columns < 1 || columns > 1000)
    throw new RangeError('A cross-reference table has too many columns')
  const rows = Math.floor(bytes.length / (columns + 1))
  const plain = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row++) {
    const type = bytes[row * (columns + 1)]
    for (let column = 0; column < columns; column++) {
      const to = row * columns + column
      const left = column > 0 ? (plain[to - 1] ?? 0) : 0
      const up = row > 0 ? (plain[to - columns] ?? 0) : 0
      const corner = row > 0 && column > 0 ? (plain[to - columns - 1] ?? 0) : 0
      const raw = bytes[row * (columns + 1) + 1 + column] ?? 0
      plain[to] = raw + predicted(type, left, up, corner)
    }
  }
  return plain
}

function predicted(type: number | undefined, left: number, up: number, corner: number): number {
  if (type === 1) return left
  if (type === 2) return up
  if (type === 3) return (left + up) >> 1
  if (type !== 4) return 0
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
