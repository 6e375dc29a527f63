/** Reads the content of an OpenDocument paragraph: text, links, notes, images, formulas, boxes. @see OpenDocument 1.3, part 3, §6 */

import { InlineWriter, plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import { outsideAddress } from '../converted/link-targets.ts'
import { pictureHtml } from '../converted/picture-html.ts'
import { unreadObject } from '../office/drawings/graphic.ts'
import { childOf, childrenOf, isXmlElement, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import type { OdtDocument } from './odt-document.ts'
import type { TextLook } from './styles.ts'

type Read = (element: XmlElement, style: Readonly<RunStyle>) => void

/** Reads the blocks of a note or a box and returns their HTML. */
type ReadBlocks = (element: XmlElement) => string

const maxSpaces = 200

export class OdtInlineReader {
  readonly #document: OdtDocument
  readonly #readBlocks: ReadBlocks
  #inline: InlineWriter
  #boxes: string[] = []

  constructor(document: OdtDocument, readBlocks: ReadBlocks) {
    this.#document = document
    this.#inline = new InlineWriter(document.meter)
    this.#readBlocks = readBlocks
  }

  /** Writes the content of a paragraph to `inline`; returns the HTML of the boxes anchored to it. */
  read(paragraph: XmlElement, inline: InlineWriter, look: TextLook): string[] {
    this.#inline = inline
    this.#boxes = []
    this.#children(paragraph, { ...plainRun, ...look })
    return this.#boxes
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
      'text:s': ({ attributes }, style) => {
        const count = Number.parseInt(attributes['text:c'] ?? '1', 10)
        this.#text(' '.repeat(Math.min(Math.max(count || 1, 1), maxSpaces)), style)
      },
      'text:tab': (_, style) => this.#text('\t', style),
      'text:line-break': () => this.#inline.lineBreak(),
      'text:note': (element) => {
        const body = childOf(element, 'text:note-body')
        if (body) this.#inline.element(this.#document.notes.add(this.#readBlocks(body)))
      },
      'office:annotation': (element) =>
        this.#inline.element(this.#document.commentMark(element, (text) => this.#readBlocks(text))),
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
    const block = html || this.#readBlocks(childOf(element, 'draw:text-box') ?? element)
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
