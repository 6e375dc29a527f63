/** Reads plainly written tags: names, and attributes into the object that the element keeps. */

import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import { Token } from 'parse5'
import { type KnownName, nameAt } from './names.ts'
import { type Attributes, createAttributes, noAttributes } from './nodes.ts'

/** More on one tag are dropped. */
export const maxAttributes = 1500

/** So many names are compared with each other, more are looked up. */
const fewNames = 16

const greaterThan = 0x3e
const slash = 0x2f
const equals = 0x3d
const doubleQuote = 0x22
const singleQuote = 0x27

/** A start tag whose attributes are an element's already. */
export class StartTag implements Token.TagToken {
  readonly type = Token.TokenType.START_TAG
  tagName: string
  tagID: number
  selfClosing = false
  ackSelfClosing = false
  readonly location = null
  readonly attribs: Attributes
  #list: Token.Attribute[] | null = null

  constructor({ name, tagID }: KnownName, attribs: Attributes, selfClosing: boolean) {
    this.tagName = name
    this.tagID = tagID
    this.attribs = attribs
    this.selfClosing = selfClosing
  }

  /** As parse5's tree builder has them, which looks at those of few elements. */
  get attrs(): Token.Attribute[] {
    this.#list ??= Object.entries(this.attribs).map(([name, value]) => ({ name, value }))
    return this.#list
  }
}

export class TagReader {
  /** Where the last call has ended: behind a name, or at a tag's `>`. */
  end = 0
  /** Of the last tag. */
  selfClosing = false
  readonly #source: string
  /** Of the attributes of the last tag, in their order; what stands behind them is of other tags. */
  readonly #names: string[] = []
  /** The first `&` at or behind the place that was looked at last; the source's length when there is none. */
  #reference = -1
  #lookedFrom = 0

  constructor(source: string) {
    this.#source = source
  }

  /** The text between two places, with its character references decoded. */
  text(start: number, end: number): string {
    const text = this.#source.slice(start, end)
    return this.#hasReference(start, end) ? decodeHTML(text) : text
  }

  /** A tag's or attribute's name; null when it has letters that are for the states, or nothing stands behind it. */
  name(start: number): KnownName | null {
    const source = this.#source
    let hash = 0
    for (let at = start; ; at++) {
      const code = source.charCodeAt(at)
      if (code <= greaterThan && isEndOfName(code)) {
        this.end = at
        return nameAt(source, start, at, hash)
      }
      // Also where the source has ended.
      if (!(code < 0x80)) return null
      hash = (Math.imul(hash, 31) + code) | 0
    }
  }

  /** The attributes from `at` to the tag's `>`; null when they are for the states. */
  attributes(at: number): Attributes | null {
    const source = this.#source
    const names = this.#names
    let attribs = noAttributes
    let count = 0
    this.selfClosing = false
    for (;;) {
      let code = source.charCodeAt(at)
      while (isSpace(code)) code = source.charCodeAt(++at)
      if (code === greaterThan) {
        this.end = at
        return attribs
      }
      if (code === slash) {
        this.selfClosing = source.charCodeAt(++at) === greaterThan
        continue
      }
      // A name may begin with `=`, though not go on with it.
      const known = code === equals ? null : this.name(at)
      if (known === null) return null
      const value = this.#value(this.end)
      if (value === null) return null
      at = this.end
      const { name } = known
      if (count === maxAttributes) continue
      if (count === 0) attribs = createAttributes()
      else if (count > fewNames ? attribs[name] !== undefined : names.lastIndexOf(name, count - 1) !== -1) continue
      attribs[name] = value
      names[count++] = name
    }
  }

  /** The value whose `=` stands at `at` or behind white space; empty without one, null when it is for the states. */
  #value(at: number): string | null {
    const source = this.#source
    let code = source.charCodeAt(at)
    while (isSpace(code)) code = source.charCodeAt(++at)
    this.end = at
    if (code !== equals) return ''
    code = source.charCodeAt(++at)
    while (isSpace(code)) code = source.charCodeAt(++at)
    const isQuoted = code === doubleQuote || code === singleQuote
    const start = isQuoted ? at + 1 : at
    if (isQuoted) at = source.indexOf(code === doubleQuote ? '"' : "'", start)
    else while (!isSpace(code) && code !== greaterThan && at < source.length) code = source.charCodeAt(++at)
    if (at === -1) return null
    this.end = isQuoted ? at + 1 : at
    const value = source.slice(start, at)
    return this.#hasReference(start, at) ? decodeHTMLAttribute(value) : value
  }

  #hasReference(start: number, end: number): boolean {
    if (this.#reference < start || start < this.#lookedFrom) {
      this.#lookedFrom = start
      const found = this.#source.indexOf('&', start)
      this.#reference = found === -1 ? this.#source.length : found
    }
    return this.#reference < end
  }
}

function isEndOfName(code: number): boolean {
  return isSpace(code) || code === greaterThan || code === slash || code === equals
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c
}
