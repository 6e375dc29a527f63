/** Finds the elements of the parsed tree that match a CSS selector. */

import { load } from 'cheerio/slim'
import { parse } from 'css-what'
import type { AnyNode, ChildNode, Element } from 'domhandler'
import { ServiceError } from '../../base/errors.ts'
import { maxSelectorSteps } from '../../contract/service-limits.ts'
import type { Document } from '../document.ts'
import { PageElements } from '../page-elements.ts'
import { removeNodes } from '../parse/rearrange.ts'
import { isInertTemplate } from '../text-runs.ts'
import { isElement, walk } from '../traverse.ts'
import { type MatchBudget, matches } from './match.ts'

/**
 * Returns the outermost matches of a selector that passed `checkSelector`, in document order. Throws value_error for `param` if it takes
 * more than `steps` on this document.
 * @example
 * selectAll(parseDocument('<div><div></div></div>', 'https://example.com/'), 'div').length // 1
 */
export function selectAll(
  document: Document,
  selector: string,
  steps = maxSelectorSteps,
  param: 'css_selector' | 'exclude_selector' = 'css_selector',
): Element[] {
  const isMatch = selectorTest(selector, steps, param)
  const $ = load(document.root)
  const matched = new Set<AnyNode>(
    $('*')
      .filter((_, node) => isElement(node) && isMatch(node))
      .toArray(),
  )
  const outermost: Element[] = []
  walk(document.root, (node) => {
    if (!isElement(node) || !matched.has(node)) return true
    outermost.push(node)
    return false
  })
  return outermost
}

/** True if an element matches `wait_for`, within the same limits. Ignores the content of inert templates. */
export function hasMatch(document: Document, selector: string, steps = maxSelectorSteps): boolean {
  const isMatch = selectorTest(selector, steps, 'wait_for')
  let isFound = false
  walk(document.root, (node) => {
    if (isFound) return false
    if (!isElement(node)) return true
    isFound = isMatch(node)
    return !isInertTemplate(node)
  })
  return isFound
}

function selectorTest(selector: string, steps: number, param: string): (element: Element) => boolean {
  const list = parse(selector)
  const budget: MatchBudget = { steps }
  return (element) => {
    const isMatch = list.some((tokens) => matches(element, tokens, budget))
    if (budget.steps >= 0) return isMatch
    throw new ServiceError(
      'value_error',
      `Value error, the selector takes more than ${steps} steps on this page. Use fewer combinators, or select by class or ID`,
      { param },
    )
  }
}

/**
 * Removes the matches of `exclude_selector` from the document's tree. `checkSelector` must have accepted the selector. Returns a document
 * without these elements, or the same document if nothing matches. The given document's list of elements stays complete, so its metadata
 * can still be read.
 */
export function withoutMatches(document: Document, selector: string): Document {
  const matches = new Set<ChildNode>(selectAll(document, selector, maxSelectorSteps, 'exclude_selector'))
  if (matches.size === 0) return document
  const kept = new Set<Element>()
  document.elements.visitBelow(
    document.root,
    (element) => matches.has(element),
    (element) => kept.add(element),
  )
  removeNodes(matches)
  return {
    ...document,
    elements: new PageElements(document.root, [...kept]),
    frameElements: document.frameElements.filter((element) => kept.has(element)),
    frames: document.frames && new Map([...document.frames].filter(([element]) => kept.has(element))),
  }
}
