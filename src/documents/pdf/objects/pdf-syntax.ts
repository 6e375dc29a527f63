/** Parses the objects of a PDF: numbers, names, strings, arrays, dictionaries and references. @see ISO 32000-2, 7.3 */

export class PdfName {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export class PdfReference {
  readonly number: number
  readonly generation: number

  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>
/** Strings are bytes decoded as Latin-1. Unreadable values are null. */
export type PdfValue = null | boolean | number | string | PdfName | PdfReference | readonly PdfValue[] | PdfDictionary

/** Maximum nesting of arrays and dictionaries. */
const deepest = 60

const blank = /(?:[\0\t\n\f\r ]+|%[^\r\n]*)*/y
const token = /[^\0\t\n\f\r ()<>[\]{}/%]+/y
const reference = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y

/** Reads consecutive values, starting at `at`. Throws RangeError for values that are nested too deeply. */
export class PdfSyntax {
  at: number
  readonly #text: string
  #depth = 0

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
  }

  /** Returns the keyword at this position, such as `obj`; empty for any other value. */
  word(): string {
    this.#match(blank)
    return this.#match(token)?.[0] ?? ''
  }

  value(): PdfValue {
    this.#match(blank)
    const char = this.#text[this.at]
    if (char === '/') return this.#name()
    if (char === '(') return this.#literal()
    if (char === '[') return this.#nested(() => this.#array())
    if (char === '<') return this.#text[this.at + 1] === '<' ? this.#nested(() => this.#dictionary()) : this.#hex()
    const found = this.#match(reference)
    if (found) return new PdfReference(Number(found[1]), Number(found[2]))
    const word = this.#match(token)?.[0]
    if (word === undefined) this.at++
    if (word === 'true' || word === 'false') return word === 'true'
    const number = word === undefined || word === '' ? Number.NaN : Number(word)
    return Number.isFinite(number) ? number : null
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  #nested<Value>(read: () => Value): Value {
    if (++this.#depth > deepest) throw new RangeError('The objects in the PDF are nested too deeply')
    try {
      return read()
    } finally {
      this.#depth--
    }
  }

  #isEnd(end: string): boolean {
    this.#match(blank)
    if (this.at >= this.#text.length) return true
    if (!this.#text.startsWith(end, this.at)) return false
    this.at += end.length
    return true
  }

  #array(): PdfValue[] {
    this.at++
    const values: PdfValue[] = []
    while (!this.#isEnd(']')) values.push(this.value())
    return values
  }

  #dictionary(): PdfDictionary {
    this.at += 2
    const values = new Map<string, PdfValue>()
    while (!this.#isEnd('>>')) {
      const key = this.value()
      if (key instanceof PdfName) values.set(key.name, this.value())
    }
    return values
  }

  #name(): PdfName {
    this.at++
    const raw = this.#match(token)?.[0] ?? ''
    return new PdfName(
      raw.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    )
  }

  #hex(): string {
    const end = this.#text.indexOf('>', this.at)
    const digits = this.#text.slice(this.at + 1, end === -1 ? undefined : end).replace(/[^\da-f]/gi, '')
    this.at = end === -1 ? this.#text.length : end + 1
    return Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, 'hex').toString('latin1')
  }

  #literal(): string {
    let text = ''
    let open = 0
    const plain = /[^()\\]+/y
    while (this.at < this.#text.length) {
      text += this.#match(plain)?.[0] ?? ''
      const char = this.#text[this.at++]
      if (char === '(') text += open++ > 0 ? char : ''
      else if (char === ')') {
        if (--open === 0) break
        text += char
      } else if (char === '\\') text += this.#escaped()
    }
    return text
  }

  #escaped(): string {
    const octal = this.#match(/[0-7]{1,3}/y)?.[0]
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255)
    if (this.#match(/\r\n?|\n/y)) return ''
    const char = this.#text[this.at++] ?? ''
    return ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' } as Readonly<Record<string, string>>)[char] ?? char
  }
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map
export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value)

/** Return a value of one type, or an empty one for a value of another type. */
export const listOf = (value: PdfValue | undefined) => (isArray(value) ? value : [])
export const nameOf = (value: PdfValue | undefined) => (value instanceof PdfName ? value.name : '')
export const numericValue = (value: PdfValue | undefined, otherwise = 0) =>
  typeof value === 'number' ? value : otherwise

/** Decodes a text string: as UTF-16 or UTF-8 if it has a byte order mark, otherwise as Latin-1, which is close to PDFDocEncoding. */
export function textString(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1')
  if (bytes.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(buffer)
  if (bytes.startsWith('\xff\xfe')) return new TextDecoder('utf-16le').decode(buffer)
  if (bytes.startsWith('\xef\xbb\xbf')) return new TextDecoder().decode(buffer)
  return bytes
}
