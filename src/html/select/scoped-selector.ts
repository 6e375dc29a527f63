/** Selectors that are asked within one element after another: matches are below it, as with `querySelectorAll`. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../document.ts'
import { isInertTemplate } from '../text-runs.ts'
import { compileSelector } from './compile.ts'
import { selectorProblem } from './selector.ts'
import { normaliseSelector } from './selector-syntax.ts'

/** An element, or the whole document, with the elements below it that are asked again and again. */
export interface Scope {
  node: ParentNode
  below: readonly Element[]
}

/** Elements below a node in document order, without what inert templates hold. `step` is called for each. */
export function scopeOf(document: Document, node: ParentNode, step: () => void): Scope {
  const below: Element[] = []
  document.elements.visitBelow(node, isInertTemplate, (element) => {
    step()
    below.push(element)
  })
  return { node, below }
}

/** What is wrong with a selector that is asked within elements, or null. It may begin with `>`. */
export function scopedSelectorProblem(selector: string): string | null {
  return selectorProblem(withScope(selector))
}

type Test = (element: Element) => boolean

/** Matches of selectors in scopes of one document, in its order. The selectors must have passed `scopedSelectorProblem`. */
export type ScopedMatches = (selector: string, scope: Scope) => Iterable<Element>

/** What compiling a selector costs, in elements that are looked at. */
const stepsOfCompiling = 20

/** `step` is called each time an element is looked at, and may throw. */
export function createScopedMatches(document: Document, step: () => void): ScopedMatches {
  const tests = new Map<string, Test>()

  function testOf(selector: string, scope: Scope): Test {
    const known = tests.get(selector)
    if (known) return known
    const normal = normaliseSelector(withScope(selector))
    // What such a test remembers is true of one scope alone.
    const isOfOneScope = namesScope.test(normal)
    for (let n = 0; n < stepsOfCompiling; n++) step()
    const test = compileSelector(normal, isOfOneScope ? scope.node : document.root, step)
    if (!isOfOneScope) tests.set(selector, test)
    return test
  }

  return function* matches(selector, scope) {
    const test = testOf(selector, scope)
    for (const element of scope.below) {
      step()
      if (test(element)) yield element
    }
  }
}

const namesScope = /:scope/i

/** `> a` → `:scope > a` */
function withScope(selector: string): string {
  return selector.startsWith('>') ? `:scope ${selector}` : selector
}
