/** Decides which parts are kept even though a style sheet hides them, because they are hidden only temporarily. */

import type { Element } from 'domhandler'
import type { PageElements } from '../../page-elements.ts'

const fades = /(?<![\w-])opacity\s*:\s*0(?![.\d])/i
const leavesItsPlace =
  /display\s*:\s*none|position\s*:\s*(?:absolute|fixed)|visibility|(?<![\w-])(?:height|width|font-size)\s*:\s*0/i
const takesNoPlace = /(?<![\w-])display\s*:\s*none/i
const pictures = new Set(['img', 'picture', 'video', 'svg', 'iframe', 'canvas', 'object', 'embed'])

/** True for a whole page, an image that isn't loaded yet, and, if the page has other sheets too, an element that fades in. */
export function isKeptAllTheSame({ name }: Element, style: string, hasOtherSheets: boolean): boolean {
  if (name === 'html' || name === 'body') return true
  if (pictures.has(name) && !takesNoPlace.test(style)) return true
  return hasOtherSheets && fades.test(style) && !leavesItsPlace.test(style)
}

/** Names used for the state before scripts have run. */
const before = /cloak|no-?js|(?:pre|lazy|un|on)-?load|loading|lazy|placeholder|skeleton|fouc|async-hide|wf-/i
const states = /:(?:hover|focus|active|target|checked|defined|empty)|\[(?:aria-|data-|open|class)/

/** True if a selector describes a state that hides elements until a script or a visitor ends that state. */
export function isTransient(selector: string, { byWord }: PageElements): boolean {
  const excluded = selector.match(/:not\([^()]*\)/g)?.join('') ?? ''
  if (before.test(selector) || states.test(excluded)) return true
  return (excluded.match(/[.#][\w-]+/g) ?? []).some((name) => !byWord.has(name.slice(1)))
}
