/** An RTF document while it is being read: its header, the state of the open group, and the text so far. */

import { Comments, Notes } from '../converted/comments.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { ParagraphStyle } from '../converted/flow/flow-writer.ts'
import { InlineWriter } from '../converted/flow/inline-writer.ts'
import { readLabel } from '../converted/flow/labels.ts'
import { paragraphStyle } from '../converted/flow/style-names.ts'
import { DroppedText, type Grounds, isInvisible, isOffPage, type Rgb, white } from '../converted/hidden-text.ts'
import { type DocumentProperties, pictureHtml } from '../converted/write-html.ts'
import { type RtfFont, type RtfStyle, resolveStyle } from './header.ts'
import { initialState, maxTableMargin, type RtfCharacters, type RtfDestination, type RtfState } from './state.ts'
import { type CellDefinition, TextFlow } from './text-flow.ts'

const maxRise = 100

const typedLabel = /^(?:[•◦▪‣·*–—-]|\(?(?:\d{1,4}|[a-z]{1,4})[.)])$/i

export class RtfDocument {
  state: RtfState = { ...initialState }
  flow: TextFlow
  readonly fonts = new Map<number, RtfFont>()
  /** Null for the automatic color. */
  readonly colours: (Rgb | null)[] = []
  readonly hidden = new DroppedText()
  paper: Grounds = [white]
  /** In twips. */
  paperWidth = 12_240
  readonly styles = new Map<number, RtfStyle>()
  readonly codeStyles = new Set<number>()
  readonly notes = new Notes()
  readonly properties: DocumentProperties = {}
  /** Encoding of text whose font doesn't specify one. */
  encoding = 'windows-1252'
  defaultFont: number | null = null
  /** The current row definition, which applies until the next one. */
  row: { cells: CellDefinition[]; isHeader: boolean } = { cells: [], isHeader: false }
  cell: Omit<CellDefinition, 'right'> = { joinsLeft: false, joinsAbove: false, ground: 0 }
  /** Label of the current paragraph; empty if it has none. */
  label = ''
  commentAuthor = ''
  readonly #comments: Comments
  readonly #meter: DocumentMeter
  /** Left edges of the open items whose labels are ordinary text, by level. */
  #typedLevels: readonly number[] = []

  constructor(meter: DocumentMeter, comments = new Comments(meter)) {
    this.#meter = meter
    this.#comments = comments
    this.flow = new TextFlow(meter)
  }

  /** Returns the HTML of the body, including its notes. */
  end(): string {
    return this.flow.end() + this.notes.end()
  }

  /** True if text at this point is part of the document. */
  get isInText(): boolean {
    return this.state.destination?.isText ?? this.state.destination === null
  }

  text(text: string): void {
    const { destination, characters } = this.state
    if (!this.isInText) destination?.text(text)
    else if (characters.isDeleted) return
    else if (/\S/.test(text) && this.#isInvisible()) this.hidden.add(text)
    else if (!characters.isHidden) this.flow.inline.text(text, characters)
  }

  /** A tab after a bullet or number at the start of a hanging paragraph makes it an item. */
  tab(): void {
    const { firstIndent, indent } = this.state.paragraph
    const start = this.flow.inline.plainText.trim()
    if (firstIndent < 0 && indent > 0 && this.label === '' && typedLabel.test(start)) {
      this.label = start
      this.flow.inline = new InlineWriter(this.#meter)
      this.#typedLevels = [...this.#typedLevels.filter((left) => left < indent), indent]
    } else this.text('\t')
  }

  setCharacters(change: Partial<RtfCharacters>): void {
    this.state.characters = { ...this.state.characters, ...change }
  }

  /** Returns the style of the paragraph that is ending, and clears the label for the next one. */
  endStyle(): ParagraphStyle {
    const { style, outline: own, list, listLevel: level, indent: left } = this.state.paragraph
    const { named, outline: ofStyle } = resolveStyle(this.styles, style)
    const outline = own ?? ofStyle
    const read = this.label === '' ? null : readLabel(this.label)
    this.label = ''
    const typed = this.#typedLevels.indexOf(left)
    const item = read && { level: list === 0 && typed > 0 ? typed : level, ...read }
    if (!item && left === 0) this.#typedLevels = []
    const indent = item ? Math.max(1, left) : list === 0 ? left : Number.POSITIVE_INFINITY
    return paragraphStyle({ named, outline: outline === null ? null : outline + 1, item, headingItem: item, indent })
  }

  /** Returns a destination that sends the text of the group to a separate flow, and passes the flow's HTML to `onEnd`. */
  divert(onEnd: (html: string) => void): RtfDestination {
    const { flow } = this
    const { characters, paragraph } = initialState
    this.flow = new TextFlow(this.#meter)
    Object.assign(this.state, { characters, paragraph })
    return {
      isText: true,
      text() {},
      end: () => {
        const html = this.flow.end()
        this.flow = flow
        onEnd(html)
      },
    }
  }

  addComment(html: string): void {
    this.#comments.found()
    this.flow.inline.element(this.#comments.mark({ author: this.commentAuthor, html }, this.notes))
  }

  addPicture(alt: string): void {
    const { characters } = this.state
    if (!characters.isHidden && !characters.isDeleted) this.flow.inline.element(pictureHtml(alt), characters)
  }

  #isInvisible(): boolean {
    const { characters, paragraph } = this.state
    const { points, letterSpacing, widthScale, rise, isDrawn } = characters
    const left = paragraph.left + paragraph.indent
    if (characters.isHidden || paragraph.isClipped || Math.abs(rise) > maxRise) return true
    if (isOffPage(left, this.paperWidth, this.paperWidth, maxTableMargin)) return true
    const colour = isDrawn ? null : (this.colours[characters.colour] ?? null)
    return isInvisible({ colour, grounds: this.#grounds(), points, letterSpacing, widthScale })
  }

  #grounds(): Grounds {
    const { characters, paragraph, boxGrounds } = this.state
    for (const number of [characters.ground, paragraph.ground]) if (number > 0) return [this.colours[number] ?? null]
    if (boxGrounds) return boxGrounds
    if (!paragraph.isInTable && paragraph.tableDepth === 0) return this.paper
    const cell = paragraph.tableDepth > 1 ? undefined : this.row.cells[this.flow.cellsInRow]
    // If a cell is defined only after its text, it may have any background color.
    if (!cell) return [null]
    return cell.ground > 0 ? [this.colours[cell.ground] ?? null] : this.paper
  }
}
