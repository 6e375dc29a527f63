/** Turns the blocks of a Word document (its body, a note, a cell, a text box) into HTML. */

import { FlowWriter, type ParagraphStyle, plainParagraph } from '../converted/flow/flow-writer.ts'
import { InlineWriter } from '../converted/flow/inline-writer.ts'
import { paragraphStyle } from '../converted/flow/style-names.ts'
import { type FlowCell, type FlowRow, tableHtml } from '../converted/write-html.ts'
import type { Relations } from '../office/parts/relations.ts'
import { childOf, childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { wordsOfDrawing } from './boxes.ts'
import {
  groundsOf,
  hasFirstRow,
  isOn,
  isTableOffPage,
  isTooLow,
  lookOfCell,
  paragraphLook,
  shadeIn,
  statedValue,
} from './looks.ts'
import type { NumberedPlace } from './numbering.ts'
import { type BlockAround, RunReader, type WordDocument } from './run-reader.ts'
import { indentOf, numberingOf, numberOf, type WordStyle } from './styles.ts'

export class BodyReader {
  readonly #document: WordDocument
  readonly #relations: Relations
  readonly #around: BlockAround
  readonly #runs: RunReader
  readonly #writer: FlowWriter
  #inline: InlineWriter

  constructor(document: WordDocument, relations: Relations, around?: BlockAround) {
    this.#document = document
    this.#writer = new FlowWriter(document.meter)
    this.#inline = new InlineWriter(document.meter)
    this.#relations = relations
    this.#around = around ?? { grounds: document.styles.setting.grounds, run: {} }
    this.#runs = new RunReader(document, relations, (content, related, grounds) =>
      this.#nested(content, grounds && { grounds, run: {} }, related),
    )
  }

  block(element: XmlElement): void {
    const { name } = element
    if (name === 'w:p') this.#paragraph(element)
    else if (name === 'w:tbl') this.#table(element)
    else if (name === 'w:sdt') this.blocks(childOf(element, 'w:sdtContent'))
    else if (wrappers.has(name)) this.blocks(element)
    else if (name === 'w:altChunk') {
      this.#endParagraph(plainParagraph, [])
      this.#writer.block(this.#document.altChunk(element.attributes['r:id'] ?? '', this.#relations))
    }
  }

  blocks(element: XmlElement | undefined): void {
    for (const child of childrenOf(element)) this.block(child)
  }

  end(): string {
    this.#endParagraph(plainParagraph, [])
    return this.#writer.end()
  }

  #nested(element: XmlElement, around?: BlockAround, relations = this.#relations): string {
    const reader = new BodyReader(this.#document, relations, around)
    reader.blocks(element)
    return reader.end() || reader.#writer.blankLabels
  }

  #paragraph(element: XmlElement): void {
    const { styles } = this.#document
    const properties = childOf(element, 'w:pPr')
    const styleId = statedValue(childOf(properties, 'w:pStyle')) ?? styles.defaultParagraph
    const style = styles.byId(styleId)
    const { grounds, run } = this.#around
    const { shade, isClipped, isOffPage } = { ...style.look, ...paragraphLook(properties, styles.setting) }
    const boxes = this.#runs.read(element, this.#inline, {
      run: { ...styles.defaultRun, ...run, ...style.run },
      grounds: groundsOf(shade, grounds),
      isInvisible: (isClipped || isOffPage) ?? false,
    })
    // If the paragraph mark is deleted or the paragraph is a drop cap, the next paragraph continues this one.
    const mark = childOf(properties, 'w:rPr')
    const isDropCap = /^(?:drop|margin)$/.test(childOf(properties, 'w:framePr')?.attributes['w:dropCap'] ?? '')
    const isJoined = isDropCap || childOf(mark, 'w:del') !== undefined || childOf(mark, 'w:moveFrom') !== undefined
    if (isJoined && boxes.length === 0) return
    // Paragraphs without text are also numbered.
    const place = this.#placeOf(properties, style, styleId)
    if (style.named?.kind === 'title' && !this.#inline.isBlank)
      this.#document.title ??= this.#inline.plainText.replace(/\s+/g, ' ').trim()
    const isHidden = this.#inline.isBlank && isOn(childOf(mark, 'w:vanish'))
    this.#endParagraph(this.#styleOf(properties, style, isHidden ? null : place), boxes)
  }

  #endParagraph(style: Readonly<ParagraphStyle>, boxes: readonly string[]): void {
    this.#writer.paragraph(style, this.#inline.end(style.kind), this.#inline.isBlank)
    this.#inline = new InlineWriter(this.#document.meter)
    for (const html of boxes) this.#writer.block(html)
  }

  #placeOf(properties: XmlElement | undefined, style: WordStyle, styleId: string | null): NumberedPlace | null {
    const own = numberingOf(properties)
    const numId = own.numId ?? style.numId
    if (numId === null || numId === '0') return null
    const { numbering } = this.#document
    const ofStyle = own.numId || styleId === null ? null : numbering.levelOfStyle(numId, styleId)
    return numbering.next(numId, own.level ?? ofStyle ?? style.level ?? 0)
  }

  #styleOf(properties: XmlElement | undefined, style: WordStyle, place: NumberedPlace | null): ParagraphStyle {
    const outline = numberOf(childOf(properties, 'w:outlineLvl')) ?? style.outline
    return paragraphStyle({
      named: style.named,
      outline: outline === null ? null : outline + 1,
      item: place?.item ?? null,
      headingItem: place?.label ? { level: 0, number: null, label: place.label } : null,
      indent: indentOf(properties) ?? place?.indent ?? style.indent ?? 0,
    })
  }

  #table(element: XmlElement): void {
    const { styles, hidden } = this.#document
    this.#endParagraph(plainParagraph, [])
    const properties = childOf(element, 'w:tblPr')
    if (isTableOffPage(properties, styles.setting.page)) {
      hidden.add(wordsOfDrawing(element))
      return
    }
    const { table } = styles.byId(statedValue(childOf(properties, 'w:tblStyle')))
    const { colours } = styles.setting
    const around = groundsOf(shadeIn(properties, colours), this.#around.grounds)
    const above = new Map<number, FlowCell>()
    const rows = unwrapped(element, 'w:tr').flatMap((row, at) => {
      const { run, grounds } = lookOfCell(table, at === 0 && hasFirstRow(properties), around)
      return this.#row(row, above, (cell) => {
        return this.#nested(cell, { grounds: groundsOf(shadeIn(childOf(cell, 'w:tcPr'), colours), grounds), run })
      })
    })
    this.#writer.block(tableHtml(rows))
  }

  #row(element: XmlElement, above: Map<number, FlowCell>, readCell: (cell: XmlElement) => string): FlowRow[] {
    const properties = childOf(element, 'w:trPr')
    if (childOf(properties, 'w:del')) return []
    const height = childOf(properties, 'w:trHeight')?.attributes ?? {}
    if (isOn(childOf(properties, 'w:hidden')) || isTooLow(height, 'w:val', 'w:hRule')) {
      this.#document.hidden.add(wordsOfDrawing(element))
      return []
    }
    const cells: FlowCell[] = []
    let column = Math.min(numberOf(childOf(properties, 'w:gridBefore')) ?? 0, maxColumns)
    if (column > 0) cells.push({ html: '', columns: column, rows: 1 })
    for (const cell of unwrapped(element, 'w:tc')) {
      const ofCell = childOf(cell, 'w:tcPr')
      if (childOf(ofCell, 'w:cellDel')) continue
      const columns = Math.min(Math.max(1, numberOf(childOf(ofCell, 'w:gridSpan')) ?? 1), maxColumns)
      const joins = (name: string) => {
        const merge = childOf(ofCell, name)
        return merge !== undefined && statedValue(merge) !== 'restart'
      }
      const spanning = joins('w:vMerge') ? above.get(column) : undefined
      const last = cells.at(-1)
      if (spanning) spanning.rows++
      else if (joins('w:hMerge') && last) last.columns += columns
      else {
        const read = { html: readCell(cell), columns, rows: 1 }
        cells.push(read)
        above.set(column, read)
      }
      column += columns
    }
    return [{ cells, isHeader: isOn(childOf(properties, 'w:tblHeader')) }]
  }
}

const maxColumns = 1000
const wrappers = new Set(['w:customXml', 'w:ins', 'w:moveTo', 'w:smartTag'])

function unwrapped(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child]
    if (child.name === 'w:sdt') return childrenOf(child, 'w:sdtContent').flatMap((content) => unwrapped(content, name))
    return wrappers.has(child.name) ? unwrapped(child, name) : []
  })
}
