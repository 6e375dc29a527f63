/** Finds what a page's rules show in another state: on hover, after a click, or once a script has set a class. */

import { parse, type Selector } from 'css-what'
import type { Element } from 'domhandler'
import { isSimpleMatch, type MatchBudget, matches, parentOf } from '../../select/match.ts'
import { previousElement } from '../../traverse.ts'
import { type Declaration, declarationsOf, slotOf } from './declarations.ts'
import { mayHide } from './hiding-declarations.ts'
import type { PageNames } from './page-names.ts'
import { lastCompound } from './rule-index.ts'
import type { SheetRule } from './sheet-rules.ts'

/** States caused by a visitor or a script. */
const statePseudos =
  /^(?:hover|focus(?:-within|-visible)?|active|target(?:-within)?|checked|open|popover-open|placeholder-shown|modal|fullscreen|defined|in-range|valid|invalid|user-valid|user-invalid|autofill|indeterminate|visited|not|is|where|has|matches|-webkit-any)$/
const stateAttributes = /^(?:aria-|data-|x-|v-|ng-)|^(?:open|checked|selected|disabled|hidden|style)$/
const stateNames =
  /(?:^|[-_])(?:is|has|js|active|open(?:ed)?|show(?:n|ing)?|visible|select(?:ed)?|current|expand(?:ed)?|(?:lazy)?load(?:ed|ing)?|ready|in|on|animated?|reveal(?:ed)?|enter(?:ed|ing)?|toggled?|appear(?:ed)?|focus(?:ed)?|hover(?:ed)?|start(?:ed)?|inview|done|complete|hide|hidden|closed?|collapsed?|inactive)(?:$|[-_])/i
/** Names used for the state before scripts have run. */
const before = /cloak|no-?js|(?:pre|lazy|un|on)-?load|loading|lazy|placeholder|skeleton|fouc|async-hide|wf-/i

/** True if a selector describes a temporary state, in which elements are hidden until a script or a visitor ends it. */
export function isTransient(selector: string, names: PageNames): boolean {
  if (before.test(selector)) return true
  if (!selector.includes(':not(')) return false
  for (const [, inner = ''] of selector.matchAll(/:not\(([^()]*)\)/g)) {
    if (/:(?:hover|focus|active|target|checked|defined|empty)|\[(?:aria-|data-|open|class)/.test(inner)) return true
    for (const [, name = ''] of inner.matchAll(/[.#]([\w-]+)/g))
      if (!names.has(name) || stateNames.test(name)) return true
  }
  return false
}

interface StateRule {
  selector: string
  rule: SheetRule
  parsed?: Selector[][]
}

const none: readonly StateRule[] = []
const maxSelectorChars = 1000

/** The rules for one tree that set the same properties as its hiding rules. */
export class StateRules {
  readonly #added: StateRule[] = []
  #byKey: ReadonlyMap<string, readonly StateRule[]> | null = null
  readonly #byNames = new Map<string, readonly StateRule[]>()
  readonly #shows = new WeakMap<SheetRule, ReadonlyMap<string, Declaration>>()
  readonly #ofNames = new Map<string, boolean>()
  readonly #names: PageNames
  readonly #budget: MatchBudget

  constructor(names: PageNames, budget: MatchBudget) {
    this.#names = names
    this.#budget = budget
  }

  add(rule: SheetRule, selector: string): void {
    this.#added.push({ rule, selector })
  }

  #index(): ReadonlyMap<string, readonly StateRule[]> {
    const byKey = new Map<string, StateRule[]>()
    for (const stateRule of this.#added) {
      for (const key of this.#keysOf(stateRule.selector)) {
        const rules = byKey.get(key)
        if (rules) rules.push(stateRule)
        else byKey.set(key, [stateRule])
      }
    }
    return byKey
  }

  /** A rule's non-hiding declarations, by slot. */
  #shownBy(rule: SheetRule): ReadonlyMap<string, Declaration> {
    const shows = this.#shows.get(rule) ?? shownBy(rule)
    this.#shows.set(rule, shows)
    return shows
  }

  /** Non-hiding declarations for these slots that apply to the element in another state of the page. */
  declarationsFor(element: Element, slots: readonly string[]): Declaration[] {
    const found: Declaration[] = []
    for (const stateRule of this.#candidates(element, slots)) {
      if (--this.#budget.steps < 0) return found
      if (!stateRule.parsed?.some((tokens) => this.#holds(element, tokens))) continue
      found.push(...slots.flatMap((slot) => this.#shownBy(stateRule.rule).get(slot) ?? []))
    }
    return found
  }

  /** Pages repeat the same names, so candidate rules are cached by name. */
  #candidates(element: Element, slots: readonly string[]): readonly StateRule[] {
    const { id, class: classes } = element.attribs
    const names = `${slots.join()} ${element.name} ${classes ?? ''}${id === undefined ? '' : `#${id}`}`
    const known = this.#byNames.get(names)
    if (known) return known
    const keys = ['*', element.name, ...(classes?.split(/\s+/) ?? []).map((name) => `.${name}`)]
    if (id !== undefined) keys.push(`#${id}`)
    const found: StateRule[] = []
    this.#byKey ??= this.#index()
    for (const key of keys) {
      for (const stateRule of this.#byKey.get(key) ?? none) {
        const shows = this.#shownBy(stateRule.rule)
        if (!slots.some((slot) => shows.has(slot))) continue
        stateRule.parsed ??= parsedOf(stateRule.selector)
        found.push(stateRule)
      }
    }
    this.#budget.steps -= found.length
    this.#byNames.set(names, found)
    return found
  }

  #holds(element: Element, tokens: Selector[]): boolean {
    return !matches(element, tokens, this.#budget) && this.#matchesTo(element, tokens, tokens.length - 1, true)
  }

  /** Matches as for other rules, but assumes that the states apply. The element itself must have one of the required names. */
  #matchesTo(element: Element, tokens: readonly Selector[], last: number, isSubject: boolean): boolean {
    if (--this.#budget.steps < 0) return false
    let hasName = !isSubject
    let at = last
    for (; at >= 0; at--) {
      const token = tokens[at] as Selector
      if (/^(?:descendant|child|adjacent|sibling)$/.test(token.type)) break
      const isMatch = isSimpleMatch(element, token, this.#budget)
      if (!isMatch && !this.#isState(token)) return false
      if (isMatch && (token.type === 'tag' || token.type === 'attribute')) hasName = true
    }
    if (!hasName) return false
    if (at < 0) return true
    const up = (other: Element | null) => other !== null && this.#matchesTo(other, tokens, at - 1, false)
    switch (tokens[at]?.type) {
      case 'child':
        return up(parentOf(element))
      case 'adjacent':
        return up(previousElement(element))
      case 'sibling':
        for (let other = previousElement(element); other; other = previousElement(other)) if (up(other)) return true
        return false
      default:
        for (let other = parentOf(element); other; other = parentOf(other)) if (up(other)) return true
        return false
    }
  }

  #isState(token: Selector): boolean {
    if (token.type === 'pseudo') return statePseudos.test(token.name)
    if (token.type !== 'attribute') return false
    if (token.name === 'class' && token.action === 'element') return this.#isStateName(token.value)
    return stateAttributes.test(token.name)
  }

  #isStateName(name: string): boolean {
    const known = this.#ofNames.get(name) ?? (!this.#names.has(name) || stateNames.test(name))
    this.#ofNames.set(name, known)
    return known
  }

  /**
   * The keys of the last compound, without names of states. If it has no other keys, the names of states, and its tag name or attributes.
   */
  #keysOf(selector: string): string[] {
    const compound = lastCompound(selector)
    const bare = compound.includes('[') ? compound.replace(/\[[^\]]*\]/g, '') : compound
    const written = (bare.match(/[.#](?:[^.#:\\]|\\.)+/g) ?? []).map((name) => name.replaceAll('\\', ''))
    const lasting = written.filter((name) => !this.#isStateName(name.slice(1)))
    if (lasting.length > 0) return lasting
    const keys = written.filter((name) => this.#names.has(name.slice(1)))
    const [name] = /^[a-z][\w-]*/i.exec(bare) ?? []
    if (name !== undefined) keys.push(name.toLowerCase())
    else if (bare !== compound) keys.push('*')
    return keys
  }
}

function parsedOf(selector: string): Selector[][] {
  if (selector.length > maxSelectorChars) return []
  try {
    return parse(selector).filter((tokens) => tokens.every(({ type }) => type !== 'pseudo-element'))
  } catch {
    return []
  }
}

function shownBy(rule: SheetRule): ReadonlyMap<string, Declaration> {
  const shown = new Map<string, Declaration>()
  for (const declaration of declarationsOf(rule)) {
    const { property, value } = declaration
    if (!mayHide(`${property}:${value}`)) shown.set(slotOf(property), declaration)
  }
  return shown
}
