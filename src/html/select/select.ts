/** Finds the elements of the parsed tree, or of a part of it, that match a CSS selector. */

import { load } from 'cheerio/slim'
import { parse, type Selector } from 'css-what'
import type { ChildNode, Element, ParentNode } from 'domhandler'
import { ServiceError } from '../../base/errors.ts'
import { maxSelectorSteps } from '../../contract/service-limits.ts'
import type { Document } from '../document.ts'
import { integerIn } from '../elements.ts'
import { PageElements } from '../page-elements.ts'
import { createAttributes, removeNodes } from '../parse/nodes.ts'
import { isInertTemplate } from '../text-runs.ts'
import { type ElementTest, isElement, outermost, walk } from '../traverse.ts'
import { type MatchBudget, matches } from './match.ts'
import { selectorProblem } from './selector.ts'

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
  return outermost($('*').toArray().filter(isElement).filter(isMatch))
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

function selectorTest(selector: string, steps: number, param: string): ElementTest {
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
 * can still be read. The items of numbered lists keep their numbers. `isHidden`: true for items that visitors can't see.
 */
export function withoutMatches(document: Document, selector: string, isHidden: ElementTest): Document {
  const matches = new Set<ChildNode>(selectAll(document, selector, maxSelectorSteps, 'exclude_selector'))
  if (matches.size === 0) return document
  keepNumbers(matches, isHidden)
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

/** Writes numbers into numbered lists from which items are removed, so that the other items keep theirs. Hidden items have no number. */
function keepNumbers(removed: ReadonlySet<ChildNode>, isHidden: ElementTest): void {
  const isItem = (node: ChildNode): node is Element => isElement(node) && node.name === 'li'
  for (const list of new Set([...removed].filter(isItem).map(({ parent }) => parent))) {
    if (!list || !isElement(list) || list.name !== 'ol') continue
    const items = list.children.filter(isItem).filter((item) => !isHidden(item))
    const { start, reversed } = list.attribs
    let number = integerIn(start) ?? (reversed === undefined ? 1 : items.length)
    for (const item of items) {
      number = integerIn(item.attribs.value) ?? number
      if (!removed.has(item)) item.attribs = Object.assign(createAttributes(), item.attribs, { value: `${number}` })
      number += reversed === undefined ? 1 : -1
    }
  }
}

/**
 * An element or the whole document, with a list of the elements below it, which are tested repeatedly. As with `querySelectorAll`, only
 * these can match.
 */
export interface Scope {
  node: ParentNode
  below: readonly Element[]
}

/** Elements below a node in document order, without the content of inert templates. `step` is called for each. */
export function scopeOf(document: Document, node: ParentNode, step: (count: number) => void): Scope {
  const below: Element[] = []
  document.elements.visitBelow(node, isInertTemplate, (element) => {
    step(1)
    below.push(element)
  })
  return { node, below }
}

/** The problem with a selector to be used within elements; null if there isn't one. The selector may start with `>`. */
export function scopedSelectorProblem(selector: string): string | null {
  return selectorProblem(withScope(selector))
}

/** Matches of selectors in scopes of one document, in document order. The selectors must have passed `scopedSelectorProblem`. */
export type ScopedMatches = (selector: string, scope: Scope) => Iterable<Element>

export function createScopedMatches(step: (count: number) => void): ScopedMatches {
  const parsed = new Map<string, Selector[][]>()
  const shared: MatchBudget = { steps: Number.MAX_SAFE_INTEGER }

  return function* matching(selector, { node, below }) {
    const list = parsed.get(selector) ?? parse(withScope(selector))
    parsed.set(selector, list)
    // The results of a selector with `:scope` are valid for only one scope.
    const isOfOneScope = /:scope/i.test(withScope(selector)) && isElement(node)
    const budget = isOfOneScope ? { steps: Number.MAX_SAFE_INTEGER, scope: node } : shared
    for (const element of below) {
      const before = budget.steps
      const isMatch = list.some((tokens) => matches(element, tokens, budget))
      step(before - budget.steps)
      if (isMatch) yield element
    }
  }
}

function withScope(selector: string): string {
  return selector.startsWith('>') ? `:scope ${selector}` : selector
}
