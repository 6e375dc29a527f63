/** Evaluates selectors within a series of elements. As with `querySelectorAll`, only elements below these can match. */

import { parse, type Selector } from 'css-what'
import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../document.ts'
import { isInertTemplate } from '../text-runs.ts'
import { isElement } from '../traverse.ts'
import { type MatchBudget, matches } from './match.ts'
import { selectorProblem } from './selector.ts'

/** An element or the whole document, with a list of the elements below it, which are tested repeatedly. */
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
