/** Indexes style rules by an id, class or name that an element must have to match, now or in another state of the page. */

import { parse, type Selector } from 'css-what'
import type { Element } from 'domhandler'
import { addTo, type PageElements } from '../../page-elements.ts'
import { combinators, isAttributeMatch, type MatchBudget } from '../../select/match.ts'
import { splitTopLevel } from './colours.ts'
import { type Declaration, declarationsOf, slotOf } from './declarations.ts'
import { mayHide } from './hiding-declarations.ts'
import type { SheetRule } from './sheet-rules.ts'

export interface IndexedRule {
  rule: SheetRule
  selector: string
  /** An element must have this to match: `#id`, `.class`, a name or `[attribute`; `*` if the selector isn't that simple. */
  key: string
  order: number
  compiled?: CompiledSelector[]
}

const none: readonly IndexedRule[] = []

/** Rules, keyed by what the element must have: an id, a class, an attribute or a name. */
export class RuleIndex {
  readonly #byKey = new Map<string, IndexedRule[]>()
  /** Results by element name, then by class, id and attributes. For most elements the second key is just the class. */
  readonly #byNames = new Map<string, Map<string, readonly IndexedRule[]>>()
  readonly #attributes: string[] = []

  get isEmpty(): boolean {
    return this.#byKey.size === 0
  }

  add(indexed: IndexedRule): void {
    const { key } = indexed
    if (key.startsWith('[') && !this.#byKey.has(key)) this.#attributes.push(key.slice(1))
    addTo(this.#byKey, key, indexed)
  }

  /** Elements of the page that a rule may apply to. For all other elements, `candidates` is empty. */
  elementsIn(elements: PageElements): ReadonlySet<Element> {
    const found = new Set(this.#byKey.has('*') ? elements.all : [])
    const addAll = (list: readonly Element[]) => {
      for (const element of list) found.add(element)
    }
    for (const key of this.#byKey.keys()) {
      if (/^[.#]/.test(key)) for (const list of elements.byWord.get(key.slice(1)) ?? []) addAll(list)
      else if (key.startsWith('[')) addAll(elements.having(key.slice(1)))
      else addAll(elements.named(key))
    }
    return found
  }

  /** Rules that may apply to the element. Pages repeat the same names, so results are cached by name. */
  candidates(
    element: Element,
    budget: MatchBudget,
    compile: (indexed: IndexedRule) => readonly CompiledSelector[],
  ): readonly IndexedRule[] {
    if (budget.steps < 0) return none
    const { name, attribs } = element
    const { id, class: classes = '' } = attribs
    // The id comes last, because only it may contain spaces.
    let others = ''
    for (const attribute of this.#attributes) if (attribs[attribute] !== undefined) others += `${attribute} `
    if (id !== undefined) others += `#${id}`
    const ofNames = this.#byNames.get(name) ?? new Map<string, readonly IndexedRule[]>()
    this.#byNames.set(name, ofNames)
    const names = others === '' ? classes : `${classes}\0${others}`
    const known = ofNames.get(names)
    if (known) return known
    const ofClasses = classes.split(/\s+/).map((one) => `.${one}`)
    const ofAttributes = this.#attributes.filter((one) => attribs[one] !== undefined).map((one) => `[${one}`)
    const keys = new Set(['*', name, `#${id}`, ...ofClasses, ...ofAttributes])
    const found = [...keys].flatMap((key) => this.#byKey.get(key) ?? none)
    budget.steps -= found.length
    if (budget.steps < 0) return none
    const fitting = found.filter((one) => compile(one).some((selector) => fitsNames(element, selector)))
    ofNames.set(names, fitting)
    return fitting
  }
}

interface Showing {
  rule: SheetRule
  declaration: Declaration
}

/** Finds declarations that show an element in another state of the page: on hover, after a click, or once a script has set a class. */
export class ShowingRules {
  /** The rules by a class or id of the elements that they apply to. */
  readonly #byName = new Map<string, SheetRule[]>()
  /** Declarations that hide nothing. The key is the slot plus a class or id of the elements that they apply to. */
  readonly #shows = new Map<string, readonly Showing[]>()
  readonly #budget: MatchBudget

  constructor(
    rules: readonly SheetRule[],
    isLeftOut: (rule: SheetRule, selector: string) => boolean,
    budget: MatchBudget,
  ) {
    this.#budget = budget
    for (const rule of rules) {
      for (const selector of writtenOut(rule.selectors)) {
        if (isLeftOut(rule, selector)) continue
        for (const name of namesRequired(selector))
          if (this.#byName.get(name)?.at(-1) !== rule) addTo(this.#byName, name, rule)
      }
    }
  }

  /** `name`: a class or id, such as `.name`. */
  find(slot: string, name: string): readonly Showing[] {
    const key = `${slot} ${name}`
    const known = this.#shows.get(key)
    if (known) return known
    const rules = this.#byName.get(name) ?? []
    this.#budget.steps -= rules.length
    const shows = rules.flatMap((rule) =>
      declarationsOf(rule)
        .filter(({ property, value }) => slotOf(property) === slot && !mayHide(`${property}:${value}`))
        .map((declaration) => ({ rule, declaration })),
    )
    this.#shows.set(key, shows)
    return shows
  }
}

const ofPseudoElement = /::|:(?:before|after)\b/

/** The rule's selectors that may match an element of the page, for an index. */
export function indexedBy(rule: SheetRule, order: number, elements: PageElements): IndexedRule[] {
  return writtenOut(rule.selectors).flatMap((selector) => {
    const key = ofPseudoElement.test(selector) ? null : keyOf(selector, elements)
    return key === null ? [] : [{ rule, selector, key, order }]
  })
}

const maxSelectorChars = 1000
const maxListChars = 20_000
// A browser ignores a rule with such a list. Commas in arguments, attribute values and escapes don't count.
const emptyMember = /^(?=[^(]*$)(?:\s*,|.*,\s*(?:,|$))/s
const escapeOrString = /\\.|(["'])(?:\\.|(?!\1)[^\\])*\1/gs

function writtenOut(selectors: readonly string[]): string[] {
  let whole = ['']
  for (const list of selectors) {
    const around = whole.join(',')
    // Nesting multiplies the selectors in lists, so longer selectors aren't read.
    if (around.length > maxSelectorChars || list.length > maxListChars) return []
    const isList = list.includes(',')
    if (isList && emptyMember.test(withoutArguments(list.replace(escapeOrString, 'x').replace(/\[[^\]]*\]?/g, 'x'))))
      return []
    const parts =
      isList && /[([]/.test(list) ? splitTopLevel(list, /,/, maxListChars) : list.split(',').map((part) => part.trim())
    whole = parts.map((part) => {
      if (around === '') return part
      if (part.includes('&')) return part.replaceAll('&', `:is(${around})`)
      return `:is(${around}) ${part}`
    })
  }
  return whole
}

const isPlain = /^[\w\s.#:>+~*-]+$/
const plainName = /[.#][\w-]+/g

/** The key that the last compound of a selector requires; null if the page has no such id, class, name or attribute. */
function keyOf(selector: string, elements: PageElements): string | null {
  const names = isPlain.test(selector) ? (selector.match(plainName) ?? []) : []
  if (names.some((name) => !elements.byWord.has(name.slice(1)))) return null
  if (selector.includes(',') || /\\[[(\da-f]/i.test(selector)) return '*'
  const compound = lastCompound(selector)
  const plain = compound.includes('[') ? compound.replace(/\[[^\]]*\]?/g, '') : compound
  const [id] = /#(?:[^.#:\\]|\\.)+/.exec(plain) ?? []
  const [ofClass] = id === undefined ? (/\.(?:[^.#:\\]|\\.)+/.exec(plain) ?? []) : []
  const key = (id ?? ofClass)?.replaceAll('\\', '')
  if (key !== undefined) return elements.byWord.has(key.slice(1)) ? key : null
  const name = /^[a-z][\w-]*/i.exec(plain)?.[0].toLowerCase()
  if (name !== undefined) return elements.named(name).length > 0 ? name : null
  const attribute = /\[([\w-]+)/.exec(compound)?.[1]?.toLowerCase()
  if (attribute === undefined) return '*'
  return elements.having(attribute).length > 0 ? `[${attribute}` : null
}

/** The classes and ids, such as `.name`, that an element must have to match. */
function namesRequired(selector: string): string[] {
  const names = lastCompound(selector).match(/[.#](?:[^.#:[\\]|\\.)+/g) ?? []
  return names.map((name) => name.replaceAll('\\', ''))
}

function withoutArguments(selector: string): string {
  let text = selector
  for (let n = 0; n < 10 && text.includes('('); n++) text = text.replace(/\([^()]*\)/g, '')
  return text
}

/** The part after the last combinator, without arguments in parentheses. */
function lastCompound(selector: string): string {
  const text = withoutArguments(selector)
  let inBrackets = false
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text.charCodeAt(at)
    if (char === 93) inBrackets = true
    else if (char === 91) inBrackets = false
    else if (!inBrackets && (char === 32 || char === 62 || char === 43 || char === 126 || char < 14))
      return text.slice(at + 1)
  }
  return text
}

export interface CompiledSelector {
  tokens: Selector[]
  specificity: number
}

/**
 * The selectors of a list that can match elements. Excludes pseudo-elements, unreadable selectors, and selectors that require a class or id
 * that the page doesn't have.
 */
export function compileSelectors(list: string, elements: PageElements): CompiledSelector[] {
  if (list.length > maxSelectorChars) return []
  try {
    return parse(list)
      .filter((tokens) => tokens.every((token) => mayMatch(token, elements)))
      .map((tokens) => ({ tokens, specificity: specificityOf(tokens) }))
  } catch {
    return []
  }
}

function mayMatch(token: Selector, elements: PageElements): boolean {
  if (token.type === 'attribute') {
    const { name, action, ignoreCase, value } = token
    if (action === 'not') return true
    const isNamed = (name === 'class' && action === 'element') || (name === 'id' && action === 'equals')
    return isNamed && ignoreCase !== true ? elements.byWord.has(value) : elements.having(name.toLowerCase()).length > 0
  }
  return token.type !== 'pseudo-element' && token.type !== 'column-combinator'
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

/** True if the element's name, id and classes match the last compound. The result is the same for all elements that share them. */
function fitsNames(element: Element, { tokens }: CompiledSelector): boolean {
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at] as Selector
    if (combinators.has(token.type)) return true
    if (token.type === 'tag' && element.name !== token.name.toLowerCase()) return false
    const isName = token.type === 'attribute' && (token.name === 'class' || token.name === 'id')
    if (isName && !isAttributeMatch(element, token)) return false
  }
  return true
}
