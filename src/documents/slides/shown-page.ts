/** Removes invisible shapes and text from an OpenDocument slide. */

import { type Grounds, white } from '../converted/hidden-text.ts'
import type { OdtDocument } from '../odt/odt-document.ts'
import { visibleOdfText } from '../odt/without-hidden-text.ts'
import { OdfStyles, odfGroundsOf, points } from '../office/parts/odf-styles.ts'
import { childOf, childrenOf, elementsIn, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { groundsBelow, isCovered, type Painted, type PaintedBox, type PlacedShape } from './painted.ts'

interface Master {
  size: { width: number; height: number }
  grounds: Grounds
  below: readonly Painted[]
}

const usualSize = { width: 794, height: 596 }
const maxShapes = 1000
const clear: Grounds = []

export class ShownPages {
  readonly #document: OdtDocument
  readonly #styles = new OdfStyles()
  readonly #masters = new Map<string, Master>()

  constructor(document: OdtDocument) {
    this.#document = document
    for (const name of ['office:styles', 'office:automatic-styles']) {
      for (const style of childrenOf(childOf(document.pageStyles, name))) this.#styles.add(style)
    }
  }

  /** `page`: `draw:page`. */
  shown(page: XmlElement): XmlElement {
    const { styles, hidden, around } = this.#document
    const master = this.#masterOf(page.attributes['draw:master-page-name'] ?? '')
    const own = styles.of('drawing-page', page.attributes['draw:style-name'], 'drawing-page')
    const grounds = odfGroundsOf(own, master.grounds)
    const placed = placedShapes(page, styles)
    const isAnimated = childrenOf(page).some(
      ({ name }) => name.startsWith('anim:') || name === 'presentation:animations',
    )
    if (placed.length > maxShapes) return page
    const known = new Map(placed.map((one, at) => [one.shape, at]))
    const text = styles.defaultOf('graphic', 'text')
    const shownIn = (element: XmlElement): XmlElement => {
      const children = childrenOf(element).flatMap((child): readonly XmlElement[] => {
        const at = known.get(child)
        if (at === undefined) return child.name === 'draw:g' ? [shownIn(child)] : [child]
        const { box } = placed[at] as PlacedShape
        if (box && !isAnimated && isCovered(box, placed.slice(at + 1))) {
          hidden.add(xmlText(child))
          return []
        }
        const below = groundsBelow(box, [...master.below, ...placed.slice(0, at)], grounds)
        const page = { ...around.page, ...master.size, margin: 0 }
        return childrenOf(
          visibleOdfText({ ...element, children: [child] }, this.#document, {
            text,
            page,
            grounds: below,
            shapeGrounds: below,
          }),
        )
      })
      return { ...element, children }
    }
    return shownIn(page)
  }

  #masterOf(name: string): Master {
    const known = this.#masters.get(name)
    if (known) return known
    const { pageStyles } = this.#document
    const page = [...elementsIn(pageStyles, 'style:master-page')].find(
      ({ attributes }) => attributes['style:name'] === name,
    )
    const layout = [...elementsIn(pageStyles, 'style:page-layout')].find(({ attributes }) => {
      return attributes['style:name'] === page?.attributes['style:page-layout-name']
    })
    const { 'fo:page-width': width, 'fo:page-height': height } =
      childOf(layout, 'style:page-layout-properties')?.attributes ?? {}
    const own = this.#styles.of('drawing-page', page?.attributes['draw:style-name'], 'drawing-page')
    const master = {
      size: { width: points(width) ?? usualSize.width, height: points(height) ?? usualSize.height },
      grounds: odfGroundsOf(own, [white]),
      below: page
        ? placedShapes(page, this.#styles).filter(
            ({ shape }) => shape.attributes['presentation:placeholder'] !== 'true',
          )
        : [],
    }
    this.#masters.set(name, master)
    return master
  }
}

function placedShapes(parent: XmlElement, styles: OdfStyles): PlacedShape[] {
  return childrenOf(parent).flatMap((shape): PlacedShape[] => {
    if (shape.name === 'draw:g') return placedShapes(shape, styles)
    if (!/^draw:(?:frame|custom-shape|rect|ellipse|circle|polygon|path)$/.test(shape.name)) return []
    const { attributes } = shape
    const box = boxOf(shape)
    const kind = attributes['draw:style-name'] === undefined ? 'presentation' : 'graphic'
    const properties = styles.of(
      kind,
      attributes['draw:style-name'] ?? attributes['presentation:style-name'],
      'graphic',
    )
    const filled = odfGroundsOf(properties, clear)
    const isImage = childrenOf(shape).some(({ name }) => /^draw:(?:image|object|plugin)$/.test(name))
    const fill = isImage ? null : filled === clear ? 'none' : (filled[0] ?? null)
    return [
      { shape, box, fill, isWhole: shape.name === 'draw:rect' || shape.name === 'draw:frame' || isRectangle(shape) },
    ]
  })
}

/** Returns the place of a shape that isn't turned, in points. */
export function boxOf({ attributes }: XmlElement): PaintedBox | null {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(
    (name) => points(attributes[`svg:${name}`]) ?? undefined,
  )
  return x === undefined || y === undefined || !width || !height ? null : { x, y, width, height }
}

function isRectangle(shape: XmlElement): boolean {
  return /^(?:rectangle|ooxml-rect)$/.test(childOf(shape, 'draw:enhanced-geometry')?.attributes['draw:type'] ?? '')
}
