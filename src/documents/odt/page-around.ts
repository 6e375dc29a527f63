/** The page size of an OpenDocument text, and the background of its text. @see OpenDocument 1.3, part 3, §16.5 */

import { type Grounds, white } from '../converted/hidden-text.ts'
import { odfGroundsOf, points, statedProperties } from '../office/parts/odf-styles.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import { elementsIn, type XmlElement } from '../office/xml/xml-tree.ts'

/** Properties that an element inherits from its surroundings. */
export interface OdfAround {
  grounds: Grounds
  /** Possible backgrounds of unfilled shapes, which may be on top of something else. */
  shapeGrounds: Grounds
  text: XmlAttributes
  page: OdfPage
  isHidden?: boolean
}

/** In points. */
export interface OdfPage {
  width: number
  height: number
  /** Maximum distance of the coordinate origin from the edge of the page. */
  margin: number
  hiddenLayers: ReadonlySet<string>
}

/** The longer side of A4 and the widest margin, in points. */
const usualSize = 842
const maxMargin = 216

export function pageAround(styles: XmlElement | undefined, content: string): Omit<OdfAround, 'text'> {
  const layouts = [...elementsIn(styles, 'style:page-layout')].map((one) => statedProperties(one, 'page-layout'))
  const used = layouts.flatMap((one) => odfGroundsOf(one, [white]))
  const isBacked = /run-through="background"/.test(content)
  const grounds = [...(layouts.length === 0 ? [white] : used), ...(isBacked ? [null] : [])]
  const sizes = layouts.flatMap((one) => [points(one['fo:page-width']), points(one['fo:page-height'])])
  const size = Math.max(...sizes.map((one) => one ?? 0), 0) || usualSize
  const shapes = content.match(/<draw:(?:frame|custom-shape|rect|ellipse|path|polygon)\b/g)?.length ?? 0
  const layers = [...elementsIn(styles, 'draw:layer')].filter(({ attributes }) =>
    /^(?:none|printer)$/.test(attributes['draw:display'] ?? ''),
  )
  return {
    grounds,
    shapeGrounds: shapes > 1 ? [...grounds, null] : grounds,
    page: {
      ...{ width: size, height: size, margin: maxMargin },
      hiddenLayers: new Set(layers.map(({ attributes }) => attributes['draw:name'] ?? '')),
    },
  }
}
