/** Turns an OpenDocument text (its body, a note, a cell, a box) into HTML. @see OpenDocument 1.3, part 3, §5 and §6 */

import { FlowWriter } from '../converted/flow/flow-writer.ts'
import { InlineWriter, plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import type { ListItem, ListPlace } from '../converted/flow/labels.ts'
import { paragraphStyle } from '../converted/flow/style-names.ts'
import { outsideAddress, pictureHtml, tableHtml } from '../converted/write-html.ts'
import { unreadObject } from '../office/drawings/graphic.ts'
import { childOf, childrenOf, isXmlElement, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import type { OpenDocument } from './open-document.ts'
import { ListCounter, type ListStyle, repetitionsOf, wholeNumber } from './styles.ts'
import { rowsOf } from './table-rows.ts'

type Read = (element: XmlElement, style: Readonly<RunStyle>) => void

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

export class OdtReader {
  readonly #document: OpenDocument
  readonly #writer: FlowWriter
  /** The open paragraph, and the HTML of the boxes that are anchored to it. */
  #inline: InlineWriter
  #boxes: string[] = []
  /** Lists by id and by style, and the last list, because lists may be continued. */
  readonly #counters = new Map<string, ListCounter>()
  readonly #outline = new ListCounter()

  constructor(document: OpenDocument) {
    this.#document = document
    this.#writer = new FlowWriter(document.meter)
    this.#inline = new InlineWriter(document.meter)
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

  end(): string {
    return this.#writer.end()
  }

  #nested(element: XmlElement): string {
    const reader = new OdtReader(this.#document)
    reader.blocks(element)
    return reader.end() || reader.#writer.blankLabels
  }

  #paragraph(element: XmlElement, place: Place): void {
    const style = this.#document.styles.find('paragraph', element.attributes['text:style-name'])
    const { named } = style
    const stated =
      element.name === 'text:h' ? (wholeNumber(element.attributes['text:outline-level']) ?? style.outline ?? 1) : null
    const styled = paragraphStyle({ ...place, named, outline: stated ?? style.outline, headingItem: null })
    if (styled.kind === 'heading') styled.item = this.#headingLabel(element, place, styled.level)
    const inline = new InlineWriter(this.#document.meter)
    this.#inline = inline
    this.#boxes = []
    this.#children(element, styled.kind === 'heading' ? plainRun : { ...plainRun, ...style.ownLook })
    if (named?.kind === 'title' && !inline.isBlank)
      this.#document.title ??= inline.plainText.replace(/\s+/g, ' ').trim()
    this.#writer.paragraph(styled, inline.end(styled.kind), inline.isBlank)
    for (const html of this.#boxes) this.#writer.block(html)
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
    const name = attributes['text:style-name'] ?? ''
    const style = this.#document.listStyles.get(name) ?? around?.style ?? new Map()
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

  #children(element: XmlElement, style: Readonly<RunStyle>): void {
    for (const child of element.children) {
      if (!isXmlElement(child)) this.#text(child.replace(/\s+/g, ' '), style)
      else if (!leftOut.has(child.name)) (this.#elements.get(child.name) ?? this.#other)(child, style)
    }
  }

  readonly #other: Read = (element, style) => {
    if (/^(?:draw|dr3d):/.test(element.name)) this.#shape(element, style)
    else this.#children(element, style)
  }

  readonly #elements: ReadonlyMap<string, Read> = new Map<string, Read>(
    Object.entries({
      'text:span': (element, style) => {
        const { look } = this.#document.styles.find('text', element.attributes['text:style-name'])
        this.#children(element, { ...style, ...look })
      },
      'text:a': (element, style) => this.#link(element, style),
      'draw:a': (element, style) => this.#link(element, style),
      'text:s': ({ attributes }, style) =>
        this.#text(' '.repeat(repetitionsOf(attributes['text:c'], maxSpaces)), style),
      'text:tab': (_, style) => this.#text('\t', style),
      'text:line-break': () => this.#inline.lineBreak(),
      'text:note': (element) => {
        const body = childOf(element, 'text:note-body')
        if (body) this.#inline.element(this.#document.notes.add(this.#nested(body)))
      },
      'office:annotation': (element) =>
        this.#inline.element(this.#document.commentMark(element, (text) => this.#nested(text))),
      'office:annotation-end': (element) => this.#inline.element(this.#document.commentEnd(element)),
      'field:fieldmark': (element, style) => this.#text(fieldText(element), style),
      'text:ruby': (element, style) => {
        const [base, reading] = ['text:ruby-base', 'text:ruby-text'].map((name) => xmlText(childOf(element, name)))
        this.#text(reading ? `${base}(${reading})` : (base ?? ''), style)
      },
    }),
  )

  #text(text: string, style: Readonly<RunStyle>): void {
    this.#inline.text(text, style)
  }

  #link(element: XmlElement, style: Readonly<RunStyle>): void {
    const href = outsideAddress(element.attributes['xlink:href'])
    this.#children(element, { ...style, href: href ?? style.href })
  }

  /** A frame contains a text box, an object or an image, followed by alternative representations of it. */
  #shape(element: XmlElement, style: Readonly<RunStyle>): void {
    const object = childOf(element, 'draw:object')
    const html = object ? this.#document.objectHtml(object) : ''
    const block = html || this.#nested(childOf(element, 'draw:text-box') ?? element)
    if (html.startsWith('<math')) this.#inline.element(html)
    else if (block !== '') this.#boxes.push(block)
    else {
      const picture = pictureHtml(altOf(element))
      const isObject = object !== undefined || childOf(element, 'draw:object-ole') !== undefined
      if (picture === '' && isObject) this.#text(unreadObject(), style)
      else this.#inline.element(picture, style)
    }
  }
}

const maxLevel = 8
const maxSpaces = 200
const containers =
  /^text:(?:index-body|index-title|table-of-content|(?:illustration|table|object|user|alphabetical)-index|bibliography|numbered-paragraph|meta)$/

/** Returns the symbol of a check box, or the chosen entry of a drop-down list, from a form that LibreOffice converted from Word. */
function fieldText(element: XmlElement): string {
  const values = (name: string) =>
    childrenOf(element, 'field:param').flatMap(({ attributes }) =>
      attributes['field:name'] === name ? (attributes['field:value'] ?? '') : [],
    )
  const type = element.attributes['field:type'] ?? ''
  if (type.endsWith('.FORMCHECKBOX')) return values('Checkbox_Checked')[0] === 'true' ? '☒' : '☐'
  return values('Dropdown_ListEntry')[Number(values('Dropdown_Selected')[0] ?? 0)] ?? ''
}

/** Elements that aren't part of the text: program data, deletions. */
const leftOut = new Set(
  (
    'office:event-listeners office:forms text:hidden-text text:number text:script ' +
    'text:tracked-changes svg:title svg:desc draw:glue-point'
  ).split(' '),
)

function altOf(element: XmlElement): string {
  const texts = ['svg:desc', 'svg:title'].map((name) => childrenOf(element, name).map(xmlText).join(' ').trim())
  return texts.find((text) => text !== '') ?? ''
}
