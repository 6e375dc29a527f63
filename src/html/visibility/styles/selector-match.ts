/** Matches elements against the selectors of style sheets, within a budget of steps. */

import { parse, type Selector } from 'css-what'
import type { Element } from 'domhandler'
import { isElement, isText, nextElement, previousElement, walk } from '../../traverse.ts'
import type { PageNames } from './page-names.ts'

export interface CompiledSelector {
  tokens: Selector[]
  /** Specificity of ids, classes and names, as one number. */
  specificity: number
}

/** The work still allowed for the styles of one document. */
export interface StyleBudget {
  steps: number
}

const maxSelectorChars = 1000

/**
 * The selectors of a list that can match elements. Excludes pseudo-elements, unreadable selectors, and selectors that require a class or id
 * that the page doesn't have.
 */
export function compileSelectors(list: string, names: PageNames): CompiledSelector[] {
  if (list.length > maxSelectorChars) return []
  try {
    return parse(list)
      .filter((tokens) => tokens.every((token) => mayMatch(token, names)))
      .map((tokens) => ({ tokens, specificity: specificityOf(tokens) }))
  } catch {
    return []
  }
}

function mayMatch(token: Selector, names: PageNames): boolean {
  if (token.type === 'attribute') {
    if (token.action === 'not') return true
    return isName(token) ? names.has(token.value) : names.hasAttribute(token.name.toLowerCase())
  }
  return token.type !== 'pseudo-element' && token.type !== 'column-combinator'
}

/** `.name` or `#name`, case-sensitive. */
function isName({ name, action, ignoreCase }: Extract<Selector, { type: 'attribute' }>): boolean {
  if (ignoreCase === true) return false
  return (name === 'class' && action === 'element') || (name === 'id' && action === 'equals')
}

function specificityOf(tokens: readonly Selector[]): number {
  let sum = 0
  for (const token of tokens) {
    if (token.type === 'tag') sum += 1
    else if (token.type === 'attribute') sum += token.name === 'id' && token.action === 'equals' ? 1e6 : 1e3
    else if (token.type === 'pseudo') {
      const inner = Array.isArray(token.data) ? Math.max(0, ...token.data.map(specificityOf)) : 0
      sum += token.name === 'where' ? 0 : /^(?:is|not|has|matches|-webkit-any)$/.test(token.name) ? inner : 1e3
    }
  }
  return sum
}

/** True if the element matches; false once the budget is used up. */
export function matches(element: Element, { tokens }: Pick<CompiledSelector, 'tokens'>, budget: StyleBudget): boolean {
  return matchesTo(element, tokens, tokens.length - 1, budget)
}

/** True if the element's name, id and classes match the last compound. The result is the same for all elements that share them. */
export function fitsNames(element: Element, { tokens }: CompiledSelector): boolean {
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at] as Selector
    if (combinators.has(token.type)) return true
    if (token.type === 'tag' && element.name !== token.name.toLowerCase()) return false
    const isName = token.type === 'attribute' && (token.name === 'class' || token.name === 'id')
    if (isName && !isAttributeMatch(element, token)) return false
  }
  return true
}

const combinators = new Set<string>(['descendant', 'child', 'adjacent', 'sibling'])

/** Matches tokens from right to left. */
function matchesTo(element: Element, tokens: readonly Selector[], last: number, budget: StyleBudget): boolean {
  if (--budget.steps < 0) return false
  for (let at = last; at >= 0; at--) {
    const token = tokens[at] as Selector
    switch (token.type) {
      case 'descendant':
        for (let up = parentOf(element); up; up = parentOf(up)) if (matchesTo(up, tokens, at - 1, budget)) return true
        return false
      case 'child': {
        const parent = parentOf(element)
        return parent !== null && matchesTo(parent, tokens, at - 1, budget)
      }
      case 'adjacent': {
        const before = previousElement(element)
        return before !== null && matchesTo(before, tokens, at - 1, budget)
      }
      case 'sibling':
        for (let before = previousElement(element); before; before = previousElement(before)) {
          if (matchesTo(before, tokens, at - 1, budget)) return true
        }
        return false
      default:
        if (!isSimpleMatch(element, token, budget)) return false
    }
  }
  return true
}

export function isSimpleMatch(element: Element, token: Selector, budget: StyleBudget): boolean {
  if (token.type === 'universal') return true
  if (token.type === 'tag') return element.name === token.name.toLowerCase()
  if (token.type === 'attribute') return isAttributeMatch(element, token)
  if (token.type !== 'pseudo') return false
  if (Array.isArray(token.data)) {
    const lists = token.data
    if (token.name === 'has') return lists.some((tokens) => holds(element, tokens, budget))
    const isOne = lists.some((tokens) => matchesTo(element, tokens, tokens.length - 1, budget))
    if (token.name === 'not') return !isOne
    return /^(?:is|where|matches|-webkit-any)$/.test(token.name) && isOne
  }
  return pseudos[token.name]?.(element, String(token.data ?? ''), budget) ?? false
}

function isAttributeMatch({ attribs }: Element, token: Extract<Selector, { type: 'attribute' }>): boolean {
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

/** True if something below or after the element matches, as `:has()` requires. */
function holds(element: Element, tokens: readonly Selector[], budget: StyleBudget): boolean {
  const relation = tokens[0]?.type
  const inner = {
    tokens: relation && /^(?:child|adjacent|sibling|descendant)$/.test(relation) ? tokens.slice(1) : [...tokens],
  }
  if (relation === 'adjacent' || relation === 'sibling') {
    for (let next = nextElement(element); next; next = relation === 'sibling' ? nextElement(next) : null) {
      if (matches(next, inner, budget)) return true
    }
    return false
  }
  let found = false
  walk(element, (node) => {
    if (found || budget.steps < 0) return false
    budget.steps--
    if (!isElement(node)) return false
    found = matches(node, inner, budget)
    return relation !== 'child'
  })
  return found
}

type Pseudo = (element: Element, data: string, budget: StyleBudget) => boolean

/** Pseudo-classes for pointer and focus states are missing, so they never match. */
const pseudos: Record<string, Pseudo> = {
  root: (element) => element.name === 'html',
  link: ({ attribs }) => attribs.href !== undefined,
  'any-link': ({ attribs }) => attribs.href !== undefined,
  empty: ({ children }) => !children.some((child) => isElement(child) || (isText(child) && child.data !== '')),
  checked: ({ attribs }) => attribs.checked !== undefined || attribs.selected !== undefined,
  disabled: ({ attribs }) => attribs.disabled !== undefined,
  enabled: ({ attribs }) => attribs.disabled === undefined,
  defined: ({ name }) => !name.includes('-'),
  'first-child': (element) => previousElement(element) === null,
  'last-child': (element) => nextElement(element) === null,
  'only-child': (element) => previousElement(element) === null && nextElement(element) === null,
  'first-of-type': (element, _, budget) => placeOf(element, previousElement, true, budget) === 1,
  'last-of-type': (element, _, budget) => placeOf(element, nextElement, true, budget) === 1,
  'nth-child': (element, data, budget) => isNth(placeOf(element, previousElement, false, budget), data),
  'nth-last-child': (element, data, budget) => isNth(placeOf(element, nextElement, false, budget), data),
  'nth-of-type': (element, data, budget) => isNth(placeOf(element, previousElement, true, budget), data),
  'nth-last-of-type': (element, data, budget) => isNth(placeOf(element, nextElement, true, budget), data),
}

function placeOf(
  element: Element,
  step: (from: Element) => Element | null,
  isOfType: boolean,
  budget: StyleBudget,
): number {
  let place = 1
  for (let other = step(element); other && budget.steps > 0; other = step(other)) {
    budget.steps--
    if (!isOfType || other.name === element.name) place++
  }
  return place
}

function isNth(place: number, written: string): boolean {
  const text = written.trim().toLowerCase()
  if (text === 'odd') return place % 2 === 1
  if (text === 'even') return place % 2 === 0
  const [, , step, offset = ''] = /^(([+-]?\d*)n)?\s*([+-]?\s*\d+)?$/.exec(text) ?? []
  const add = Number(offset.replace(/\s/g, '') || 0)
  if (step === undefined) return place === add
  const by = step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step)
  if (by === 0) return place === add
  return (place - add) % by === 0 && (place - add) / by >= 0
}

export function parentOf({ parent }: Element): Element | null {
  return parent && isElement(parent) ? parent : null
}
