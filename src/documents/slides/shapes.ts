/** The shapes of a PowerPoint slide: their places and fills, and what they inherit as placeholders. @see ECMA-376, part 1, §19.3.1 and §20.1.7 */

import { type ColourScheme, type Fill, shapeFill, statedFill } from '../office/drawings/drawing-colours.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import type { PaintedBox, PlacedShape } from './shape-places.ts'

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

/** Returns the element that contains a shape's name, description and kind of placeholder. */
function descriptionOf(shape: XmlElement): XmlElement | undefined {
  return childrenOf(shape).find((one) => childOf(one, 'p:cNvPr') ?? childOf(one, 'p:nvPr'))
}

export function propertiesOf(shape: XmlElement): XmlElement | undefined {
  return childOf(descriptionOf(shape), 'p:cNvPr')
}

export function isHiddenName(shape: XmlElement): boolean {
  return isTrue(propertiesOf(shape)?.attributes.hidden)
}

/** Returns the fill of a shape. If the shape doesn't specify a fill, returns the fill of the placeholders that it inherits from. */
function fillOf(models: readonly XmlElement[], scheme: ColourScheme): Fill {
  const stated = models.map((model) => statedFill(childOf(model, 'p:spPr'), scheme)).find((fill) => fill !== undefined)
  return stated === undefined ? shapeFill(undefined, childOf(models[0], 'p:style'), scheme) : stated
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

export type ListMark = { kind: 'bullet' | 'none' } | { kind: 'number'; start: number; format: string }

/** Returns null if the properties of a paragraph or level don't specify a marker. */
export function listMarkOf(properties: XmlElement | undefined): ListMark | null {
  for (const { name, attributes } of childrenOf(properties)) {
    if (name === 'a:buNone') return { kind: 'none' }
    if (name === 'a:buChar' || name === 'a:buBlip') return { kind: 'bullet' }
    if (name === 'a:buAutoNum')
      return { kind: 'number', start: startOf(attributes.startAt), format: attributes.type ?? '' }
  }
  return null
}

function startOf(text: string | undefined): number {
  const start = Number.parseInt(text ?? '1', 10)
  return start > 0 && start < 100_000 ? start : 1
}

/** `type`: `title`, `body`, `obj`, …; null for a shape that isn't a placeholder. */
export function placeholderOf(shape: XmlElement): { type: string | null; idx: string | null } {
  const found = childOf(descriptionOf(shape), 'p:nvPr', 'p:ph')
  return found ? { type: found.attributes.type ?? 'obj', idx: found.attributes.idx ?? null } : { type: null, idx: null }
}

type Placeholder = ReturnType<typeof placeholderOf>

/** The properties that placeholders inherit. */
export type Inherited = ReturnType<typeof createInherited>

/** `layout` and `master`: the trees of these parts, if the slide has them. `defaults`: `p:defaultTextStyle`. */
export function createInherited(layout?: XmlElement, master?: XmlElement, defaults?: XmlElement) {
  const ofLayout = placeholdersIn(layout)
  const ofMaster = placeholdersIn(master)
  const styles = childOf(master, 'p:sldMaster', 'p:txStyles')

  /** Returns the placeholders that this placeholder inherits from, starting with the layout's placeholder. */
  function shapesOf({ type, idx }: Placeholder): XmlElement[] {
    if (type === null) return []
    const base = baseType(type)
    const above = idx === null ? ofLayout.byType.get(base) : ofLayout.byIdx.get(idx)
    return [above, ofMaster.byType.get(base)].filter((shape) => shape !== undefined)
  }

  /** Returns the master's style for all levels of a placeholder's text. For text outside placeholders, returns the presentation's style. */
  function textStyle({ type }: Placeholder): XmlElement | undefined {
    if (type === null) return defaults
    return childOf(styles, baseType(type) === 'title' ? 'p:titleStyle' : 'p:bodyStyle')
  }

  /** Returns the list marker for a level of a placeholder's text. Levels start at 0. */
  function mark(placeholder: Placeholder, level: number): ListMark {
    if (placeholder.type === null) return { kind: 'none' }
    const lists = shapesOf(placeholder).map((shape) => childOf(shape, 'p:txBody', 'a:lstStyle'))
    const marks = [...lists, textStyle(placeholder)].map((list) => listMarkOf(levelOf(list, level)))
    return marks.find((one) => one !== null) ?? { kind: 'none' }
  }

  return { shapesOf, textStyle, mark }
}

type Shapes = Map<string, XmlElement>

function placeholdersIn(part: XmlElement | undefined): { byType: Shapes; byIdx: Shapes } {
  const byType: Shapes = new Map()
  const byIdx: Shapes = new Map()
  for (const shape of elementsIn(part, 'p:sp')) {
    const { type, idx } = placeholderOf(shape)
    if (type !== null && !byType.has(baseType(type))) byType.set(baseType(type), shape)
    if (idx !== null && !byIdx.has(idx)) byIdx.set(idx, shape)
  }
  return { byType, byIdx }
}

/** Returns the properties of a level in a list style. */
export function levelOf(list: XmlElement | undefined, level: number): XmlElement | undefined {
  return childOf(list, `a:lvl${level + 1}pPr`)
}

function baseType(type: string): string {
  if (type === 'title' || type === 'ctrTitle') return 'title'
  return type === 'obj' || type === 'subTitle' ? 'body' : type
}
