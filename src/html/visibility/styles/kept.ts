/**
 * Elements to keep although a sheet hides them: the page itself, elements that fade in if the page has other sheets too, images until they
 * are loaded, and names of links shown as an image.
 */

import type { Element } from 'domhandler'
import { hasElement, isElement, isText, nextElement, previousElement, textOf, walk } from '../../traverse.ts'

const isAway = /(?<![\w-])display\s*:\s*none/i
const isInvisible = /(?<![\w-])(?:visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*(?:0(?![.\d])|0?\.0))/i
const fades = /(?<![\w-])opacity\s*:\s*0(?![.\d])/i
const leavesItsPlace = /position\s*:\s*(?:absolute|fixed)|visibility|(?<![\w-])(?:height|width|font-size)\s*:\s*0/i
const isFlat = /(?<![\w-])(?:max-)?(?:height|width)\s*:\s*[012](?:px|\s*;|\s*$)|clip|indent|font-size\s*:\s*0/i
const hasNoLines = /(?<!-)line-height\s*:\s*0(?![.\d])/i
const pictures = new Set(['img', 'picture', 'video', 'svg', 'iframe', 'canvas', 'object', 'embed'])
const maxNodes = 100
const maxOfName = 500
const maxNameChars = 80
const levelsAbove = 3

/** True if an element hidden by this style is kept because it takes up space on the page. */
export function isKeptAllTheSame(element: Element, style: string, hasOtherSheets: boolean): boolean {
  // A whole page is never hidden for more than a moment.
  if (element.name === 'html' || element.name === 'body') return true
  if (isAway.test(style)) return false
  if (hasOtherSheets && fades.test(style) && !leavesItsPlace.test(style)) return true
  if (pictures.has(element.name)) return true
  const text = shortTextOf(element)
  if (text === '') return hasElement(element, ({ name }) => pictures.has(name), maxNodes)
  // The elements below this one set their own line height.
  if (hasNoLines.test(style) && !isFlat.test(style) && !isInvisible.test(style) && !hasOwnText(element)) return true
  return text !== null && !isInvisible.test(style) && isNameOfLink(element, text)
}

/** True if a style hides an element in the same place as another one. */
export function mayBeSlide(style: string): boolean {
  return /position\s*:\s*absolute/i.test(style) && isInvisible.test(style) && !isFlat.test(style)
}

/** The adjacent elements with the same name and at least one common class. */
export function siblingsOfKind(element: Element): Element[] {
  const classes = element.attribs.class?.split(/\s+/) ?? []
  return [previousElement(element), nextElement(element)].filter(
    (sibling) =>
      sibling?.name === element.name && sibling.attribs.class?.split(/\s+/).some((one) => classes.includes(one)),
  ) as Element[]
}

/** The element's text; null if it is longer than a name, so that nested elements aren't read repeatedly. */
function shortTextOf(element: Element): string | null {
  let length = 0
  let visited = 0
  walk(element, (node) => {
    if (isText(node)) length += node.data.trim().length
    return length <= maxNameChars && ++visited <= maxOfName
  })
  return length > maxNameChars || visited > maxOfName ? null : textOf(element)
}

/** True if this is the whole text of a link or button that is, contains or surrounds the element. */
function isNameOfLink(element: Element, text: string): boolean {
  let up: Element | null = element
  for (let level = 0; up && level <= levelsAbove; level++) {
    if (isControl(up)) return shortTextOf(up) === text
    up = up.parent && isElement(up.parent) ? up.parent : null
  }
  return hasElement(element, (below) => isControl(below) && shortTextOf(below) === text, maxNodes)
}

function isControl({ name, attribs }: Element): boolean {
  return name === 'button' || (name === 'a' && attribs.href !== undefined)
}

function hasOwnText({ children }: Element): boolean {
  return children.some((child) => isText(child) && child.data.trim() !== '')
}
