/** Determines which rules' declarations apply to an element. @see CSS Cascading and Inheritance Level 5 */

import type { Element } from 'domhandler'
import type { PageElements } from '../../page-elements.ts'
import { type MatchBudget, matches } from '../../select/match.ts'
import { elementAround } from '../../traverse.ts'
import { computedValue } from './computed-values.ts'
import {
  type CustomValue,
  declarationsOf,
  findWinners,
  namesUsedIn,
  readDeclarations,
  replaceVariables,
  slotOf,
  type Winner,
  withNamesBehind,
} from './declarations.ts'
import { hidingCustomsIn, isKeptAllTheSame, isTransient, mayHideBy, propertiesIn } from './hiding-declarations.ts'
import {
  type CompiledSelector,
  compileSelectors,
  type IndexedRule,
  indexedBy,
  RuleIndex,
  ShowingRules,
} from './rule-index.ts'
import { isStatement, type SheetRule, Statements } from './sheet-rules.ts'

const maxCompiled = 20_000
const keyword = /^(?:inherit|initial|unset|revert|revert-layer)$/i
const isDependent = /var\(|inherit/i
const inherited = /^(?:visibility|color|font|text|letter|line|-webkit-text)/
const isTiming = /^(?:animation-(?!name)|transition-(?!property))/
const far = /^(?:left|top|right|bottom|clip)$/

interface Cascaded {
  /** Null if the style also depends on the elements around. */
  style: string | null
  rules: ReadonlySet<SheetRule>
  winners: ReadonlyMap<string, Winner>
  /** Results for other states of the page, by class and id, except those that also depend on the elements around. */
  inOtherStates: Map<string, string | null>
}

interface CascadeOptions {
  /** True for declarations that may hide an element; null if only displays are of interest. */
  hides: ((declarations: string) => boolean) | null
  /** Properties that the resulting styles include in addition to the properties that hiding rules set. */
  properties: readonly string[]
  budget: MatchBudget
  elements: PageElements
  /** True if a complete style hides its element. If given, elements shown in another state of the page don't count as hidden. */
  isHidden: ((style: string) => boolean) | null
  /** True if the page also has style sheets that aren't read. */
  hasOtherSheets: boolean
  /** Custom properties in `style` attributes that may hide an element. */
  customs?: readonly string[]
}

/** The rules from the style sheets of one tree: the document or a shadow root. */
export class Cascade {
  /** The rules that may hide an element of the page. For elements outside it, `styleOf` returns null. */
  readonly hiding = new RuleIndex()
  readonly #rules: readonly SheetRule[]
  #others: RuleIndex | null = null
  /** Matches declarations of `#properties` and of animations. */
  readonly #setter: RegExp
  readonly #statements: Statements
  readonly #customs = new Map<Element, Map<string, CustomValue | null>>()
  /** The properties in the options, and those that hiding rules set. */
  readonly #properties: Set<string>
  /** Results by the rules that an element matches and by its `style` attribute. */
  readonly #cascaded = new Map<string, Cascaded>()
  readonly #byElement = new Map<Element, Cascaded>()
  readonly #options: CascadeOptions
  readonly #hidingCustoms: ReadonlySet<string>
  /** The selectors of each rule that may match an element of the page, by the rule's order. */
  readonly #indexed: IndexedRule[][] = []
  #showing: ShowingRules | null = null
  #compiled = 0

  constructor(rules: readonly SheetRule[], options: CascadeOptions) {
    const { hides, properties, customs: given = [] } = options
    this.#options = options
    this.#properties = new Set(properties)
    this.#statements = new Statements(rules)
    this.#rules = rules.filter((rule) => !isStatement(rule))
    this.#hidingCustoms = new Set([...given, ...rules.flatMap(({ declarations }) => hidingCustomsIn(declarations))])
    const used: string[] = [...given]
    for (const [order, rule] of this.#rules.entries()) {
      // Most rules apply to nothing on the page, which is quicker to find out than what they set.
      const fitting = hides || rule.declarations.includes('var(') ? this.#indexedBy(rule, order) : []
      if (fitting.length === 0 || !this.#mayHide(rule)) continue
      for (const property of propertiesIn(rule.declarations)) this.#properties.add(property)
      if (rule.declarations.includes('var(')) used.push(...namesUsedIn(rule.declarations))
      for (const indexed of fitting) if (!this.#isTransient(indexed.selector)) this.hiding.add(indexed)
    }
    for (const name of withNamesBehind(used, rules)) this.#properties.add(`${name}(?![\\w-])`)
    const setting = [...this.#properties, 'transition', 'animation', 'will-change'].join('|')
    this.#setter = new RegExp(`(?<![\\w-])(?:${setting})[\\w-]*\\s*:`, 'i')
  }

  #indexedBy(rule: SheetRule, order: number): IndexedRule[] {
    this.#indexed[order] ??= indexedBy(rule, order, this.#options.elements)
    return this.#indexed[order]
  }

  #mayHide({ declarations }: SheetRule): boolean {
    const usesVariable = declarations.includes('var(') && mayHideBy(this.#hidingCustoms, declarations)
    return usesVariable || this.#options.hides?.(declarations) === true
  }

  #isTransient(selector: string): boolean {
    return this.#options.isHidden !== null && isTransient(selector, this.#options.elements)
  }

  /** The style of the element from all rules and its own attribute; null if no rule may hide it. */
  styleOf(element: Element): string | null {
    return this.#matching(this.hiding, element).length > 0 ? this.wholeStyleOf(element) : null
  }

  /** The style of the element from its own attribute and all rules that set one of `#properties`. */
  wholeStyleOf(element: Element): string {
    const cascaded = this.#cascadedOf(element)
    const style = cascaded.style ?? this.#written(cascaded.winners, element)
    // An element hidden by its own attribute stays hidden, regardless of what style sheets set in other states.
    const { isHidden, hasOtherSheets } = this.#options
    if (!isHidden?.(style) || isHidden(element.attribs.style ?? '')) return style
    const shown = this.#inOtherStates(element, cascaded, isHidden)
    return shown ?? (isKeptAllTheSame(element, style, hasOtherSheets) ? '' : style)
  }

  /** Rules that set one of `#properties`, including the hiding rules, and rules for animations. */
  #indexOthers(): RuleIndex {
    const index = new RuleIndex()
    for (const [order, rule] of this.#rules.entries()) {
      const fitting = this.#indexedBy(rule, order)
      if (fitting.length === 0 || !this.#setter.test(rule.declarations)) continue
      for (const indexed of fitting) if (!this.#isLeftOut(rule, indexed.selector)) index.add(indexed)
    }
    return index
  }

  readonly #isLeftOut = (rule: SheetRule, selector: string): boolean =>
    this.#isTransient(selector) && this.#mayHide(rule)

  readonly #compile = (indexed: IndexedRule): readonly CompiledSelector[] => {
    indexed.compiled ??=
      this.#compiled++ < maxCompiled ? compileSelectors(indexed.selector, this.#options.elements) : []
    if (this.#compiled > maxCompiled) this.#options.budget.steps = -1
    return indexed.compiled
  }

  #matching(index: RuleIndex, element: Element): readonly [SheetRule, number, number][] {
    const { budget } = this.#options
    const candidates = index.candidates(element, budget, this.#compile)
    const found: [SheetRule, number, number][] = []
    for (const candidate of candidates) {
      for (const compiled of this.#compile(candidate)) {
        if (!matches(element, compiled.tokens, budget)) continue
        const { rule, order } = candidate
        found.push([rule, compiled.specificity, order])
        break
      }
    }
    return found
  }

  #cascadedOf(element: Element): Cascaded {
    const before = this.#byElement.get(element)
    if (before) return before
    this.#others ??= this.#indexOthers()
    const matched = this.#matching(this.#others, element)
    this.#options.budget.steps -= matched.length
    const key = `${matched.map(([, , order]) => order).join()} ${element.attribs.style ?? ''}`
    const known = this.#cascaded.get(key) ?? this.#winnersOf(element, matched)
    this.#cascaded.set(key, known)
    this.#byElement.set(element, known)
    return known
  }

  #winnersOf(element: Element, matched: readonly [SheetRule, number, number][]): Cascaded {
    const layered = matched.map(([rule, specificity, order]) => {
      const rank = this.#statements.rankOf(rule.layer ?? '')
      return { declarations: declarationsOf(rule), rank, specificity, order }
    })
    const winners = findWinners(layered, readDeclarations(element.attribs.style ?? ''))
    const style = dependsOnOthers(winners) ? null : this.#written(winners, element)
    return { style, rules: new Set(matched.map(([rule]) => rule)), winners, inOtherStates: new Map() }
  }

  #written(winners: ReadonlyMap<string, Winner>, element: Element): string {
    const values = new Map<string, string>()
    for (const [slot, { property, value: written }] of winners) {
      const value = property.startsWith('--') ? null : this.#valueOf(property, written, element)
      if (value !== null) values.set(slot, value)
    }
    const position = values.get('position') ?? (this.#options.hasOtherSheets ? 'absolute' : 'static')
    const isPlaced = /absolute|fixed/i.test(position)
    return [...values]
      .filter(
        ([name]) =>
          !isTiming.test(name) &&
          (!far.test(name) || isPlaced || (name !== 'clip' && /relative|sticky/i.test(position))),
      )
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  }

  #valueOf(property: string, written: string, element: Element): string | null {
    const value = written.includes('var(') ? replaceVariables(written, element, this.#customOf) : written
    if (value === null || !keyword.test(value)) return value && computedValue(property, value)
    if (/^initial$/i.test(value)) return property === 'visibility' ? 'visible' : null
    const around = /^inherit$/i.test(value) && !inherited.test(property) ? elementAround(element) : null
    const passed = around && this.#cascadedOf(around).winners.get(slotOf(property))?.value
    return passed && !isDependent.test(passed) ? computedValue(property, passed) : null
  }

  /** The nearest declaration of a custom property that the element inherits. */
  readonly #customOf = (name: string, element: Element): CustomValue | null => {
    if (this.#statements.registered.has(name)) return null
    const passed: Element[] = []
    let found: CustomValue | null = null
    for (let up: Element | null = element; up; up = elementAround(up)) {
      const known = this.#customs.get(up)?.get(name)
      const value = known === undefined ? this.#cascadedOf(up).winners.get(name)?.value : null
      if (value !== undefined && value !== null && !keyword.test(value)) found = { value, owner: up }
      else if (known) found = known
      if (found || known === null || --this.#options.budget.steps < 0) break
      passed.push(up)
    }
    for (const below of passed) this.#customs.set(below, (this.#customs.get(below) ?? new Map()).set(name, found))
    return found
  }

  /** The style after applying declarations for its classes and id that don't match now; null if the element is still hidden. */
  #inOtherStates(
    element: Element,
    { style: ofAlone, rules, winners, inOtherStates }: Cascaded,
    isHidden: (style: string) => boolean,
  ): string | null {
    const { attribs } = element
    const key = `${attribs.class}\0${attribs.id}`
    const known = inOtherStates.get(key)
    if (known !== undefined) return known
    const names = [...(attribs.class?.split(/\s+/) ?? []).map((name) => `.${name}`), `#${attribs.id}`]
    this.#showing ??= new ShowingRules(
      this.#rules.filter(({ declarations }) => this.#setter.test(declarations)),
      this.#isLeftOut,
      this.#options.budget,
    )
    const shown = new Map(winners)
    const own = [...winners].filter(([slot]) => !slot.startsWith('--'))
    const hiding = own.filter(([slot, winner]) => isHidden(this.#written(new Map([[slot, winner]]), element)))
    for (const [slot] of hiding.length > 0 ? hiding : own) {
      const showing = names.flatMap((name) => this.#showing?.find(slot, name) ?? [])
      this.#options.budget.steps -= showing.length
      const other = showing.findLast(({ rule }) => !rules.has(rule))
      if (other) shown.set(slot, { ...other.declaration, weight: [] })
    }
    const written = this.#written(shown, element)
    const style = isHidden(written) ? null : written
    if (ofAlone !== null && !dependsOnOthers(shown)) inOtherStates.set(key, style)
    return style
  }
}

function dependsOnOthers(winners: ReadonlyMap<string, Winner>): boolean {
  return [...winners.values()].some(({ value }) => isDependent.test(value))
}
