/** Turns the blocks of an OpenDocument text (its body, a note, a cell, a box) into HTML. @see OpenDocument 1.3, part 3, §5 */

import { FlowWriter } from '../converted/flow/flow-writer.ts'
import { InlineWriter } from '../converted/flow/inline-writer.ts'
import type { ListItem, ListPlace } from '../converted/flow/labels.ts'
import { paragraphStyle } from '../converted/flow/style-names.ts'
import { tableHtml } from '../converted/flow/table-writer.ts'
import { childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { OdtInlineReader } from './inline-reader.ts'
import { ListCounter, type ListStyle } from './list-styles.ts'
import type { OdtDocument } from './odt-document.ts'
import { wholeNumber } from './styles.ts'
import { rowsOf } from './table-rows.ts'

interface OpenOdtList {
  style: ListStyle
  counter: ListCounter
  level: number
}

interface Place extends ListPlace {
  /** 1 for paragraphs directly in an item. */
  indent: number
}

const noPlace: Place = { item: null, label: null, indent: 0 }
const noLevels: ListStyle = new Map()

export class OdtBlockReader {
  readonly #document: OdtDocument
  readonly #writer: FlowWriter
  readonly #runs: OdtInlineReader
  /** Lists by id and by style, and the last list, because lists may be continued. */
  readonly #counters = new Map<string, ListCounter>()
  readonly #outline = new ListCounter()

  constructor(document: OdtDocument) {
    this.#document = document
    this.#writer = new FlowWriter(document.meter)
    this.#runs = new OdtInlineReader(document, (element) => this.#nested(element))
  }

  blocks(element: XmlElement): void {
    for (const child of childrenOf(element)) this.block(child)
  }

  block(element: XmlElement): void {
    const { name, attributes } = element
    if (name === 'text:p' || name === 'text:h') this.#paragraph(element, noPlace)
    else if (name === 'text:list') this.#list(element, null)
    else if (name === 'table:table') this.#table(element)
    else if (name === 'text:section') {
      if (attributes['text:display'] !== 'none') this.blocks(element)
    } else if (containers.test(name)) this.blocks(element)
    else if (name.startsWith('draw:')) this.#paragraph({ name: 'text:p', attributes: {}, children: [element] }, noPlace)
  }

  html(html: string): void {
    this.#writer.block(html)
  }

  end(): string {
    return this.#writer.end()
  }

  #nested(element: XmlElement): string {
    const reader = new OdtBlockReader(this.#document)
    reader.blocks(element)
    return reader.end()
  }

  #paragraph(element: XmlElement, place: Place): void {
    const style = this.#document.styles.find('paragraph', element.attributes['text:style-name'])
    const { named } = style
    const stated =
      element.name === 'text:h' ? (wholeNumber(element.attributes['text:outline-level']) ?? style.outline ?? 1) : null
    const styled = paragraphStyle({ ...place, named, outline: stated ?? style.outline, headingItem: null })
    if (styled.kind === 'heading') styled.item = this.#headingLabel(element, place, styled.level)
    const inline = new InlineWriter(this.#document.meter)
    const boxes = this.#runs.read(element, inline, styled.kind === 'heading' ? {} : style.ownLook)
    if (named?.kind === 'title' && !inline.isBlank)
      this.#document.title ??= inline.plainText.replace(/\s+/g, ' ').trim()
    this.#writer.paragraph(styled, inline.end(styled.kind), inline.isBlank)
    for (const html of boxes) this.#writer.block(html)
  }

  #headingLabel({ name, attributes }: XmlElement, { label }: Place, level: number): ListItem | null {
    if (label !== null) return { level: 0, number: null, label }
    const isCounted = name === 'text:h' && attributes['text:is-list-header'] !== 'true'
    if (!isCounted || !this.#document.outline.has(level - 1)) return null
    const value = attributes['text:restart-numbering'] === 'true' ? wholeNumber(attributes['text:start-value']) : null
    const counted = this.#outline.next(this.#document.outline, level - 1, value)
    return counted.label ? { level: 0, number: null, label: counted.label } : null
  }

  #list(element: XmlElement, around: OpenOdtList | null): void {
    const list = this.#openList(element, around)
    for (const child of childrenOf(element)) {
      if (child.name === 'text:list-header') this.#item(child, list, false)
      else if (child.name === 'text:list-item') this.#item(child, list, true)
    }
  }

  #openList({ attributes }: XmlElement, around: OpenOdtList | null): OpenOdtList {
    const name = attributes['text:style-name'] ?? null
    const style = this.#document.listStyle(name) ?? around?.style ?? noLevels
    if (around) return { style, counter: around.counter, level: Math.min(around.level + 1, maxLevel) }
    const id = attributes['xml:id'] ?? attributes['text:id']
    const before = attributes['text:continue-list']
    const goesOn = before !== undefined || attributes['text:continue-numbering'] === 'true'
    const key = before !== undefined ? `id ${before}` : `style ${name}`
    const counter = (goesOn ? this.#counters.get(key) : undefined) ?? new ListCounter()
    this.#counters.set(`style ${name}`, counter)
    if (id !== undefined) this.#counters.set(`id ${id}`, counter)
    return { style, counter, level: 0 }
  }

  /** The label goes before the first paragraph of an item. An item that starts with a nested list has no label. */
  #item(element: XmlElement, list: OpenOdtList, isLabelled: boolean): void {
    const value = wholeNumber(element.attributes['text:start-value'])
    let isFirst = true
    for (const child of childrenOf(element)) {
      if (child.name === 'text:p' || child.name === 'text:h') {
        const place = isFirst && isLabelled ? list.counter.next(list.style, list.level, value) : null
        this.#paragraph(child, { ...(place ?? noPlace), indent: 1 })
      } else if (child.name === 'text:list') this.#list(child, list)
      else this.block(child)
      isFirst = false
    }
  }

  #table(element: XmlElement): void {
    this.#writer.block(tableHtml(rowsOf(element, this.#document.meter, (cell) => this.#nested(cell))))
  }
}

const maxLevel = 8
const containers =
  /^text:(?:index-body|index-title|table-of-content|(?:illustration|table|object|user|alphabetical)-index|bibliography|numbered-paragraph|meta)$/
