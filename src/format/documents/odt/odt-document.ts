/** What is the same for all parts of an OpenDocument text: its styles, lists, notes and objects. */

import type { Archive } from '../archive/archive.ts'
import { Notes } from '../flow/notes.ts'
import { childOf, childrenOf, eachChildOf, parseXml, type XmlElement } from '../xml/xml-tree.ts'
import { type ListStyle, readListStyle } from './list-styles.ts'
import { mathHtml } from './mathml.ts'
import { defaultLanguage, OdtStyles } from './styles.ts'

export class OdtDocument {
  readonly styles = new OdtStyles()
  readonly notes = new Notes()
  readonly language: string | null
  /** Of headings. */
  readonly outline: ListStyle
  /** The first paragraph that is a title. */
  title: string | null = null
  readonly #listStyles = new Map<string, ListStyle>()
  readonly #archive: Archive
  readonly #formulas = new Map<string, string>()

  constructor(archive: Archive, content: string) {
    this.#archive = archive
    const root = childOf(parseXml(archive.readText('styles.xml') ?? ''), 'office:document-styles', 'office:styles')
    for (const style of childrenOf(root)) this.#addStyle(style, false)
    eachChildOf(content, 'office:automatic-styles', (style) => this.#addStyle(style, true))
    const outline = childOf(root, 'text:outline-style')
    this.outline = outline ? readListStyle(outline) : new Map()
    this.language = defaultLanguage(root)
  }

  listStyle(name: string | null): ListStyle | null {
    return name === null ? null : (this.#listStyles.get(name) ?? null)
  }

  /** HTML of the formula that an object is; empty for other objects. */
  formulaHtml(object: XmlElement): string {
    const inside = childOf(object, 'math:math')
    if (inside) return mathHtml(inside)
    const path = (object.attributes['xlink:href'] ?? '').replace(/^\.\//, '')
    if (path === '' || !this.#archive.names.includes(`${path}/content.xml`)) return ''
    const known = this.#formulas.get(path)
    if (known !== undefined) return known
    const xml = this.#archive.readText(`${path}/content.xml`) ?? ''
    const math = /<(?:\w+:)?math\b/.test(xml.slice(0, 4000)) ? childOf(parseXml(xml), 'math:math') : undefined
    const html = math ? mathHtml(math) : ''
    this.#formulas.set(path, html)
    return html
  }

  #addStyle(element: XmlElement, isAutomatic: boolean): void {
    if (element.name === 'style:style') this.styles.add(element, isAutomatic)
    else if (element.name === 'text:list-style') {
      this.#listStyles.set(element.attributes['style:name'] ?? '', readListStyle(element))
    }
  }
}
