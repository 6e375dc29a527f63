/** What stands on the lines of a piece of a page, as a visitor sees them? */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { skippedElements } from '../../../document/elements.ts'
import { isElement, isText, walk } from '../../../document/traverse.ts'
import { rulesForAds } from '../../../visibility/policies.ts'
import { findHidingRule } from '../../../visibility/rule-set.ts'
import { clean } from '../../shapes.ts'

/** Text between two line breaks that blocks make. */
export interface Line {
  text: string
  /** Text nodes of the line, in order. */
  nodes: AnyNode[]
  /** Innermost link around the line's first linked text. */
  link: Element | null
  /** A star rating stands on the line. */
  isRating: boolean
}

// Everything else breaks the line: new and renamed elements are rather blocks than words.
const inline = new Set(
  'a abbr acronym b bdi bdo big br cite code data dfn em font g-img i img ins kbd label mark q s samp small span strong sub sup svg time tt u var wbr'.split(
    ' ',
  ),
)

const unreadRoles = new Set(['dialog', 'menu', 'tooltip', 'alertdialog'])

/** Is the element hidden by its own markup? Classes are not followed. */
export function isHidden(element: Element): boolean {
  return findHidingRule(rulesForAds, element) !== null
}

/** Scripts, and dialogs and menus that open on a click: they stand inside ads and are no part of them. */
export function isDialog(element: Element): boolean {
  const role = element.attribs.role
  return skippedElements.ads.has(element.name) || (role !== undefined && unreadRoles.has(role))
}

// "Why this ad?" and "Hide" are buttons; a button that holds links is a tile or a carousel.
function isButton(element: Element): boolean {
  if (element.attribs.role !== 'button' || element.name === 'a') return false
  let holdsLink = false
  walk(element, (node) => {
    if (isElement(node) && node.name === 'a') holdsLink = true
    return !holdsLink
  })
  return !holdsLink
}

// Until 2019 "Why this ad?" was a bubble behind an icon: a script's link without text, and what it opens beside it.
function isBubble(element: Element): boolean {
  const trigger = element.children.find(isElement)
  if (trigger?.name !== 'a' || !/^(?:javascript:|#$)/.test(trigger.attribs.href ?? '')) return false
  let hasText = false
  walk(trigger, (node) => {
    if (isText(node) && node.data.trim() !== '') hasText = true
    return !hasText
  })
  return !hasText && element.children.length > 1
}

/** The visible lines below `root`; links count as such up to `root` itself. */
export function linesOf(root: ParentNode): Line[] {
  const lines: Line[] = []
  let parts: string[] = []
  let line: Line = emptyLine()
  let block: AnyNode | null = null
  const end = () => {
    line.text = clean(parts.join(''))
    if (line.text !== '') lines.push(line)
    line = emptyLine()
    parts = []
  }
  walk(root, (node) => {
    if (isText(node)) {
      if (/^\s*$/.test(node.data)) {
        parts.push(' ')
        return
      }
      const around = blockOf(node, root)
      if (around !== block) end()
      block = around
      parts.push(node.data)
      line.nodes.push(node)
      line.link ??= linkAround(node, root)
      return
    }
    if (!isElement(node)) return
    if (isHidden(node) || isDialog(node) || isButton(node) || isBubble(node)) return false
    if (node.name === 'br') parts.push(' ')
    if (isStars(node)) {
      line.isRating = true
      return false
    }
    if (!inline.has(node.name)) {
      end()
      block = null
    }
  })
  end()
  return lines
}

/** The visible text below `root` on one line. */
export function visibleText(root: ParentNode): string {
  return linesOf(root)
    .map((line) => line.text)
    .join(' ')
}

function emptyLine(): Line {
  return { text: '', nodes: [], link: null, isRating: false }
}

function blockOf(node: AnyNode, root: ParentNode): AnyNode {
  let above = node.parent
  while (above && above !== root && isElement(above) && inline.has(above.name)) above = above.parent
  return above ?? root
}

/** Innermost `a` from `node` up to and including `root`. */
export function linkAround(node: AnyNode, root: ParentNode | null): Element | null {
  for (let above: AnyNode | null = node; above; above = above.parent) {
    if (isElement(above) && above.name === 'a') return above
    if (above === root) return null
  }
  return null
}

function isStars(element: Element): boolean {
  return (
    element.name === 'g-review-stars' ||
    /\bstars?\b/i.test(element.attribs.class ?? '') ||
    (element.attribs.role === 'img' && /\d/.test(element.attribs['aria-label'] ?? ''))
  )
}
