/** Classifies RTF paragraphs by style, outline level and label. */

import { type ParagraphStyle, plainParagraph } from '../converted/flow/flow-writer.ts'
import { readLabel } from '../converted/flow/labels.ts'
import { contentsItem } from '../converted/flow/style-names.ts'
import { type RtfStyle, resolveStyle } from './header.ts'
import type { RtfParagraph } from './state.ts'

export class ParagraphStyles {
  readonly #styles: ReadonlyMap<number, RtfStyle>
  /** Label of the current paragraph; empty if it has none. */
  label = ''
  /** Left edge of the previous item; 0 if the previous paragraph isn't part of a list. */
  #itemIndent = 0
  /** By level. */
  readonly #lastNumbers: number[] = []

  constructor(styles: ReadonlyMap<number, RtfStyle>) {
    this.#styles = styles
  }

  /** Returns the style of a paragraph that ends. The next one has no label. */
  end(paragraph: Readonly<RtfParagraph>): ParagraphStyle {
    const { named, outline: ofStyle } = resolveStyle(this.#styles, paragraph.style)
    const outline = paragraph.outline ?? ofStyle
    const item = this.#itemOf(paragraph) ?? contentsItem(named)
    this.label = ''
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

  #itemOf({ listLevel: level }: Readonly<RtfParagraph>): ParagraphStyle['item'] {
    if (this.label === '') return null
    const read = readLabel(this.label, this.#lastNumbers[level] ?? 0)
    if (read.number !== null) this.#lastNumbers[level] = read.number
    return { level, ...read }
  }
}
