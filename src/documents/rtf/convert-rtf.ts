/** Converts RTF to HTML: paragraphs, headings, lists, tables, links and notes. Decodes no images and opens no objects. */

import { decodeText } from '../../page/encodings.ts'
import type { Page } from '../../page/page.ts'
import type { ConvertedDocument, ReadOptions } from '../converted/converted-document.ts'
import { brokenDocument, type DocumentMeter, noText } from '../converted/document-meter.ts'
import { isSymbolFont, symbolOf } from '../converted/flow/symbol-font.ts'
import { openDestination } from './destinations.ts'
import { RtfDocument } from './rtf-document.ts'
import { type RtfState, skipped } from './state.ts'
import { namedCharacters, stateWords, textWords } from './words.ts'

/** Throws invalid_response for anything that isn't RTF. */
export async function convertRtf(
  { body }: Page,
  meter: DocumentMeter,
  { comments }: ReadOptions,
): Promise<ConvertedDocument> {
  const source = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
  if (!/^(?:\xef\xbb\xbf)?[\s\0]*\{\\rtf/.test(source)) throw brokenDocument("it isn't RTF, although its type says so")
  const document = new RtfDocument(meter, comments)
  const reader = new RtfReader(document)
  const pattern = new RegExp(tokens)
  for (let found = pattern.exec(source); found; found = pattern.exec(source)) {
    const [, name, number, hex, escaped, symbol = '', brace, text] = found
    const bytes = hex === undefined ? (escaped ?? text) : String.fromCharCode(Number.parseInt(hex, 16))
    if (bytes === undefined) reader.flush()
    if (bytes !== undefined) reader.bytes(bytes)
    else if (brace === '{') reader.open()
    else if (brace === '}') reader.close()
    else if (name === 'bin') pattern.lastIndex += Math.max(0, Number(number ?? 0))
    else reader.word(name ?? symbol, number === undefined ? null : Number(number))
  }
  if (!reader.end()) meter.broken('the end of the file')
  const html = document.end()
  return { properties: document.properties, html, warnings: [...noText(html), ...document.hidden.warnings] }
}

/** A control word, a byte in hexadecimal, an escaped character, a control symbol, a brace, or text. Line breaks in the file aren't text. */
const tokens = /\\([a-z]{1,32})(-?\d{1,10})?\d* ?|\\'([\da-f]{2})|\\([\\{}])|\\([\s\S])|([{}])|([^\\{}\r\n\0]+)/gi

/** Groups nested more deeply don't save or restore the state. */
const maxGroups = 4000

/** The placeholder character for an attachment. */
const objectSign = 0xfffc

class RtfReader {
  readonly #document: RtfDocument
  readonly #groups: RtfState[] = []
  #deeperGroups = 0
  #isStarred = false
  /** Number of characters left to skip after `\uN`. */
  #fallback = 0
  /** Bytes of text that haven't been decoded yet. */
  #pending = ''

  constructor(document: RtfDocument) {
    this.#document = document
  }

  open(): void {
    this.#fallback = 0
    this.#isStarred = false
    if (this.#groups.length >= maxGroups) this.#deeperGroups++
    else this.#groups.push({ ...this.#document.state })
  }

  close(): void {
    this.#fallback = 0
    this.#isStarred = false
    const outer = this.#deeperGroups > 0 ? undefined : this.#groups.pop()
    if (this.#deeperGroups > 0) this.#deeperGroups--
    if (!outer) return
    const { destination } = this.#document.state
    if (destination !== outer.destination) destination?.end?.()
    this.#document.state = outer
  }

  /** Returns false if the file ends inside a group, as a truncated file does. */
  end(): boolean {
    this.flush()
    this.#deeperGroups = 0
    const isWhole = this.#groups.length === 0
    while (this.#groups.length > 0) this.close()
    return isWhole
  }

  word(name: string, number: number | null): void {
    const document = this.#document
    const isStarred = this.#isStarred
    this.#isStarred = name === '*'
    const { destination } = document.state
    if (name === '*' || destination?.isSkipped) return
    const symbol = namedCharacters.get(name)
    if (name === 'u') this.#unicode(number ?? 0)
    else if (symbol !== undefined && this.#fallback > 0) this.#fallback--
    else if (symbol !== undefined) document.text(symbol)
    else {
      this.#fallback = 0
      if (destination?.word?.(name, number) || openDestination(document, name)) return
      const word = stateWords.get(name) ?? (document.isInText ? textWords.get(name) : undefined)
      if (word) word(document, number)
      else if (isStarred) document.state.destination = skipped
    }
  }

  #unicode(number: number): void {
    const code = number < 0 ? number + 0x1_0000 : number
    const { state, fonts } = this.#document
    const name = fonts.get(state.characters.font ?? -1)?.name ?? ''
    if (code >= 0xf000 && code <= 0xf0ff && isSymbolFont(name)) this.#document.text(symbolOf(name, code))
    else if (code > 0 && code <= 0x10_ffff && code !== objectSign) this.#document.text(String.fromCodePoint(code))
    this.#fallback = state.fallbackChars
  }

  bytes(bytes: string): void {
    this.#isStarred = false
    const rest = bytes.slice(this.#fallback)
    this.#fallback -= bytes.length - rest.length
    if (!this.#document.state.destination?.isSkipped) this.#pending += rest
  }

  /** Decodes pending bytes using their font's encoding. */
  flush(): void {
    if (this.#pending === '') return
    const bytes = Buffer.from(this.#pending, 'latin1')
    this.#pending = ''
    const { state, fonts, defaultFont, encoding, isInText } = this.#document
    const font = fonts.get(state.characters.font ?? defaultFont ?? -1)
    const isSymbols = font && isSymbolFont(font.name) && isInText
    const text = isSymbols
      ? Array.from(bytes, (byte) => symbolOf(font.name, byte)).join('')
      : decodeText(bytes, font?.encoding ?? encoding)
    this.#document.text(text)
  }
}
