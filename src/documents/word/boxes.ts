/** Finds the visible text boxes of a Word document and the background of their text. @see ECMA-376, part 1, §20.4.2 */

import { type Grounds, hexColour, isOffPage, white } from '../converted/hidden-text.ts'
import { type Fill, shapeFill } from '../office/drawings/drawing-colours.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { groundsOf, maxMargin, type WordSetting } from './looks.ts'

interface TextBox {
  content: XmlElement
  grounds: Grounds
}

/** Yields the outermost boxes. A nested box is read with its outer box. `grounds`: the background of the drawing. */
export function* boxesIn(element: XmlElement, grounds: Grounds, setting: WordSetting): Generator<TextBox> {
  const fill = fillOfShape(element, setting)
  const below = fill === 'none' && setting.hasDrawings ? [...grounds, null] : groundsOf(fill, grounds)
  for (const child of childrenOf(element)) {
    if (child.name === 'w:txbxContent') yield { content: child, grounds: below }
    else yield* boxesIn(child, below, setting)
  }
}

/** Returns undefined if the element isn't a shape. */
function fillOfShape(element: XmlElement, { colours }: WordSetting): Fill | undefined {
  const properties = childOf(element, 'wps:spPr')
  if (properties) return shapeFill(properties, childOf(element, 'wps:style'), colours)
  if (!/^v:(?:shape|rect|roundrect|oval)$/.test(element.name)) return undefined
  const { filled, fillcolor } = element.attributes
  if (/^(?:f|false)$/.test(filled ?? '')) return 'none'
  if (childOf(element, 'v:fill')) return null
  return fillcolor === undefined || fillcolor === 'white' ? white : hexColour(fillcolor.split(' ')[0])
}

/** True if a drawing is completely invisible. `element`: `w:drawing` or `w:pict`. */
export function isHiddenDrawing(element: XmlElement, { page }: WordSetting): boolean {
  return childrenOf(element).some((child) => {
    if (child.name === 'wp:anchor' || child.name === 'wp:inline') return isHiddenAnchor(child, page)
    return /visibility\s*:\s*hidden|display\s*:\s*none/i.test(child.attributes.style ?? '')
  })
}

const emuPerTwip = 635
const minEmu = 25_400

/** True if a drawing is hidden by its name, too small or off the page. */
function isHiddenAnchor(anchor: XmlElement, page: WordSetting['page']): boolean {
  if ([anchor, childOf(anchor, 'wp:docPr')].some((one) => isTrue(one?.attributes.hidden))) return true
  const { cx, cy } = childOf(anchor, 'wp:extent')?.attributes ?? {}
  if (Number(cx ?? minEmu) < minEmu && Number(cy ?? minEmu) < minEmu) return true
  const isOff = (name: string, length: string | undefined, size: number, margin: number) => {
    const position = childOf(anchor, name)
    const offset = childOf(position, 'wp:posOffset')
    const start = Number(xmlText(offset)) / emuPerTwip
    const isOfPage = position?.attributes.relativeFrom === 'page'
    return offset !== undefined && isOffPage(start, Number(length ?? 0) / emuPerTwip, size, isOfPage ? 0 : margin)
  }
  return isOff('wp:positionH', cx, page.width, maxMargin) || isOff('wp:positionV', cy, page.height, page.height)
}

/** Returns the number of drawings in the XML of a document, not counting the fallbacks for older programs. */
export function countDrawings(xml: string): number {
  const count = (pattern: RegExp) => xml.match(pattern)?.length ?? 0
  return Math.max(count(/<(?:wps:wsp|pic:pic)\b/g), count(/<v:(?:shape|rect|roundrect|oval|imagedata)\b/g))
}

const minBackdropEmu = 900_000
const behindText =
  /<wp:anchor\b[^>]{0,500}\bbehindDoc="(?:1|true)"(?:(?!<wp:anchor)[\s\S]){0,3000}?<wp:extent cx="(\d+)" cy="(\d+)"/g

/** True if a drawing behind a part's text is large enough to be the background of the text. */
export function hasBackdrop(xml: string): boolean {
  for (const [, cx, cy] of xml.matchAll(behindText)) {
    if (Number(cx) > minBackdropEmu && Number(cy) > minBackdropEmu) return true
  }
  return /<v:(?:shape|rect)\b[^>]{0,1000}z-index:-\d/.test(xml)
}

/** Returns the text of an invisible drawing. */
export function wordsOfDrawing(element: XmlElement): string {
  return [...elementsIn(element, 'w:t')].map(xmlText).join(' ')
}
