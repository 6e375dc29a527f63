/** Reads RTF token by token: applies the settings of groups, and sends their text to its destination. @see RTF specification 1.9.1 */

import { decodeText } from '../../html/encodings.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { RunStyle } from '../converted/flow/inline-writer.ts'
import { Notes } from '../converted/flow/notes.ts'
import { isSymbolFont, symbolOf } from '../converted/flow/symbol-font.ts'
import { DroppedText, type Grounds, white } from '../converted/hidden-text.ts'
import { pictureHtml } from '../converted/picture-html.ts'
import type { DocumentProperties } from '../converted/properties.ts'
import { encodingOfPage } from './code-pages.ts'
import { openDestination } from './destinations.ts'
import type { RtfFont, RtfStyle } from './header.ts'
import type { ColourTable } from './looks.ts'
import { ParagraphStyles } from './paragraph-styles.ts'
import type { RtfReading } from './reading.ts'
import { initialState, type RtfState, skipped, tableDepthOf } from './state.ts'
import type { CellDefinition } from './table-rows.ts'
import { TextFlow } from './text-flow.ts'
import { RtfTokens } from './tokens.ts'
import { isInvisibleNow } from './visible-text.ts'
import { namedCharacters, stateWords, textWords } from './words.ts'

/** Groups nested more deeply don't save and restore the state. */
const maxGroups = 4000
const maxPendingBytes = 8192

/** The placeholder character for an attachment. */
const objectSign = 0xfffc

export class RtfReader implements RtfReading {
  state: RtfState = initialState()
  flow: TextFlow
  readonly tokens: RtfTokens
  readonly fonts = new Map<number, RtfFont>()
  readonly colours: ColourTable = []
  readonly hidden = new DroppedText()
  paper: Grounds = [white]
  paperWidth = 12_240
  readonly styles = new Map<number, RtfStyle>()
  readonly codeStyles = new Set<number>()
  readonly notes = new Notes()
  readonly properties: DocumentProperties = {}
  encoding = encodingOfPage(1252)
  defaultFont: number | null = null
  row: { cells: CellDefinition[]; isHeader: boolean } = { cells: [], isHeader: false }
  cell: Omit<CellDefinition, 'right'> = { joinsLeft: false, joinsAbove: false, ground: 0 }
  readonly paragraphs = new ParagraphStyles(this.styles)
  /** Number of characters by language identifier. */
  readonly charsByLanguage = new Map<number, number>()

  readonly #groups: RtfState[] = []
  #deeperGroups = 0
  #isStarred = false
  /** Number of characters left to skip after `\uN`. */
  #fallback = 0
  readonly #pending = new Uint8Array(maxPendingBytes)
  #pendingBytes = 0

  readonly #meter: DocumentMeter

  constructor(bytes: Uint8Array, meter: DocumentMeter) {
    this.#meter = meter
    this.flow = new TextFlow(meter)
    this.tokens = new RtfTokens(bytes)
  }

  /** Returns the HTML of the body, including its notes. */
  read(): string {
    for (let token = this.tokens.next(); token !== 'end'; token = this.tokens.next()) {
      if (token === 'byte') this.#byte(this.tokens.byte)
      else {
        this.#flush()
        if (token === 'open') this.#open()
        else if (token === 'close') this.#close()
        else this.#word(this.tokens.name, this.tokens.number)
      }
    }
    this.#flush()
    while (this.#groups.length > 0) this.#close()
    this.paragraphs.endLead(this.flow.inline)
    return this.flow.end() + this.notes.end()
  }

  text(text: string): void {
    const { destination, isHidden, isWebHidden, isDeleted, run, language } = this.state
    if (destination && !destination.isText) {
      if (!destination.isSkipped) destination.text(text)
      return
    }
    if (isDeleted || text === '') return
    // Page numbers in a table of contents are hidden only in web view.
    if (isHidden || (isWebHidden && /\p{L}{2}/u.test(text)) || (/\S/.test(text) && isInvisibleNow(this))) {
      this.hidden.add(text)
      return
    }
    if (language !== null) this.charsByLanguage.set(language, (this.charsByLanguage.get(language) ?? 0) + text.length)
    if (this.flow.inline.isBlank && this.paragraphs.takeLead(text, this.flow.inline, run)) return
    this.flow.inline.text(text, run)
  }

  setRun(change: Partial<RunStyle>): void {
    this.state.run = { ...this.state.run, ...change }
  }

  endParagraph(): void {
    const { paragraph } = this.state
    this.paragraphs.endLead(this.flow.inline)
    this.flow.endParagraph(this.paragraphs.styleOf(paragraph), tableDepthOf(this.state))
    this.paragraphs.forgetLabel()
  }

  endCell(depth: number): void {
    this.paragraphs.endLead(this.flow.inline)
    this.flow.endCell(this.paragraphs.styleOf(this.state.paragraph), depth)
    this.paragraphs.forgetLabel()
  }

  endRow(depth: number): void {
    this.flow.endRow({ ...this.row }, depth)
  }

  divert(onEnd: (html: string) => void): void {
    const { flow } = this
    const { run, look, paragraph } = initialState()
    this.flow = new TextFlow(this.#meter)
    this.state = { ...this.state, run, look, paragraph }
    this.state.destination = {
      isText: true,
      text: () => {},
      end: () => {
        const html = this.flow.end()
        this.flow = flow
        onEnd(html)
      },
    }
  }

  addPicture(alt: string): void {
    const { run, isHidden, isDeleted } = this.state
    if (!isHidden && !isDeleted) this.flow.inline.element(pictureHtml(alt), run)
  }

  #open(): void {
    this.#fallback = 0
    this.#isStarred = false
    if (this.#groups.length >= maxGroups) this.#deeperGroups++
    else this.#groups.push({ ...this.state })
  }

  #close(): void {
    this.#fallback = 0
    this.#isStarred = false
    if (this.#deeperGroups > 0) {
      this.#deeperGroups--
      return
    }
    const outer = this.#groups.pop()
    if (!outer) return
    const { destination } = this.state
    if (destination !== outer.destination) destination?.end?.()
    this.state = outer
  }

  #word(name: string, number: number | null): void {
    if (name === 'bin') {
      this.tokens.skip(number ?? 0)
      return
    }
    if (name === '*') {
      this.#isStarred = true
      return
    }
    const isStarred = this.#isStarred
    this.#isStarred = false
    const { destination } = this.state
    if (destination?.isSkipped) return
    if (name === 'u') {
      this.#unicode(number ?? 0)
      return
    }
    const symbol = namedCharacters.get(name)
    if (symbol !== undefined) {
      if (this.#fallback > 0) this.#fallback--
      else this.text(symbol)
      return
    }
    this.#fallback = 0
    if (destination?.word?.(name, number)) return
    if (openDestination(this, name)) return
    const isInText = !destination || destination.isText
    const word = stateWords.get(name) ?? textWords.get(name)
    if (!word) {
      if (isStarred) this.state.destination = skipped
    } else if (isInText || stateWords.has(name)) word(this, number)
  }

  #unicode(number: number): void {
    const code = number < 0 ? number + 0x1_0000 : number
    const { font, fallbackChars } = this.state
    const name = this.fonts.get(font ?? -1)?.name ?? ''
    if (code >= 0xf000 && code <= 0xf0ff && isSymbolFont(name)) this.text(symbolOf(name, code))
    else if (code > 0 && code <= 0x10_ffff && code !== objectSign) this.text(String.fromCodePoint(code))
    this.#fallback = fallbackChars
  }

  #byte(byte: number): void {
    this.#isStarred = false
    if (this.#fallback > 0) {
      this.#fallback--
      return
    }
    if (this.state.destination?.isSkipped) return
    if (this.#pendingBytes === maxPendingBytes) this.#flush()
    this.#pending[this.#pendingBytes++] = byte
  }

  #flush(): void {
    if (this.#pendingBytes === 0) return
    const bytes = this.#pending.subarray(0, this.#pendingBytes)
    this.#pendingBytes = 0
    const font = this.fonts.get(this.state.font ?? this.defaultFont ?? -1)
    const { destination } = this.state
    if (font && isSymbolFont(font.name) && (!destination || destination.isText)) {
      this.text([...bytes].map((byte) => symbolOf(font.name, byte)).join(''))
    } else this.text(decodeText(bytes, font?.encoding ?? this.encoding))
  }
}
