/**
 * Clean HTML: a document without scripts, styles, tracking and hidden text, with absolute URLs.
 *
 * Whatever it is parsed as (a document or a fragment, with or without scripting, inside of HTML, SVG or MathML), it runs nothing. A parser
 * may build another tree than the one that was written, so no part of the promise rests on the tree: no element is written whose text
 * a parser reads as no markup, but for `title`, `textarea` and `noscript`, which end at their own end tag; all text and all values are
 * escaped; and no element or attribute is written that would run in any place. So the tags that a parser finds are those written here.
 */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { isTrackingPixel } from '../../html/tracking.ts'
import { isElement, isText, textOf } from '../../html/traverse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { type PageView, viewDocument } from '../../html/visibility/page-view.ts'
import { policies } from '../../html/visibility/policies.ts'
import { findHidingRule } from '../../html/visibility/rule-set.ts'
import { cleanAttribute } from './clean-attributes.ts'
import { isForeign, serialise } from './serialise.ts'

interface CleanHtml {
  html: string
  /** Characters of text that were left out because they are hidden. */
  hiddenLength: number
}

/**
 * HTML of what is below `root`, and of `root` itself when it is an element, without what the view leaves out. Parsed again, with or
 * without scripting, it runs nothing. Throws response_too_large.
 */
export function formatCleanHtml(
  document: Document,
  root: ParentNode,
  view: PageView = viewDocument(document, 'cleanHtml'),
  budget: CharacterBudget = new CharacterBudget(document),
): CleanHtml {
  let hiddenLength = 0
  const keeps = (node: AnyNode): boolean => {
    if (!isKept(node)) return false
    if (node === root || !view.leavesOut(node)) return true
    if (isText(node) || (isElement(node) && view.conceals(node))) hiddenLength += textOf(node).length
    return false
  }
  const html = serialise(root, {
    keeps,
    attribute: (element, name, value) =>
      view.hidesAttribute(element, name) ? null : cleanAttribute(element, name, value, document),
    text: withoutInvisible,
    tagName: ({ name }) => tagNames.get(name) ?? name,
    budget,
    keepsContent: ({ name }) => name !== 'iframe',
  })
  return { html, hiddenLength }
}

/** A template that is kept holds a streamed part, which its script would have moved into place, or a shadow root. */
const tagNames = new Map([
  ['template', 'div'],
  ['xmp', 'pre'],
  ['plaintext', 'pre'],
])

const droppedLinks =
  /(?:^|\s)(?:stylesheet|preload|prefetch|modulepreload|preconnect|dns-prefetch|prerender|manifest)(?:\s|$)/i
const droppedMetas = /^\s*(?:refresh|set-cookie|content-security-policy.*|x-dns-prefetch-control)\s*$/is

type ElementTest = (element: Element) => boolean
const never: ElementTest = () => false
const isOfHtml: ElementTest = (element) => !isForeign(element)

/** Elements that are left out, always or sometimes. */
const keptElements = new Map<string, ElementTest>([
  ...named('script style object embed applet', never),
  // All URLs are absolute. In the document that it is put into it would change what that one's own URLs mean.
  ['base', never],
  // A browser shows nothing of them, and reads their text as no markup.
  ...named('noembed noframes', never),
  ...named('noscript xmp plaintext template', isOfHtml),
  // They set attributes of other elements, to `javascript:` too.
  ...named('animate animateColor animateMotion animateTransform animatecolor animatemotion animatetransform', never),
  ['set', isOfHtml],
  ['img', (element) => !isTrackingPixel(element)],
  ['link', ({ attribs }) => !droppedLinks.test(attribs.rel ?? '')],
  ['meta', ({ attribs }) => !droppedMetas.test(attribs['http-equiv'] ?? '')],
  ['iframe', (element) => isOfHtml(element) && !isHiddenFrame(element)],
])

function named(names: string, test: ElementTest): [string, ElementTest][] {
  return names.split(' ').map((name) => [name, test])
}

function isKept(node: AnyNode): boolean {
  if (isText(node)) return true
  if (isElement(node)) return keptElements.get(node.name)?.(node) ?? true
  return node.type === 'root' || (node.type === 'directive' && 'name' in node && node.name === '!doctype')
}

/** Frames of no size, and hidden ones on a page whose hidden text is kept, track. */
function isHiddenFrame(element: Element): boolean {
  const { width, height } = element.attribs
  return width === '0' || height === '0' || findHidingRule(policies.frames.rules, element) !== null
}
