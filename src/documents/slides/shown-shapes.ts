/** Removes from a slide its invisible shapes, and the invisible text in other shapes. */

import type { DroppedText } from '../converted/hidden-text.ts'
import { type ColourScheme, type Fill, shapeFill, statedFill } from '../office/drawings/drawing-colours.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import {
  childOf,
  childrenOf,
  elementsIn,
  isXmlElement,
  type XmlElement,
  type XmlNode,
  xmlText,
} from '../office/xml/xml-tree.ts'
import { groundsBelow, isCovered, isOutside, type Painted, type PaintedBox } from './painted.ts'
import { type Inherited, levelOf, placeholderOf } from './placeholders.ts'
import { isInvisibleSlideRun, type TextAround } from './slide-looks.ts'

export interface SlideLook {
  scheme: ColourScheme
  inherited: Inherited
  /** In EMU. */
  size: { width: number; height: number }
  /** Background of all shapes of the slide: the slide's background and the shapes of its layout. */
  page: TextAround['grounds']
  below: readonly Painted[]
  /** True if animations make shapes appear or disappear. */
  isAnimated: boolean
  hidden: DroppedText
}

interface PlacedShape extends Painted {
  shape: XmlElement
}

const minSize = 25_400
/** A slide with more shapes is a drawing, whose text is left unchanged. */
const maxShapes = 1000

/** `tree`: `p:spTree` of a slide or its notes. */
export function shownShapes(tree: XmlElement, look: SlideLook): XmlElement {
  const all = placedShapes(tree, look)
  const placed = all.length > maxShapes ? [] : all
  const known = new Map(placed.map((one, at) => [one.shape, at]))
  return shownIn(tree)

  function shownIn(element: XmlElement): XmlElement {
    const children = element.children.flatMap((child): XmlNode[] => {
      if (!isXmlElement(child)) return [child]
      const at = known.get(child)
      const one = at === undefined ? null : (placed[at] as PlacedShape)
      const isOff = one?.box && isOutside(one.box, look.size, minSize)
      const isBelow = one?.box && !look.isAnimated && isCovered(one.box, placed.slice((at ?? 0) + 1))
      if (isOff || isBelow || isHiddenName(child)) {
        look.hidden.add(wordsOfShapes(child))
        return []
      }
      if (!one) return child.name === 'p:grpSp' ? [shownIn(child)] : [child]
      const { box, fill } = one
      const isClear = fill === 'none' || child.name === 'p:graphicFrame'
      const grounds = isClear ? groundsBelow(box, [...look.below, ...placed.slice(0, at)], look.page) : [fill]
      return [visibleOdfText(child, { ...look, page: grounds })]
    })
    return { ...element, children }
  }
}

export function wordsOfShapes(element: XmlElement): string {
  return [...elementsIn(element, 'a:t')].map(xmlText).join(' ')
}

/** Returns shapes in painting order, without those in hidden groups. */
export function placedShapes(
  tree: XmlElement,
  look: Pick<SlideLook, 'scheme' | 'inherited'>,
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

function isHiddenName(shape: XmlElement): boolean {
  return childrenOf(shape).some((child) => isTrue(childOf(child, 'p:cNvPr')?.attributes.hidden))
}

/** Returns the fill of a shape, or else that of the placeholders it inherits from. */
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

/** Converts the coordinates of a group to those of its parent. */
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

/** Returns the shape without invisible runs. `page`: background of its text. */
function visibleOdfText(shape: XmlElement, look: SlideLook): XmlElement {
  const placeholder = placeholderOf(shape)
  const lists = [
    look.inherited.textStyle(placeholder),
    ...look.inherited
      .shapesOf(placeholder)
      .toReversed()
      .map((one) => childOf(one, 'p:txBody', 'a:lstStyle')),
  ]
  const reference = childOf(shape, 'p:style', 'a:fontRef')
  return mapBodies(
    shape,
    (body, grounds) => {
      const own = childOf(body, 'a:lstStyle')
      const scale =
        Number(childOf(body, 'a:bodyPr', 'a:normAutofit')?.attributes.fontScale?.replace('%', '000') ?? 100_000) /
        100_000
      return mapChildren(body, 'a:p', (paragraph) => {
        const { lvl = '0', marL = '0', indent = '0' } = childOf(paragraph, 'a:pPr')?.attributes ?? {}
        const levels = lists.map((list) => childOf(levelOf(list, Number(lvl)), 'a:defRPr'))
        const around = {
          ...{ scheme: look.scheme, grounds, scale },
          properties: [...levels, reference, childOf(levelOf(own, Number(lvl)), 'a:defRPr')],
        }
        const isOff = Number(marL) + Number(indent) >= look.size.width
        const children = paragraph.children.filter((run) => {
          if (!isXmlElement(run) || (run.name !== 'a:r' && run.name !== 'a:fld')) return true
          const isHidden = isOff || isInvisibleSlideRun(childOf(run, 'a:rPr'), around)
          if (isHidden) look.hidden.add(xmlText(childOf(run, 'a:t')))
          return !isHidden
        })
        return { ...paragraph, children }
      })
    },
    look,
  )
}

type MapBody = (body: XmlElement, grounds: TextAround['grounds']) => XmlElement

/** Table styles with see-through cells: no style, or one with only grid lines. */
const unfilledTables = /^\{(?:2D5ABB26-0587-4C30-8999-92F81FD0307C|5940675A-B579-460E-94D1-54222C63F5DA)\}$/i

/** Returns the shape after applying `map` to its text or the text of its cells. */
function mapBodies(element: XmlElement, map: MapBody, look: SlideLook, isStyled = false): XmlElement {
  return mapChildren(element, null, (child) => {
    if (child.name === 'p:txBody') return map(child, look.page)
    if (child.name === 'a:tc') {
      const fill = statedFill(childOf(child, 'a:tcPr'), look.scheme) ?? (isStyled ? null : 'none')
      return mapChildren(child, 'a:txBody', (body) => map(body, fill === 'none' ? look.page : [fill]))
    }
    if (!/^(?:a:graphic|a:graphicData|a:tbl|a:tr)$/.test(child.name)) return child
    const style = xmlText(childOf(child, 'a:tblPr', 'a:tableStyleId')).trim()
    return mapBodies(child, map, look, isStyled || (style !== '' && !unfilledTables.test(style)))
  })
}

/** `name`: null for all elements. */
function mapChildren(element: XmlElement, name: string | null, map: (child: XmlElement) => XmlElement): XmlElement {
  const children = element.children.map((child) => {
    return isXmlElement(child) && (name === null || child.name === name) ? map(child) : child
  })
  return { ...element, children }
}
