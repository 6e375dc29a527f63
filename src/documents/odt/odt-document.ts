/** State shared by all parts of an OpenDocument text: its styles, lists, notes and objects. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { Notes } from '../converted/flow/notes.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import type { Archive } from '../office/archive/archive.ts'
import { OdfStyles } from '../office/parts/odf-styles.ts'
import { childOf, childrenOf, eachChildOf, parseXml, type XmlElement } from '../office/xml/xml-tree.ts'
import { odfChartHtml } from './chart.ts'
import { type ListStyle, readListStyle } from './list-styles.ts'
import { mathHtml } from './mathml.ts'
import { type OdfAround, pageAround } from './page-around.ts'
import { sheetObjectHtml } from './sheet-object.ts'
import { defaultLanguage, OdtStyles } from './styles.ts'

/** HTML of a formula, or of a chart or a sheet. */
interface OdfObject {
  formula: string
  block: string
}

const noObject: OdfObject = { formula: '', block: '' }

export class OdtDocument {
  readonly styles = new OdtStyles()
  /** The same styles, as attributes. */
  readonly looks = new OdfStyles()
  readonly hidden = new DroppedText()
  readonly notes = new Notes()
  readonly language: string | null
  /** Heading numbering. */
  readonly outline: ListStyle
  /** The first paragraph with a title style. */
  title: string | null = null
  readonly #listStyles = new Map<string, ListStyle>()
  readonly #archive: Archive
  /** Objects by path. */
  readonly #objects = new Map<string, OdfObject>()
  readonly meter: DocumentMeter

  /** Properties of the page around the document's text. */
  readonly around: OdfAround
  /** `office:document-styles`. */
  readonly pageStyles: XmlElement | undefined

  constructor(archive: Archive, content: string, meter: DocumentMeter) {
    this.meter = meter
    this.#archive = archive
    const styles = childOf(parseXml(archive.readText('styles.xml') ?? ''), 'office:document-styles')
    const root = childOf(styles, 'office:styles')
    this.pageStyles = styles
    for (const style of childrenOf(root)) this.#addStyle(style, false)
    eachChildOf(content, 'office:automatic-styles', (style) => this.#addStyle(style, true))
    const outline = childOf(root, 'text:outline-style')
    this.outline = outline ? readListStyle(outline) : new Map()
    this.language = defaultLanguage(root)
    const text = this.looks.defaultOf('paragraph', 'text')
    this.around = { ...pageAround(styles, content), text }
  }

  listStyle(name: string | null): ListStyle | null {
    return name === null ? null : (this.#listStyles.get(name) ?? null)
  }

  /** Returns the content of an embedded object; empty if it isn't a formula, chart or sheet. Several frames may show one object. */
  objectHtml(object: XmlElement): OdfObject {
    const inside = childOf(object, 'math:math')
    if (inside) return { ...noObject, formula: mathHtml(inside) }
    const path = (object.attributes['xlink:href'] ?? '').replace(/^\.\//, '')
    const known = this.#objects.get(path) ?? this.#readObject(path)
    this.#objects.set(path, known)
    this.meter.html(known.block)
    return known
  }

  #readObject(path: string): OdfObject {
    const xml = path === '' ? null : this.#archive.readText(`${path}/content.xml`)
    if (xml === null) return noObject
    if (/<(?:\w+:)?math\b/.test(xml.slice(0, 4000))) {
      const math = childOf(parseXml(xml), 'math:math')
      return { ...noObject, formula: math ? mathHtml(math) : '' }
    }
    if (xml.includes('office:chart')) return { ...noObject, block: odfChartHtml(parseXml(xml), this.meter) }
    return xml.includes('office:spreadsheet')
      ? { ...noObject, block: sheetObjectHtml(parseXml(xml), this.meter) }
      : noObject
  }

  #addStyle(element: XmlElement, isAutomatic: boolean): void {
    this.looks.add(element)
    if (element.name === 'style:style') this.styles.add(element, isAutomatic)
    else if (element.name === 'text:list-style') {
      this.#listStyles.set(element.attributes['style:name'] ?? '', readListStyle(element))
    }
  }
}
