/** The properties that decide whether the text of OpenDocument spreadsheet cells is visible. */

import { type Grounds, white } from '../converted/hidden-text.ts'
import { inherited, isInvisibleText, type OdfStyles, odfGroundsOf, points } from '../office/parts/odf-styles.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'

export interface OdsCellLook {
  text: XmlAttributes
  grounds: Grounds
  /** True if none of the cell's text is shown. */
  isHidden: boolean
}

const minPoints = 2
const minColumnPoints = 0.75

export class OdsLooks {
  readonly #styles: OdfStyles

  constructor(styles: OdfStyles) {
    this.#styles = styles
  }

  cell(name: string | undefined): OdsCellLook {
    const styles = this.#styles
    const cell = styles.of('table-cell', name, 'table-cell')
    const text = inherited(styles.defaultOf('table-cell', 'text'), styles.of('table-cell', name, 'text'))
    // Conditional formatting may apply another style.
    const grounds = styles.hasConditions('table-cell', name) ? [null] : odfGroundsOf(cell, [white])
    const format = styles.stated('table-cell', name, 'style:data-style-name') ?? ''
    return { text, grounds, isHidden: styles.emptyFormats.has(format) }
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
