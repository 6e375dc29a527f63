/** Evaluates selectors within a series of elements. As with `querySelectorAll`, matches are below the element. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../document.ts'
import { isInertTemplate } from '../text-runs.ts'
import { compileSelector } from './compile.ts'
import { selectorProblem } from './selector.ts'
import { normaliseSelector } from './selector-syntax.ts'

/** An element or the whole document, with a list of the elements below it, because these are tested repeatedly. */
export interface Scope {
  node: ParentNode
  below: readonly Element[]
}

/** Elements below a node in document order, without the content of inert templates. `step` is called for each. */
export function scopeOf(document: Document, node: ParentNode, step: () => void): Scope {
  const below: Element[] = []
  document.elements.visitBelow(node, isInertTemplate, (element) => {
    step()
    below.push(element)
  })
  return { node, below }
}

/** The problem with a selector to be used within elements, or null. It may start with `>`. */
export function scopedSelectorProblem(selector: string): string | null {
  return selectorProblem(withScope(selector))
}

type Test = (element: Element) => boolean

/** Matches of selectors in scopes of one document, in document order. The selectors must have passed `scopedSelectorProblem`. */
export type ScopedMatches = (selector: string, scope: Scope) => Iterable<Element>

/** The cost of compiling a selector, as a number of elements tested. */
const stepsOfCompiling = 20

/** `step` is called for each element tested, and may throw. */
export function createScopedMatches(document: Document, step: () => void): ScopedMatches {
  const tests = new Map<string, Test>()

  function testOf(selector: string, scope: Scope): Test {
    const known = tests.get(selector)
    if (known) return known
    const normal = normaliseSelector(withScope(selector))
    // The cached results of a test that uses `:scope` are valid for one scope only.
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
