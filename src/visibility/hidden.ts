/** Is this element kept from a visitor's eyes? Judged by attributes and inline style: without a browser nothing else is known. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../document/document.ts'
import { isElement, isText, walk } from '../document/traverse.ts'

/** True for an element that no visitor sees, with all that is below it. Class names are no evidence here: scripts change them. */
export function isHidden(element: Element): boolean {
  const { name, attribs } = element
  // React streams a page in hidden pieces (`S:1`, seen November 2026) that its script moves into place.
  if (attribs.hidden !== undefined && attribs.hidden !== 'until-found') return !/^S:\w+$/.test(attribs.id ?? '')
  if (attribs.popover !== undefined) return true
  if (name === 'dialog' && attribs.open === undefined) return true
  return attribs.style !== undefined && hidesByStyle(attribs.style, element)
}

const zero = String.raw`0(?:\.0*)?(?:px|em|rem|pt|%|vw|vh)?\s*(?:!important)?\s*(?:;|$)`
// Not within another name: `backface-visibility`, `--footer-display`.
const property = '(?<![\\w-])'
const hidingStyle = new RegExp(
  [
    String.raw`${property}display\s*:\s*none`,
    String.raw`${property}clip\s*:\s*rect\((?:\s*[01](?:px)?[\s,]*){4}\)`,
    String.raw`clip-path\s*:\s*inset\(\s*(?:50|100)%`,
    String.raw`transform\s*:\s*scale\(\s*0\s*\)`,
    String.raw`text-indent\s*:\s*-\d{3,}`,
    String.raw`(?:^|[;\s])(?:left|top|right|bottom|margin-left|margin-top)\s*:\s*-\d{4,}(?:px|em|rem)`,
  ].join('|'),
  'i',
)
const transparent = new RegExp(`${property}color\\s*:\\s*transparent`, 'i')
/** Letters that are cut out of a picture or a gradient are seen by it. */
const cutOut = /background(?:-image)?\s*:[^;]*(?:gradient|url)\(/i
const notVisible = new RegExp(String.raw`${property}visibility\s*:\s*(?:hidden|collapse)`, 'i')
const noOpacity = new RegExp(String.raw`${property}opacity\s*:\s*${zero}`, 'i')
const noSize = new RegExp(String.raw`(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*${zero}`, 'i')
/** The box of a picture or a player: its height is a share of its width, and what is in it is placed there. */
const aspectBox = /padding(?:-top|-bottom)?\s*:[^;]*(?:[1-9]\d*(?:\.\d+)?%|calc\()/i
const noFont = new RegExp(String.raw`${property}font-size\s*:\s*${zero}`, 'i')
// What is faded or moved in by a script starts invisible and is real content.
const appears = /transform|transition|animation|will-change|filter/i

function hidesByStyle(style: string, element: Element): boolean {
  if (style.length > 2000) style = style.slice(0, 2000)
  if (hidingStyle.test(style)) return true
  if (transparent.test(style) && !(/background-clip\s*:\s*text/i.test(style) && cutOut.test(style))) return true
  if (notVisible.test(style) && !isRevealed(element)) return true
  if (noOpacity.test(style) && !appears.test(style) && !isRevealed(element)) return true
  if (noFont.test(style)) return !hasSizeWithin(element)
  if (!noSize.test(style) || !/overflow(?:-[xy])?\s*:\s*hidden/i.test(style)) return false
  return !appears.test(style) && !aspectBox.test(style)
}

// AOS, Sal, ScrollReveal, Webflow, Framer, WOW, Animate.css, Elementor and their like show what comes into view.
const revealingAttribute =
  /^data-(?:aos|sal|sr-id|w-id|framer-appear-id|anim\w*|motion|reveal|in-?view|gsap|wow)(?:-|$)/
const revealingClass =
  /(?:^|\s)(?:wow|aos-\S+|animate__\S+|(?:js-|scroll-)?(?:reveal|animate[ds]?|animation)(?:-\S+)?|fade-?(?:in|up|down|left|right)\S*|elementor-invisible|rev_slider\S*)(?:\s|$)/i

/** True for what a library of animations is to show as soon as a visitor gets there. */
function isRevealed({ name, attribs }: Element): boolean {
  if (name.startsWith('rs-') || revealingClass.test(attribs.class?.slice(0, 500) ?? '')) return true
  return Object.keys(attribs).some((key) => revealingAttribute.test(key))
}

const ownSize = /(?<![\w-])font(?:-size)?\s*:[^;]*[1-9]/i
const mostNodes = 200

/** True when all text below gives itself a size: newsletters take the gaps between columns away like this. */
function hasSizeWithin(element: Element): boolean {
  let seen = 0
  let sized = false
  let unsized = false
  walk(element, (node) => {
    if (unsized || ++seen > mostNodes) return false
    if (isText(node)) unsized ||= node.data.trim() !== ''
    if (!isElement(node)) return false
    if (!ownSize.test(node.attribs.style?.slice(0, 2000) ?? '')) return true
    sized = true
    return false
  })
  return sized && !unsized
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

/** Elements whose text no visitor reads, whatever their style. */
export const unread: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg'])

const readersOnly =
  /(?:^|[\s_-])(?:sr-?only|visually-?hidden|hidden-?visually|screen-?readers?-?(?:text|only)|a11y-(?:hidden|text)|assistive-text|element-invisible|show-for-sr)(?=[\s_-]|$)/i
// Shown on wider screens after all.
const notReadersOnly = /(?:^|\s)(?:(?:sm|md|lg|xl):)?not-sr-only(?:\s|$)/

/** True for a label that only screen readers speak; generated names keep the word: `VisuallyHidden_root__x1y2`. */
export function isForScreenReaders({ attribs }: Element): boolean {
  return attribs.class !== undefined && readersOnly.test(attribs.class) && !notReadersOnly.test(attribs.class)
}
