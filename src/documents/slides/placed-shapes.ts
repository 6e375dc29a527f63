/** The shapes of a slide in painting order, with their positions and fills. @see ECMA-376, part 1, §20.1.7 */

import { type ColourScheme, type Fill, shapeFill, statedFill } from '../office/drawings/drawing-colours.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import type { PaintedBox, PlacedShape } from './painted.ts'
import { type Inherited, placeholderOf } from './placeholders.ts'

export function wordsOfShapes(element: XmlElement): string {
  return [...elementsIn(element, 'a:t')].map(xmlText).join(' ')
}

/** Returns shapes in painting order, excluding those in hidden groups. */
export function placedShapes(
  tree: XmlElement,
  look: { scheme: ColourScheme; inherited: Inherited },
  toSlide = (box: PaintedBox) => box,
): PlacedShape[] {
  return childrenOf(tree).flatMap((shape): PlacedShape[] => {
    if (!/^p:(?:sp|pic|graphicFrame|grpSp)$/.test(shape.name) || isHiddenName(shape)) return []
    if (shape.name === 'p:grpSp') return placedShapes(shape, look, (box) => toSlide(outOfGroup(shape, box)))
    const models = [shape, ...look.inherited.shapesOf(placeholderOf(shape))]
    const place = models
      .map((one) => childOf(childOf(one, 'p:spPr') ?? one, 'a:xfrm') ?? childOf(one, 'p:xfrm'))
      .find(Boolean)
    const own = boxOf(place, 'a:off', 'a:ext')
    const properties = childOf(shape, 'p:spPr')
    const geometry = childOf(properties, 'a:prstGeom')?.attributes.prst ?? 'rect'
    const isWhole =
      /^(?:rect|roundRect)$/.test(geometry) && !childOf(properties, 'a:custGeom') && !place?.attributes.rot
    return [
      { shape, box: own && toSlide(own), fill: shape.name === 'p:sp' ? fillOf(models, look.scheme) : null, isWhole },
    ]
  })
}

export function isHiddenName(shape: XmlElement): boolean {
  return childrenOf(shape).some((child) => isTrue(childOf(child, 'p:cNvPr')?.attributes.hidden))
}

/** Returns the fill of a shape. If the shape doesn't specify a fill, returns the fill of the placeholders that it inherits from. */
function fillOf(models: readonly XmlElement[], scheme: ColourScheme): Fill {
  for (const model of models) {
    const stated = statedFill(childOf(model, 'p:spPr'), scheme)
    if (stated !== undefined) return stated
  }
  return shapeFill(undefined, childOf(models[0], 'p:style'), scheme)
}

function boxOf(place: XmlElement | undefined, offset: string, extent: string): PaintedBox | null {
  const { x, y } = childOf(place, offset)?.attributes ?? {}
  const { cx, cy } = childOf(place, extent)?.attributes ?? {}
  const box = { x: Number(x), y: Number(y), width: Number(cx), height: Number(cy) }
  return Object.values(box).every(Number.isFinite) ? box : null
}

function outOfGroup(group: XmlElement, box: PaintedBox): PaintedBox {
  const place = childOf(group, 'p:grpSpPr', 'a:xfrm')
  const [outer, inner] = [boxOf(place, 'a:off', 'a:ext'), boxOf(place, 'a:chOff', 'a:chExt')]
  if (!outer || !inner || inner.width === 0 || inner.height === 0) return box
  const [across, down] = [outer.width / inner.width, outer.height / inner.height]
  return {
    x: outer.x + (box.x - inner.x) * across,
    y: outer.y + (box.y - inner.y) * down,
    width: box.width * across,
    height: box.height * down,
  }
}
