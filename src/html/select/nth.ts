/** `:nth-child` and related pseudo-classes, including `:only-of-type`, for css-select: an element's position in constant time. */

import type { Element } from 'domhandler'
import { isElement } from '../traverse.ts'

type Test = (element: Element, rule?: string | null) => boolean

/**
 * Pseudo-classes that replace css-select's own, which counts siblings again for every element:
 * 5.8 CPU seconds for `p:nth-child(2n+1)` on 20,000 siblings.
 */
export function positionPseudos(): Record<string, Test> {
  const families = new WeakMap<object, Ranks>()
  const rankOf = (element: Element): Rank => {
    if (!element.parent) return alone
    const ranks = families.get(element.parent) ?? rank(element.parent.children.filter(isElement))
    families.set(element.parent, ranks)
    return ranks.get(element) ?? alone
  }
  const tests = new Map<string, (position: number) => boolean>()
  const matches = (rule: string | null | undefined, position: number) => {
    const text = rule ?? ''
    const test = tests.get(text) ?? compileNth(text)
    tests.set(text, test)
    return test(position)
  }
  return {
    'nth-child': (element, rule) => matches(rule, rankOf(element).child),
    'nth-last-child': (element, rule) => matches(rule, rankOf(element).lastChild),
    'nth-of-type': (element, rule) => matches(rule, rankOf(element).ofType),
    'nth-last-of-type': (element, rule) => matches(rule, rankOf(element).lastOfType),
    'last-child': (element) => rankOf(element).lastChild === 1,
    'only-child': (element) => rankOf(element).child === 1 && rankOf(element).lastChild === 1,
    'first-of-type': (element) => rankOf(element).ofType === 1,
    'last-of-type': (element) => rankOf(element).lastOfType === 1,
    'only-of-type': (element) => rankOf(element).ofType === 1 && rankOf(element).lastOfType === 1,
  }
}

/** `:nth-child(2 of .x)`: the position among the siblings that pass the test. Each sibling is tested once. */
export function positionAmong(
  name: string,
  rule: string,
  test: (element: Element) => boolean,
): (element: Element) => boolean {
  const families = new WeakMap<object, Map<Element, number>>()
  const matches = compileNth(rule)
  return (element) => {
    if (!element.parent) return test(element) && matches(1)
    let positions = families.get(element.parent)
    if (!positions) {
      const chosen = element.parent.children.filter((child) => isElement(child) && test(child)) as Element[]
      if (name === 'nth-last-child') chosen.reverse()
      positions = new Map(chosen.map((child, index) => [child, index + 1]))
      families.set(element.parent, positions)
    }
    const position = positions.get(element)
    return position !== undefined && matches(position)
  }
}

interface Rank {
  child: number
  lastChild: number
  ofType: number
  lastOfType: number
}

const alone: Rank = { child: 1, lastChild: 1, ofType: 1, lastOfType: 1 }

type Ranks = Map<Element, Rank>

function rank(siblings: Element[]): Ranks {
  const ranks: Ranks = new Map()
  const seen = new Map<string, number>()
  siblings.forEach((element, index) => {
    const ofType = (seen.get(element.name) ?? 0) + 1
    seen.set(element.name, ofType)
    ranks.set(element, { child: index + 1, lastChild: siblings.length - index, ofType, lastOfType: 0 })
  })
  for (const [element, found] of ranks) found.lastOfType = (seen.get(element.name) ?? 0) - found.ofType + 1
  return ranks
}

/** Parses `An+B` into a test of a 1-based position. Throws a plain Error if it is invalid. @see CSS Syntax 3, section 6 */
export function compileNth(rule: string): (position: number) => boolean {
  const text = rule.trim().toLowerCase()
  if (text === 'even') return (position) => position % 2 === 0
  if (text === 'odd') return (position) => position % 2 === 1
  const match = /^(?:([+-]?\d{0,9})n(?:\s*([+-])\s*(\d{1,9}))?|([+-]?\d{1,9}))$/.exec(text)
  if (!match) throw new Error(`n-th rule couldn't be parsed ('${rule}')`)
  if (match[4] !== undefined) {
    const only = Number(match[4])
    return (position) => position === only
  }
  const step = /\d/.test(match[1] ?? '') ? Number(match[1]) : match[1] === '-' ? -1 : 1
  const start = Number(`${match[2] ?? ''}${match[3] ?? 0}`)
  if (step === 0) return (position) => position === start
  return (position) => (position - start) % step === 0 && (position - start) / step >= 0
}
