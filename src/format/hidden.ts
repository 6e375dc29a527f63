/** Is this element kept from a visitor's eyes? Judged by attributes and inline style: without a browser nothing else is known. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../document/parse.ts'
import { isElement, isText, walk } from '../document/traverse.ts'

/** True for an element that no visitor sees, with all that is below it. Class names are no evidence here: scripts change them. */
export function isHidden({ name, attribs }: Element): boolean {
  // React streams a page in hidden pieces (`S:1`, seen November 2026) that its script moves into place.
  if (attribs.hidden !== undefined && attribs.hidden !== 'until-found') return !/^S:\w+$/.test(attribs.id ?? '')
  if (attribs.popover !== undefined) return true
  if (name === 'dialog' && attribs.open === undefined) return true
  return attribs.style !== undefined && hidesByStyle(attribs.style)
}

const zero = String.raw`0(?:\.0*)?(?:px|em|rem|pt|%|vw|vh)?\s*(?:!important)?\s*(?:;|$)`
const hidingStyle = new RegExp(
  [
    String.raw`display\s*:\s*none`,
    String.raw`visibility\s*:\s*(?:hidden|collapse)`,
    String.raw`(?:^|[;\s])font-size\s*:\s*${zero}`,
    String.raw`clip\s*:\s*rect\(\s*(?:0|1px)`,
    String.raw`clip-path\s*:\s*inset\(\s*(?:50|100)%`,
    String.raw`transform\s*:\s*scale\(\s*0\s*\)`,
    String.raw`text-indent\s*:\s*-\d{3,}`,
    String.raw`(?:^|[;\s])(?:left|top|right|bottom|margin-left|margin-top)\s*:\s*-\d{4,}(?:px|em|rem)`,
    String.raw`(?:^|[;\s])color\s*:\s*transparent`,
  ].join('|'),
  'i',
)
const noOpacity = new RegExp(String.raw`(?:^|[;\s])opacity\s*:\s*${zero}`, 'i')
const noSize = new RegExp(String.raw`(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*${zero}`, 'i')
// What is faded or moved in by a script starts invisible and is real content.
const appears = /transform|transition|animation|will-change|filter/i

function hidesByStyle(style: string): boolean {
  if (style.length > 2000) style = style.slice(0, 2000)
  if (hidingStyle.test(style)) return true
  if (noOpacity.test(style) && !appears.test(style)) return true
  return noSize.test(style) && /overflow(?:-[xy])?\s*:\s*hidden/i.test(style) && !appears.test(style)
}

/**
 * True when hiding would leave almost nothing: some sites hide all of their page until a script has run.
 * What they hide is what a visitor sees a moment later.
 */
export function isAllHidden({ root }: Document): boolean {
  let hidden = 0
  walk(root, (node) => {
    if (!isElement(node)) return true
    if (unread.has(node.name)) return false
    if (!isHidden(node)) return true
    hidden += textLength(node)
    return false
  })
  if (hidden <= 100) return false
  const enough = 0.1 * hidden
  return textLength(root, enough, isHidden) < enough
}

/** Length of the text below that can be read, without what is `leftOut`; counted until it reaches `limit`. */
function textLength(
  root: ParentNode,
  limit = Number.POSITIVE_INFINITY,
  leftOut: (element: Element) => boolean = () => false,
): number {
  let length = 0
  walk(root, (node) => {
    if (length >= limit) return false
    if (isText(node)) length += node.data.trim().length
    return !isElement(node) || !(unread.has(node.name) || leftOut(node))
  })
  return length
}

const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg'])

const readersOnly =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|a11y-hidden|assistive-text|element-invisible|u-hiddenVisually)(?:\s|$)/i

/** True for a label that only screen readers speak. */
export function isForScreenReaders({ attribs }: Element): boolean {
  return attribs.class !== undefined && readersOnly.test(attribs.class)
}

// Zero-width characters but the joiners that scripts and emoji need, direction overrides, tag characters outside flags.
const invisible =
  /[\u00ad\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069\u{e0001}]|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,7})[\u{e0020}-\u{e007f}]/gu
const mayBeInvisible = /[\u00ad\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069]|\udb40/

/** Text without characters that no one sees. */
export function visibleText(text: string): string {
  return mayBeInvisible.test(text) ? text.replace(invisible, '') : text
}
