/** Turns the flat paragraphs of word processors into HTML. Items become nested lists, and consecutive code lines become one block. */

import type { DocumentMeter } from '../document-meter.ts'
import { escapeHtml } from '../write-html.ts'
import type { ListItem } from './labels.ts'

export interface ParagraphStyle {
  kind: 'paragraph' | 'heading' | 'quote' | 'code' | 'term' | 'definition'
  /** Level of a heading, starting at 1. */
  level: number
  item: ListItem | null
  /** Left edge, in any unit. A paragraph belongs to the last item unless it starts to the left of the item's text. */
  indent: number
}

export const plainParagraph: Readonly<ParagraphStyle> = {
  kind: 'paragraph',
  level: 0,
  item: null,
  indent: 0,
}

interface OpenList {
  level: number
  isOrdered: boolean
  /** Number of the last item. */
  number: number
}

type Run = 'quote' | 'code' | 'terms'

const runElements: Readonly<Record<Run, string>> = { quote: 'blockquote', code: 'pre', terms: 'dl' }

export class FlowWriter {
  readonly #parts: string[] = []
  readonly #lists: OpenList[] = []
  /** Left edge of the last item; 0 if other paragraphs can't belong to it. */
  #itemIndent = 0
  #run: Run | null = null
  /** Blank lines of code, written only if more code follows. */
  #blankLines = 0
  /** The labels of items without text. A cell without text shows them, as in a column of automatic numbers. */
  blankLabels = ''
  readonly #meter: DocumentMeter

  constructor(meter: DocumentMeter) {
    this.#meter = meter
  }

  /** `html`: content of the paragraph. `isBlank`: true if none of the content is visible. */
  paragraph(style: Readonly<ParagraphStyle>, html: string, isBlank: boolean): void {
    this.#meter.text(style.item?.label ?? '')
    if (style.kind === 'code') this.#code(html, isBlank)
    else if (isBlank) {
      const { label, number } = style.item ?? { label: null, number: null }
      if (label !== null || number !== null) this.blankLabels += `<p>${escapeHtml(label ?? `${number}.`)}</p>\n`
    } else if (style.kind === 'heading') this.#heading(style, html)
    else if (style.item) {
      this.#itemIndent = style.indent
      this.#item(style.item, html)
    } else if (this.#lists.length > 0 && this.#itemIndent > 0 && style.indent >= this.#itemIndent)
      this.#parts.push(`<p>${html}</p>`)
    else if (style.kind === 'quote') {
      this.#enterRun('quote')
      this.#parts.push(`<p>${html}</p>`)
    } else if (style.kind === 'term' || style.kind === 'definition') {
      this.#enterRun('terms')
      this.#parts.push(style.kind === 'term' ? `<dt>${html}</dt>` : `<dd>${html}</dd>`)
    } else {
      this.#leave()
      this.#parts.push(`<p>${html}</p>\n`)
    }
  }

  /** Adds the HTML of a block, such as a table or the text of a text box. */
  block(html: string): void {
    if (html === '') return
    this.#leave()
    this.#parts.push(html)
  }

  end(): string {
    this.#leave()
    return this.#parts.join('')
  }

  #heading({ level, item }: Readonly<ParagraphStyle>, html: string): void {
    this.#leave()
    const name = `h${Math.min(Math.max(level, 1), 6)}`
    const label = item?.label ?? (item?.number === null || item === null ? null : `${item.number}.`)
    this.#parts.push(`<${name}>${label ? `${escapeHtml(label)} ` : ''}${html}</${name}>\n`)
  }

  #code(html: string, isBlank: boolean): void {
    if (isBlank) {
      if (this.#run === 'code') this.#blankLines++
      return
    }
    if (this.#run === 'code') this.#parts.push('\n'.repeat(1 + this.#blankLines))
    this.#blankLines = 0
    this.#enterRun('code')
    this.#parts.push(html)
  }

  #item({ level, number, label }: ListItem, html: string): void {
    this.#enterRun(null)
    const isOrdered = number !== null && label === null
    const depth = Math.min(level, maxLevel)
    while ((this.#lists.at(-1)?.level ?? -1) > depth) this.#closeList()
    const last = this.#lists.at(-1)
    if (last?.level === depth && last.isOrdered === isOrdered && (!isOrdered || number === last.number + 1)) {
      this.#parts.push('</li>\n')
      last.number = number ?? 0
    } else {
      if (last?.level === depth) this.#closeList()
      this.#lists.push({ level: depth, isOrdered, number: number ?? 0 })
      this.#parts.push(isOrdered ? `<ol start="${number}">` : '<ul>')
    }
    this.#parts.push('<li>', label === null ? '' : `${escapeHtml(label)} `, html)
  }

  #closeList(): void {
    const list = this.#lists.pop()
    if (list) this.#parts.push(list.isOrdered ? '</li></ol>\n' : '</li></ul>\n')
  }

  #enterRun(run: Run | null): void {
    if (this.#run === run) return
    if (run === null) this.#leaveRun()
    else this.#leave()
    if (run !== null) this.#parts.push(`<${runElements[run]}>`)
    this.#run = run
  }

  #leaveRun(): void {
    if (this.#run !== null) this.#parts.push(`</${runElements[this.#run]}>\n`)
    this.#run = null
    this.#blankLines = 0
  }

  #leave(): void {
    while (this.#lists.length > 0) this.#closeList()
    this.#leaveRun()
  }
}

const maxLevel = 20
