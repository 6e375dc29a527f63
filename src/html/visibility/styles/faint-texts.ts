/** Finds invisible text nodes in partly visible elements, hidden by an inherited colour or visibility. */

import type { Element, ParentNode, Text } from 'domhandler'
import { hasElement, isElement, isText, walk } from '../../traverse.ts'
import { type Colour, isSame, readBackground, readColour } from './colours.ts'

interface Inherited {
  element: Element | null
  isVisible: boolean
  /** Null if unknown. */
  colour: Colour | null
  background: Colour | null
  /** The element that the background belongs to; null for the page. */
  painted: Element | null
}

const white: Colour = [255, 255, 255, 1]
const initial: Inherited = { element: null, isVisible: true, colour: [0, 0, 0, 1], background: white, painted: null }
const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'textarea', 'select', 'svg'])

const maxLooked = 500

/** True if something in an element overrides its hidden `visibility`. Looks at up to 500 nodes. */
export function hasVisibleBelow(element: Element, styleOf: (element: Element) => string): boolean {
  return hasElement(element, (below) => /(?<![\w-])visibility\s*:\s*visible/i.test(styleOf(below)), maxLooked)
}

/** Walks the whole tree once if colours need to be checked, or if a hidden element may contain something visible. */
export function findFaintTexts(
  root: ParentNode,
  styleOf: (element: Element) => string,
  judges: { colours: boolean; visibility: boolean },
): Set<Text> {
  const texts = new Set<Text>()
  const open: Inherited[] = [initial]
  if (!judges.colours && !judges.visibility) return texts
  walk(
    root,
    (node) => {
      const around = open.at(-1) ?? initial
      if (isText(node)) {
        if (!/\S/.test(node.data)) return true
        if (!around.isVisible || (judges.colours && isFaint(around, node))) texts.add(node)
        return true
      }
      if (!isElement(node)) return true
      if (unread.has(node.name)) return false
      const inherited = inherit(node, around, styleOf)
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
const visibilityOf = /(?<![\w-])visibility\s*:([^;]+)/gi

/** The changes that the element makes for everything below it; null if there aren't any. */
function inherit(element: Element, around: Inherited, styleOf: (element: Element) => string): Inherited | null {
  const style = styleOf(element)
  const { color: hint, bgcolor } = element.attribs
  if (style === '' && hint === undefined && bgcolor === undefined) return null
  const written = last(style, fillOf) ?? last(style, colourOf) ?? (element.name === 'font' ? hint : undefined)
  const painted = last(style, backgroundOf) ?? bgcolor
  const image = last(style, imageOf)
  const visibility = last(style, visibilityOf)?.trim().toLowerCase()
  if (written === undefined && painted === undefined && image === undefined && visibility === undefined) return null
  const behind = background(painted, image, style)
  return {
    element,
    isVisible:
      visibility === undefined
        ? around.isVisible
        : !(/^(?:hidden|collapse)/.test(visibility) && (!around.isVisible || hasVisibleBelow(element, styleOf))),
    colour: written === undefined || /inherit|unset/i.test(written) ? around.colour : readColour(written),
    background: behind === 'keep' ? around.background : behind,
    painted: behind === 'keep' || /^(?:html|body)$/.test(element.name) ? around.painted : element,
  }
}

function background(painted: string | undefined, image: string | undefined, style: string): Colour | 'keep' | null {
  if (/background-clip\s*:\s*text/i.test(style)) return null
  if (image !== undefined && readBackground(image) !== 'keep') return readBackground(image)
  return painted === undefined ? 'keep' : readBackground(painted)
}

const pictures = new Set(['img', 'picture', 'video', 'canvas', 'svg', 'iframe', 'object'])
const maxNodes = 200
const levelsAround = 3

/** True if the text is barely visible against its background and there can't be an image behind it. */
function isFaint({ colour, background: behind, painted }: Inherited, text: Text): boolean {
  if (colour === null || behind === null || !(colour[3] < 0.05 || isSame(colour, behind))) return false
  let level = 0
  for (let up = text.parent; up && up !== painted && isElement(up) && level < levelsAround; up = up.parent, level++)
    if (hasElement(up, ({ name }) => pictures.has(name), maxNodes)) return false
  return true
}
