/** Classifies RTF paragraphs by style, outline level and label. */

import type { ParagraphStyle } from '../converted/flow/flow-writer.ts'
import { readLabel } from '../converted/flow/labels.ts'
import { paragraphStyle } from '../converted/flow/style-names.ts'
import { type RtfStyle, resolveStyle } from './header.ts'
import type { RtfParagraph } from './state.ts'

const endless = Number.POSITIVE_INFINITY

export class ParagraphStyles {
  readonly #styles: ReadonlyMap<number, RtfStyle>
  /** Label of the current paragraph; empty if it has none. */
  label = ''
  /** By level. */
  readonly #lastNumbers: number[] = []

  constructor(styles: ReadonlyMap<number, RtfStyle>) {
    this.#styles = styles
  }

  /** Returns the style of a paragraph that ends. The next one has no label. */
  end(paragraph: Readonly<RtfParagraph>): ParagraphStyle {
    const { named, outline: ofStyle } = resolveStyle(this.#styles, paragraph.style)
    const outline = paragraph.outline ?? ofStyle
    const item = this.#itemOf(paragraph)
    this.label = ''
    const indent = item ? Math.max(1, paragraph.indent) : paragraph.list === 0 ? paragraph.indent : endless
    return paragraphStyle({ named, outline: outline === null ? null : outline + 1, item, headingItem: item, indent })
  }

  #itemOf({ listLevel: level }: Readonly<RtfParagraph>): ParagraphStyle['item'] {
    if (this.label === '') return null
    const read = readLabel(this.label, this.#lastNumbers[level] ?? 0)
    if (read.number !== null) this.#lastNumbers[level] = read.number
    return { level, ...read }
  }
}
