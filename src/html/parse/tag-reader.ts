/** Reads the names and attributes of tags in plain syntax. Interns names, and writes attributes directly to the element's attributes object. */

import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import { html, Token } from 'parse5'
import { type Attributes, createAttributes, noAttributes } from './nodes.ts'

/** Attributes beyond this number are dropped. */
export const maxAttributes = 1500

/** Up to this number of attributes, names are compared with each other. Beyond it, they are looked up. */
const fewNames = 16

const greaterThan = 0x3e
const slash = 0x2f
const equals = 0x3d
const doubleQuote = 0x22
const singleQuote = 0x27

/** A start tag that already contains the element's attributes object. */
export class StartTag implements Token.TagToken {
  readonly type = Token.TokenType.START_TAG
  tagName: string
  tagID: number
  selfClosing = false
  ackSelfClosing = false
  readonly location = null
  readonly attribs: Attributes
  #list: Token.Attribute[] | null = null

  constructor({ name, tagID }: Pick<KnownName, 'name' | 'tagID'>, attribs: Attributes, selfClosing: boolean) {
    this.tagName = name
    this.tagID = tagID
    this.attribs = attribs
    this.selfClosing = selfClosing
  }

  /** The form that parse5's tree builder expects. The builder reads the attributes of only a few elements. */
  get attrs(): Token.Attribute[] {
    this.#list ??= Object.entries(this.attribs).map(([name, value]) => ({ name, value }))
    return this.#list
  }
}

export function endTagOf(tagName: string, tagID: number): Token.TagToken {
  const type = Token.TokenType.END_TAG
  return { type, tagName, tagID, selfClosing: false, ackSelfClosing: false, attrs: [], location: null }
}

export class TagReader {
  /** Position at which the last read stopped: after a name, or at a tag's `>`. */
  end = 0
  /** True if the last tag was self-closing. */
  selfClosing = false
  readonly #source: string
  /** Attribute names of the last tag, in order. Entries beyond its count are from earlier tags. */
  readonly #names: string[] = []
  /** The first `&` at or after the last position searched; the source's length if there isn't one. */
  #reference = -1
  #lookedFrom = 0

  constructor(source: string) {
    this.#source = source
  }

  /** The text between two positions, with its character references decoded. */
  text(start: number, end: number): string {
    const text = this.#source.slice(start, end)
    return this.#hasReference(start, end) ? decodeHTML(text) : text
  }

  /** A tag or attribute name. Null if it contains characters that parse5's states must read, or if nothing follows it. */
  name(start: number): KnownName | null {
    const source = this.#source
    let hash = 0
    for (let at = start; ; at++) {
      const code = source.charCodeAt(at)
      if (code <= greaterThan && isEndOfName(code)) {
        this.end = at
        return nameAt(source, start, at, hash)
      }
      // This is also true at the end of the source.
      if (!(code < 0x80)) return null
      hash = (Math.imul(hash, 31) + code) | 0
    }
  }

  /** The attributes from `at` to the tag's `>`. Null if parse5's states must read them. */
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
      // A name may start with `=`, but not contain it elsewhere.
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

  /** The value whose `=` is at `at` or after white space. Empty if there isn't one; null if parse5's states must read the value. */
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

export interface KnownName {
  /** In lower case. */
  name: string
  /** parse5's numeric ID for the element with this name. */
  tagID: number
  spelling: string
  hash: number
}

/** A power of two. Names that share a slot evict each other, so no page can make the table grow. */
const places = 4096
const known: (KnownName | undefined)[] = Array.from({ length: places })

/** Each name is a single lower-case string, and no characters are copied. */
function nameAt(source: string, start: number, end: number, hash: number): KnownName {
  const place = (hash ^ (hash >>> 12)) & (places - 1)
  const found = known[place]
  if (found !== undefined && found.hash === hash && isAt(found.spelling, source, start, end)) return found
  // A substring would keep the whole page in memory.
  const spelling = Buffer.from(source.slice(start, end), 'latin1').toString('latin1')
  // The engine interns object keys and compares them by pointer.
  const written = spelling.toLowerCase()
  const [name = ''] = Object.keys({ [ampNames[written] ?? written]: true })
  const added = { name, tagID: html.getTagID(name), spelling, hash }
  if (spelling.length <= maxKeptChars) known[place] = added
  return added
}

const maxKeptChars = 64

/**
 * AMP's elements correspond to HTML elements with the same attributes. `amp-iframe` isn't listed, because the text in an `iframe` isn't markup.
 * @see https://amp.dev/documentation/components, 2026
 */
const ampNames: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ...{ 'amp-img': 'img', 'amp-anim': 'img', 'amp-video': 'video', 'amp-audio': 'audio' },
})

function isAt(spelling: string, source: string, start: number, end: number): boolean {
  if (spelling.length !== end - start) return false
  for (let n = 0; n < spelling.length; n++) if (spelling.charCodeAt(n) !== source.charCodeAt(start + n)) return false
  return true
}
