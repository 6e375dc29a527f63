/** Classifies RTF paragraphs by style, outline level, label, or a label typed at the start of the text. */

import type { ParagraphStyle } from '../converted/flow/flow-writer.ts'
import { plainParagraph } from '../converted/flow/flow-writer.ts'
import type { InlineWriter, RunStyle } from '../converted/flow/inline-writer.ts'
import { readLabel } from '../converted/flow/labels.ts'
import { contentsItem } from '../converted/flow/style-names.ts'
import { type RtfStyle, resolveStyle } from './header.ts'
import type { RtfParagraph } from './state.ts'

/** A bullet or number typed before a tab. */
const typedLabel = /^\s*(?:[•◦▪‣·●○■–—-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])$/i

export class ParagraphStyles {
  readonly #styles: ReadonlyMap<number, RtfStyle>
  /** Label of the current paragraph; null if it has none. */
  #label: string | null = null
  /** Text that becomes a label if a tab follows it. */
  #lead: { text: string; run: Readonly<RunStyle> } | null = null
  #isTyped = false
  /** Left edge of the previous item; 0 if the previous paragraph isn't part of a list. */
  #itemIndent = 0
  /** By level. */
  readonly #lastNumbers: number[] = []

  constructor(styles: ReadonlyMap<number, RtfStyle>) {
    this.#styles = styles
  }

  setLabel(text: string): void {
    this.#label = text.replace(/\s+/g, ' ').trim().slice(0, 200)
    this.#isTyped = false
  }

  forgetLabel(): void {
    this.#label = null
  }

  /** Returns true if the text at the start of a paragraph was used as its label, or is being held back as a possible one. */
  takeLead(text: string, inline: InlineWriter, run: Readonly<RunStyle>): boolean {
    if (this.#lead !== null) {
      if (text.startsWith('\t')) {
        this.#label = this.#lead.text.trim()
        this.#isTyped = true
        this.#lead = null
        inline.text(text.slice(1), run)
        return true
      }
      this.endLead(inline)
      return false
    }
    if (this.#label !== null || !typedLabel.test(text)) return false
    this.#lead = { text, run }
    return true
  }

  /** Writes held-back text as ordinary text. */
  endLead(inline: InlineWriter): void {
    if (this.#lead) inline.text(this.#lead.text, this.#lead.run)
    this.#lead = null
  }

  styleOf(paragraph: Readonly<RtfParagraph>): ParagraphStyle {
    const { named, outline: ofStyle } = resolveStyle(this.#styles, paragraph.style)
    const outline = paragraph.outline ?? ofStyle
    const item = this.#itemOf(paragraph) ?? contentsItem(named)
    const continuesItem = paragraph.list !== 0 || (this.#itemIndent > 0 && paragraph.indent >= this.#itemIndent)
    this.#itemIndent = item ? paragraph.indent : continuesItem ? this.#itemIndent : 0
    if (named?.kind === 'title') return { ...plainParagraph, kind: 'heading', level: 1 }
    if (named?.kind === 'heading') return { ...plainParagraph, kind: 'heading', level: named.level, item }
    if (outline !== null && outline >= 0 && outline < 9) {
      return { ...plainParagraph, kind: 'heading', level: outline + 1, item }
    }
    if (named?.kind === 'code' || named?.kind === 'quote') return { ...plainParagraph, kind: named.kind, item }
    return { ...plainParagraph, item, continuesItem }
  }

  #itemOf({ listLevel, indent }: Readonly<RtfParagraph>): ParagraphStyle['item'] {
    if (this.#label === null || this.#label === '') return null
    // Programs without list tables indent each level by a quarter of an inch.
    const level = this.#isTyped ? Math.max(0, Math.round(indent / 360) - 1) : listLevel
    const depth = Math.min(level, 20)
    const read = readLabel(this.#label, this.#lastNumbers[depth] ?? 0)
    if (read.number !== null) this.#lastNumbers[depth] = read.number
    return { level: depth, ...read }
  }
}
