/** The properties that decide whether the text of OpenDocument spreadsheet cells is visible. */

import { type Grounds, white } from '../converted/hidden-text.ts'
import { inherited, isInvisibleText, OdfStyles, odfGroundsOf, points } from '../office/parts/odf-styles.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement } from '../office/xml/xml-tree.ts'

export interface OdsCellLook {
  text: XmlAttributes
  grounds: Grounds
  /** True if none of the cell's text is shown. */
  isHidden: boolean
}

const minPoints = 2
const minColumnPoints = 0.75

export class OdsLooks {
  readonly #styles = new OdfStyles()
  /** Number formats that display nothing for text. */
  readonly #emptyFormats = new Set<string>()

  constructor(styles: string | null, content: string) {
    const body = content.search(/<(?:[\w-]+:)?body\b/)
    for (const xml of [styles ?? '', content.slice(0, Math.max(0, body))]) {
      const [root] = childrenOf(parseXml(xml))
      for (const name of ['office:styles', 'office:automatic-styles']) this.#add(childOf(root, name))
    }
  }

  #add(list: XmlElement | undefined): void {
    for (const style of childrenOf(list)) {
      this.#styles.add(style)
      const shown = elementsIn(style, 'number:text-content').next()
      if (style.name === 'number:text-style' && shown.done) this.#emptyFormats.add(style.attributes['style:name'] ?? '')
    }
  }

  cell(name: string | undefined): OdsCellLook {
    const styles = this.#styles
    const cell = styles.of('table-cell', name, 'table-cell')
    const text = inherited(styles.defaultOf('table-cell', 'text'), styles.of('table-cell', name, 'text'))
    const isEmpty = this.#emptyFormats.has(styles.stated('table-cell', name, 'style:data-style-name') ?? '')
    // Conditional formatting may apply another style.
    const grounds = styles.hasConditions('table-cell', name) ? [null] : odfGroundsOf(cell, [white])
    return { text, grounds, isHidden: isEmpty }
  }

  /** Returns the text properties of a span in a cell, including those inherited from the cell. */
  span(name: string | undefined, around: OdsCellLook): OdsCellLook {
    return { ...around, text: inherited(around.text, this.#styles.of('text', name, 'text')) }
  }

  isInvisible({ text, grounds, isHidden }: OdsCellLook): boolean {
    return isHidden || isInvisibleText(text, grounds)
  }

  isHiddenTable(name: string | undefined): boolean {
    return this.#styles.of('table', name, 'table')['table:display'] === 'false'
  }

  isFlat(family: 'table-row' | 'table-column', name: string | undefined): boolean {
    const properties = this.#styles.of(family, name, family)
    const size = points(properties[family === 'table-row' ? 'style:row-height' : 'style:column-width'])
    return size !== null && size < (family === 'table-row' ? minPoints : minColumnPoints)
  }
}
