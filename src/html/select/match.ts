/** Matches elements against parsed CSS selectors, within a budget of steps. */

import { parse, type Selector } from 'css-what'
import type { Element, ParentNode } from 'domhandler'
import { closest, type ElementTest, isElement, isText, nextElement, previousElement } from '../traverse.ts'

/** The work still allowed on one document, and results to reuse. If the tree changes, these results still describe the old tree. */
export interface MatchBudget {
  steps: number
  /** The element that `:scope` matches. By default, the root element. */
  scope?: Element
  places?: Map<ParentNode, ReadonlyMap<Element, Place>>
  known?: Map<Selector, Map<Element, boolean>>
  /** The elements that count for `:nth-child(… of S)`, by S and parent. */
  counted?: Map<string, { list: Selector[][]; below: Map<ParentNode, ReadonlyMap<Element, number>> }>
}

type Next = (element: Element) => Element | null

const parentOf: Next = ({ parent }) => (parent && isElement(parent) ? parent : null)

export const combinators: ReadonlySet<string> = new Set(['descendant', 'child', 'adjacent', 'sibling'])

/** True if the element matches; false once the budget is used up. */
export function matches(element: Element, tokens: readonly Selector[], budget: MatchBudget): boolean {
  return matchesTo(element, tokens, tokens.length - 1, budget)
}

function matchesTo(element: Element, tokens: readonly Selector[], last: number, budget: MatchBudget): boolean {
  if (--budget.steps < 0) return false
  for (let at = last; at >= 0; at--) {
    const token = tokens[at] as Selector
    if (!combinators.has(token.type)) {
      if (!isSimpleMatch(element, token, budget)) return false
      continue
    }
    const next = token.type === 'descendant' || token.type === 'child' ? parentOf : previousElement
    const test: ElementTest = (other) => matchesTo(other, tokens, at - 1, budget)
    if (token.type === 'descendant' || token.type === 'sibling')
      return anyOnTheWay(element, next, test, resultsOf(token, budget))
    const other = next(element)
    return other !== null && test(other)
  }
  return true
}

/** The results for the tokens from this one on. Without this cache, `a ~ b` would test all siblings again for each element. */
function resultsOf(token: Selector, budget: MatchBudget): Map<Element, boolean> {
  budget.known ??= new Map()
  const results = budget.known.get(token) ?? new Map<Element, boolean>()
  budget.known.set(token, results)
  return results
}

function anyOnTheWay(element: Element, next: Next, test: ElementTest, results: Map<Element, boolean>): boolean {
  let last = element
  let found = results.get(last)
  while (found === undefined) {
    const following = next(last)
    if (following === null) found = false
    else if (test(following)) found = true
    else {
      last = following
      found = results.get(last)
    }
  }
  for (let passed: Element | null = element; passed; passed = passed === last ? null : next(passed))
    results.set(passed, found)
  return found
}

function isSimpleMatch(element: Element, token: Selector, budget: MatchBudget): boolean {
  if (token.type === 'universal') return true
  if (token.type === 'tag') return element.name.toLowerCase() === token.name.toLowerCase()
  if (token.type === 'attribute') return isAttributeMatch(element, token)
  if (token.type !== 'pseudo') return false
  if (Array.isArray(token.data)) {
    const lists = token.data
    if (token.name === 'has') return lists.some((tokens) => hasRelative(element, tokens, budget))
    const isOne = lists.some((tokens) => matches(element, tokens, budget))
    if (token.name === 'not') return !isOne
    return /^(?:is|where|matches|-webkit-any)$/.test(token.name) && isOne
  }
  return pseudoClasses.get(token.name)?.(element, String(token.data ?? ''), budget) ?? false
}

export function isAttributeMatch({ attribs }: Element, token: Extract<Selector, { type: 'attribute' }>): boolean {
  const actual = attribs[token.name.toLowerCase()]
  if (actual === undefined) return false
  const [value, wanted] =
    token.ignoreCase === true ? [actual.toLowerCase(), token.value.toLowerCase()] : [actual, token.value]
  switch (token.action) {
    case 'exists':
      return true
    case 'equals':
      return value === wanted
    case 'element':
      return hasWord(value, wanted)
    case 'start':
      return wanted !== '' && value.startsWith(wanted)
    case 'end':
      return wanted !== '' && value.endsWith(wanted)
    case 'any':
      return wanted !== '' && value.includes(wanted)
    case 'hyphen':
      return value === wanted || value.startsWith(`${wanted}-`)
    default:
      return value !== wanted
  }
}

function hasWord(value: string, word: string): boolean {
  if (word === '') return false
  for (let at = value.indexOf(word); at !== -1; at = value.indexOf(word, at + 1)) {
    const end = at + word.length
    if ((at === 0 || isSpace(value.charCodeAt(at - 1))) && (end === value.length || isSpace(value.charCodeAt(end))))
      return true
  }
  return false
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

/** Matches a selector inside `:has()` from left to right: `> a b` is a child `a` that has a `b` below it. */
function hasRelative(element: Element, written: readonly Selector[], budget: MatchBudget): boolean {
  const first = written[0] as Selector
  const tokens = combinators.has(first.type) ? written.slice(1) : written
  const end = tokens.findIndex(({ type }) => combinators.has(type))
  const compound = end === -1 ? tokens : tokens.slice(0, end)
  const test: ElementTest = (other) =>
    matches(other, compound, budget) && (end === -1 || hasRelative(other, tokens.slice(end), budget))
  const results = resultsOf(first, budget)
  // The parser limits the document's depth, and thereby the depth of the recursion.
  const isAbove: ElementTest = (around) => {
    const found =
      results.get(around) ?? around.children.some((child) => isElement(child) && (test(child) || isAbove(child)))
    results.set(around, found)
    return found
  }
  switch (first.type) {
    case 'child':
      return element.children.some((child) => isElement(child) && test(child))
    case 'adjacent': {
      const next = nextElement(element)
      return next !== null && test(next)
    }
    case 'sibling':
      return anyOnTheWay(element, nextElement, test, results)
    default:
      return isAbove(element)
  }
}

/** Pseudo-classes for pointer and focus states are missing because they never match. */
export const pseudoClasses: ReadonlyMap<string, (element: Element, data: string, budget: MatchBudget) => boolean> =
  new Map(
    Object.entries<(element: Element, data: string, budget: MatchBudget) => boolean>({
      root: (element) => element.name === 'html',
      scope: (element, _, { scope }) => (scope ? element === scope : element.name === 'html'),
      link: ({ attribs }) => attribs.href !== undefined,
      'any-link': ({ attribs }) => attribs.href !== undefined,
      empty: ({ children }) => !children.some((child) => isElement(child) || (isText(child) && child.data !== '')),
      checked: ({ attribs }) => attribs.checked !== undefined || attribs.selected !== undefined,
      disabled: ({ name, attribs }) => control.test(name) && attribs.disabled !== undefined,
      enabled: ({ name, attribs }) => control.test(name) && attribs.disabled === undefined,
      required: ({ attribs }) => attribs.required !== undefined,
      defined: ({ name }) => !name.includes('-'),
      lang: (element, wanted) => {
        const around = closest(element, ({ attribs }) => attribs.lang !== undefined)
        // `en` also matches `en-US`.
        return `${around?.attribs.lang ?? ''}-`.toLowerCase().startsWith(`${wanted.trim().toLowerCase()}-`)
      },
      'first-child': (element) => previousElement(element) === null,
      'last-child': (element) => nextElement(element) === null,
      'only-child': (element) => previousElement(element) === null && nextElement(element) === null,
      'first-of-type': (element, _, budget) => placeOf(element, budget).ofType === 1,
      'last-of-type': (element, _, budget) => placeOf(element, budget).lastOfType === 1,
      'only-of-type': (element, _, budget) => {
        const { ofType, lastOfType } = placeOf(element, budget)
        return ofType === 1 && lastOfType === 1
      },
      'nth-child': (element, rule, budget) => isNthChild(element, rule, budget, false),
      'nth-last-child': (element, rule, budget) => isNthChild(element, rule, budget, true),
      'nth-of-type': (element, rule, budget) => isNth(placeOf(element, budget).ofType, rule),
      'nth-last-of-type': (element, rule, budget) => isNth(placeOf(element, budget).lastOfType, rule),
    }),
  )

const control = /^(?:button|input|select|textarea|fieldset|optgroup|option)$/

const nthRule = /^(?:([+-]?\d{0,9})n(?:\s*([+-])\s*(\d{1,9}))?|([+-]?\d{1,9}))$/

/** Reads `An+B`. Null if the rule is invalid. @see CSS Syntax 3, section 6 */
export function parseNth(rule: string): { step: number; start: number } | null {
  const text = rule.trim().toLowerCase()
  if (text === 'even' || text === 'odd') return { step: 2, start: text === 'odd' ? 1 : 0 }
  const match = nthRule.exec(text)
  if (!match) return null
  const [, factor = '', sign = '', offset = '0', only] = match
  if (only !== undefined) return { step: 0, start: Number(only) }
  return { step: /\d/.test(factor) ? Number(factor) : Number(`${factor}1`), start: Number(sign + offset) }
}

/** Splits `2n of .a` into its rule and its selector, which is undefined if missing. */
export function splitNth(rule: string): [nth: string, selector?: string] {
  const [nth = '', ...selector] = rule.split(/\sof\s/i)
  return selector.length === 0 ? [rule] : [nth, selector.join(' of ')]
}

function isNthChild(element: Element, rule: string, budget: MatchBudget, fromEnd: boolean): boolean {
  const [nth, selector] = splitNth(rule)
  const { child, lastChild } = placeOf(element, budget)
  if (selector === undefined) return isNth(fromEnd ? lastChild : child, nth)
  budget.counted ??= new Map()
  const counted = budget.counted.get(selector) ?? { list: parse(selector), below: new Map() }
  budget.counted.set(selector, counted)
  const { list, below } = counted
  if (!element.parent) return false
  const isCounted: ElementTest = (sibling) => list.some((tokens) => matches(sibling, tokens, budget))
  const places =
    below.get(element.parent) ??
    new Map(
      element.parent.children
        .filter((node) => isElement(node) && isCounted(node))
        .map((node, n) => [node as Element, n + 1]),
    )
  below.set(element.parent, places)
  const place = places.get(element)
  return place !== undefined && isNth(fromEnd ? places.size - place + 1 : place, nth)
}

function isNth(position: number, rule: string): boolean {
  const nth = parseNth(rule)
  if (nth === null) return false
  const distance = position - nth.start
  return nth.step === 0 ? distance === 0 : distance % nth.step === 0 && distance / nth.step >= 0
}

type Place = typeof alone

/** Counts from 1. Positions are computed for all siblings together, because computing each separately takes quadratic time. */
function placeOf(element: Element, budget: MatchBudget): Place {
  const { parent } = element
  budget.places ??= new Map()
  const known = parent && budget.places.get(parent)
  if (!parent || known) return known?.get(element) ?? alone
  const siblings = parent.children.filter(isElement)
  const places = new Map<Element, Place>()
  const seen = new Map<string, number>()
  for (const [index, sibling] of siblings.entries()) {
    const ofType = (seen.get(sibling.name) ?? 0) + 1
    seen.set(sibling.name, ofType)
    places.set(sibling, { child: index + 1, lastChild: siblings.length - index, ofType, lastOfType: 0 })
  }
  for (const [{ name }, place] of places) place.lastOfType = (seen.get(name) ?? 0) - place.ofType + 1
  budget.places.set(parent, places)
  budget.steps -= siblings.length
  return places.get(element) ?? alone
}

/** The position of an element that had no siblings or has been moved. */
const alone = { child: 1, lastChild: 1, ofType: 1, lastOfType: 1 }
