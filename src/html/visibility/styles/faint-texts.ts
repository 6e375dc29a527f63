/** Finds invisible text nodes in partly visible elements, hidden by an inherited colour or visibility. */

import type { Element, ParentNode, Text } from 'domhandler'
import { hasElement, isElement, isText, walk } from '../../traverse.ts'
import { type Colour, edgeColour, isMoving, isSame, readBackground, readColour, whiteColour } from './colours.ts'
import type { StyleOf } from './declarations.ts'
import { evaluate, type Value } from './values.ts'

interface Inherited {
  element: Element | null
  isVisible: boolean
  /** Null if unknown. */
  colour: Colour | null
  background: Colour | null
  /** The element that the background belongs to; null for the page. */
  painted: Element | null
  edge: Colour | null
  /** Opacity of the element and its ancestors combined, except for values that hide an element alone. */
  opacity: number
  fontPx: number
}

const initial: Inherited = {
  ...{ element: null, isVisible: true, colour: [0, 0, 0, 1], background: whiteColour, painted: null },
  ...{ edge: null, opacity: 1, fontPx: 16 },
}
const minOpacity = 0.05
const minFontPx = 2
const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'textarea', 'select', 'svg'])

const maxLooked = 500

/** True if something in an element overrides its hidden `visibility`. Looks at up to 500 nodes. */
export function hasVisibleBelow(element: Element, styleOf: StyleOf): boolean {
  return hasElement(element, (below) => /(?<![\w-])visibility\s*:\s*visible/i.test(styleOf(below)), maxLooked)
}

/** Walks the whole tree once if colours need to be checked, or if a hidden element may contain something visible. */
export function findFaintTexts(
  root: ParentNode,
  styleOf: StyleOf,
  judges: { colours: boolean; visibility: boolean; factors: boolean },
): Set<Text> {
  const texts = new Set<Text>()
  const open: Inherited[] = [initial]
  /** Many elements have the same style. */
  const known = new Map<string, OwnStyle>()
  if (!judges.colours && !judges.visibility && !judges.factors) return texts
  walk(
    root,
    (node) => {
      const around = open.at(-1) ?? initial
      if (isText(node)) {
        if (!/\S/.test(node.data)) return true
        const isTooFaint = judges.factors && (around.opacity < minOpacity || around.fontPx < minFontPx)
        if (!around.isVisible || isTooFaint || (judges.colours && isFaint(around, node))) texts.add(node)
        return true
      }
      if (!isElement(node)) return true
      if (unread.has(node.name)) return false
      const inherited = inherit(node, around, styleOf, known)
      if (inherited) open.push(inherited)
      return true
    },
    (node) => {
      if (open.length > 1 && node === open.at(-1)?.element) open.pop()
    },
  )
  return texts
}

const last = (style: string, property: RegExp) =>
  [...style.matchAll(property)].at(-1)?.[1]?.replace(/!\s*important/i, '')
const colourOf = /(?<![\w-])color\s*:([^;]+)/gi
const fillOf = /text-fill-color\s*:([^;]+)/gi
const backgroundOf = /(?<![\w-])background(?:-color)?\s*:([^;]+)/gi
const imageOf = /(?<![\w-])background-image\s*:([^;]+)/gi
const opacityOf = /(?<![\w-])opacity\s*:([^;]+)/gi
const sizeOf = /(?<![\w-])font-size\s*:([^;]+)/gi
const visibilityOf = /(?<![\w-])visibility\s*:([^;]+)/gi

/** A value below the limit hides its element alone, unless a script fades it in. */
function factor(style: string, property: RegExp, other: number): number {
  const value = isMoving(style) ? null : evaluate(last(style, property) ?? '')
  const number = value === null ? other : value.unit === '%' ? value.value / 100 : value.value
  return number < minOpacity || number > 1 ? other : number
}

/** A size of zero is left to the rules. */
function fontSize(value: Value | null, around: number): number {
  if (value === null || value.value === 0) return value === null ? around : initial.fontPx
  return value.unit === '%' ? (value.value / 100) * around : value.value
}

type OwnStyle = ReturnType<typeof readStyle>

/** The values of `Inherited` that a style sets, as written. */
function readStyle(style: string) {
  return {
    written: last(style, fillOf) ?? last(style, colourOf),
    painted: last(style, backgroundOf),
    image: last(style, imageOf),
    visibility: last(style, visibilityOf)?.trim().toLowerCase(),
    opacity: factor(style, opacityOf, 1),
    size: evaluate(last(style, sizeOf) ?? '', true),
    edge: edgeColour(style),
  }
}

/** The changes that the element makes for everything below it; null if there aren't any. */
function inherit(
  element: Element,
  around: Inherited,
  styleOf: StyleOf,
  known: Map<string, OwnStyle>,
): Inherited | null {
  const style = styleOf(element)
  const { color: hint, bgcolor } = element.attribs
  if (style === '' && hint === undefined && bgcolor === undefined) return null
  const own = known.get(style) ?? readStyle(style)
  known.set(style, own)
  const { image, visibility, opacity, edge } = own
  const written = own.written ?? (element.name === 'font' ? hint : undefined)
  const painted = own.painted ?? bgcolor
  const fontPx = fontSize(own.size, around.fontPx)
  const isPlain = written === undefined && painted === undefined && image === undefined && visibility === undefined
  if (isPlain && edge === null && opacity === 1 && fontPx === around.fontPx && !/box-shadow/.test(style)) return null
  const colour =
    written === undefined || /inherit|unset/i.test(written) ? around.colour : readColour(written, around.colour)
  const behind = /box-shadow\s*:[^;]*inset/i.test(style) ? null : background(painted, image, style, colour)
  return {
    element,
    isVisible:
      visibility === undefined
        ? around.isVisible
        : !(/^(?:hidden|collapse)/.test(visibility) && (!around.isVisible || hasVisibleBelow(element, styleOf))),
    ...{ colour, edge: edge ?? around.edge, opacity: around.opacity * opacity, fontPx },
    background: behind === 'keep' ? around.background : behind,
    painted: behind === 'keep' || /^(?:html|body)$/.test(element.name) ? around.painted : element,
  }
}

function background(
  painted: string | undefined,
  image: string | undefined,
  style: string,
  colour: Colour | null,
): Colour | 'keep' | null {
  if (/background(?:-clip)?\s*:(?:[^;]*\s)?text\b/i.test(style)) return null
  if (image !== undefined && readBackground(image) !== 'keep') return readBackground(image)
  return painted === undefined ? 'keep' : readBackground(painted, colour)
}

const pictures = new Set(['img', 'picture', 'video', 'canvas', 'svg', 'iframe', 'object'])
const maxNodes = 200
const levelsAround = 3

/** True if the text is barely visible against its background and there can't be an image behind it. */
function isFaint({ colour, background: behind, painted, edge }: Inherited, text: Text): boolean {
  if (colour === null || behind === null || !(colour[3] < 0.05 || isSame(colour, behind))) return false
  if (edge !== null && edge[3] > 0.3 && !isSame(edge, behind)) return false
  let level = 0
  for (let up = text.parent; up && up !== painted && isElement(up) && level < levelsAround; up = up.parent, level++)
    if (hasElement(up, ({ name }) => pictures.has(name), maxNodes)) return false
  return true
}
