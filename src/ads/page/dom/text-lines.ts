/** Splits the visible text of an element into lines at block elements, and finds its visible links. */

import type { AnyNode, Element, ParentNode, Text } from 'domhandler'
import { skippedElements } from '../../../html/elements.ts'
import { hasElement, isElement, isText, walk } from '../../../html/traverse.ts'
import { policies } from '../../../html/visibility/policies.ts'
import { HidingRuleSet } from '../../../html/visibility/rule-set.ts'
import { leadsNowhere } from '../../ad/google-urls.ts'
import { cleanText } from '../../text/short-texts.ts'
import { firstBelow } from './tree.ts'

export interface TextLine {
  /** Cleaned text; never empty. */
  text: string
  nodes: AnyNode[]
  /** The innermost link around the first linked text in the line. */
  link: Element | null
  isRating: boolean
}

// All other elements break the line, because unknown elements are more often block than inline.
const inlineTags = new Set(
  'a abbr acronym b bdi bdo big br cite code data dfn em font g-img i img ins kbd label mark q s samp small span strong sub sup svg time tt u var wbr'.split(
    ' ',
  ),
)

const popupRoles = new Set(['dialog', 'menu', 'tooltip', 'alertdialog'])

const hidingRules = new HidingRuleSet(policies.ads.rules)

/** True if the element's own attributes hide it. Style sheets aren't evaluated. */
export function isHiddenInMarkup(element: Element): boolean {
  return hidingRules.find(element) !== null
}

/** True for scripts, controls, and dialogs or menus that open when clicked. Ads contain these elements, but not as content. */
export function isNonContent(element: Element): boolean {
  const role = element.attribs.role
  return skippedElements.ads.has(element.name) || (role !== undefined && popupRoles.has(role))
}

/**
 * Visits the elements below `root`, except those that are hidden or aren't content. When `visit` returns false, the elements below that
 * element are skipped.
 */
export function walkContent(root: ParentNode, visit: (element: Element) => unknown): void {
  walk(root, (node) => isElement(node) && !isHiddenInMarkup(node) && !isNonContent(node) && visit(node))
}

/** The visible links below `root`, in document order. */
export function visibleLinks(root: ParentNode): Element[] {
  const links: Element[] = []
  walkContent(root, (element) => {
    if (element.name === 'a') links.push(element)
  })
  return links
}

export function textNodesOf(root: ParentNode): Text[] {
  const texts: Text[] = []
  walk(root, (node) => {
    if (isText(node)) texts.push(node)
  })
  return texts
}

const isBlank = (node: AnyNode) => isText(node) && node.data.trim() === ''

/** True if an empty element precedes the link's text, such as an icon drawn by a style sheet. */
export function beginsWithSign(link: Element): boolean {
  const first = firstBelow(link, (node) => {
    if (isText(node)) return isBlank(node) ? null : node
    return isElement(node) && (node.name === 'svg' || node.children.every(isBlank)) ? node : null
  })
  return first !== null && isElement(first) && first.name !== 'img' && first.name !== 'br'
}

// "Why this ad?" and "Hide" are buttons without links. A button with links is a tile or a carousel.
function isPlainButton(element: Element): boolean {
  if (element.attribs.role !== 'button' || element.name === 'a') return false
  return !hasElement(element, ({ name }) => name === 'a')
}

// Until 2019 "Why this ad?" was a bubble next to an icon: a script link without text, followed by the content that it opens.
function isInfoBubble(element: Element): boolean {
  const trigger = element.children.find(isElement)
  const { href } = trigger?.attribs ?? {}
  if (trigger?.name !== 'a' || !href || !leadsNowhere(href)) return false
  return element.children.length > 1 && textNodesOf(trigger).every(isBlank)
}

/** The visible lines of `root`, in document order. Looks for links up to and including `root`. */
export function textLines(root: ParentNode): TextLine[] {
  const lines: TextLine[] = []
  let line = emptyLine()
  let block: AnyNode | null = null
  const enterBlock = (container: AnyNode | null) => {
    if (container !== null && container === block) return
    block = container
    line.text = cleanText(line.text)
    if (line.text !== '') lines.push(line)
    line = emptyLine()
  }
  walk(root, (node) => {
    if (isText(node)) {
      if (isBlank(node)) {
        line.text += ' '
        return
      }
      enterBlock(blockAround(node, root))
      line.text += node.data
      line.nodes.push(node)
      line.link ??= linkAround(node, root)
    }
    if (!isElement(node)) return
    if (isHiddenInMarkup(node) || isNonContent(node) || isPlainButton(node) || isInfoBubble(node)) return false
    if (node.name === 'br') line.text += ' '
    // Stars may precede the first text of their line.
    const isRating = isStarRating(node)
    if (isRating || !inlineTags.has(node.name)) enterBlock(isRating ? blockAround(node, root) : null)
    line.isRating ||= isRating
    return !isRating
  })
  enterBlock(null)
  return lines
}

export function visibleText(root: ParentNode): string {
  return textLines(root)
    .map((line) => line.text)
    .join(' ')
}

function emptyLine(): TextLine {
  return { text: '', nodes: [], link: null, isRating: false }
}

function blockAround(node: AnyNode, root: ParentNode): AnyNode {
  let above = node.parent
  while (above && above !== root && isElement(above) && inlineTags.has(above.name)) above = above.parent
  return above ?? root
}

/** The innermost `a` from `node` up to and including `root`. If `root` is null, up to the document. */
export function linkAround(node: AnyNode, root: ParentNode | null): Element | null {
  for (let above: AnyNode | null = node; above; above = above.parent) {
    if (isElement(above) && above.name === 'a') return above
    if (above === root) return null
  }
  return null
}

function isStarRating(element: Element): boolean {
  return (
    element.name === 'g-review-stars' ||
    /\bstars?\b/i.test(element.attribs.class ?? '') ||
    (element.attribs.role === 'img' && /\d/.test(element.attribs['aria-label'] ?? ''))
  )
}
