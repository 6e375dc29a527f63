/** Determines which rules' declarations apply to an element. @see CSS Cascading and Inheritance Level 5 */

import type { Element } from 'domhandler'
import { addTo, type PageElements } from '../../page-elements.ts'
import { type MatchBudget, matches } from '../../select/match.ts'
import { type Declaration, declarationsOf, readDeclarations, slotOf } from './declarations.ts'
import { hidingCustomsIn, mayHide, mayHideBy, propertiesIn } from './hiding-declarations.ts'
import { isKeptAllTheSame, isTransient } from './kept.ts'
import type { PageNames } from './page-names.ts'
import { type IndexedRule, lastCompound, RuleIndex, writtenOut } from './rule-index.ts'
import type { SheetRule } from './sheet-rules.ts'
import { type CompiledSelector, compileSelectors } from './sheet-selectors.ts'

const pageSelector = /^(?:(?::root|html|body|\*)[\s,]*)+$/
const maxCompiled = 20_000
const noMatches: readonly [SheetRule, number, number][] = []

interface Winner extends Declaration {
  weight: readonly number[]
}

/** The result for all elements that match the same rules and have the same `style` attribute. */
interface Cascaded {
  style: string
  /** True if rules hide the element but another state of the page may show it. */
  isHidden: boolean
  rules: ReadonlySet<SheetRule>
  winners: ReadonlyMap<string, Winner>
  customs: ReadonlyMap<string, string>
}

interface Showing {
  rule: SheetRule
  declaration: Declaration
}

interface CascadeOptions {
  /** True for declarations that may hide an element. */
  hides(declarations: string): boolean
  /** Properties that the resulting styles include in addition to the properties that hiding rules set. */
  properties: readonly string[]
  budget: MatchBudget
  /** The page's classes and ids. */
  names: PageNames
  /** True if a complete style hides its element. If given, elements shown in another state of the page don't count as hidden. */
  isHidden: ((style: string) => boolean) | null
  /** True if the page also has sheets that aren't read. */
  hasOtherSheets: boolean
}

/** The rules from the sheets of one tree: the document or a shadow root. */
export class Cascade {
  readonly #hiding: RuleIndex
  readonly #rules: readonly SheetRule[]
  #others: RuleIndex | null = null
  readonly #customs = new Map<string, string>()
  /** The properties in the options, and those that hiding rules set. */
  readonly #properties: Set<string>
  readonly #cascaded = new Map<string, Cascaded>()
  readonly #budget: MatchBudget
  readonly #names: PageNames
  readonly #hidingRules = new Set<SheetRule>()
  readonly #isHidden: CascadeOptions['isHidden']
  readonly #hasOtherSheets: boolean
  /** The rules in `#others`, by a class or id of the elements that they apply to. */
  readonly #byName = new Map<string, SheetRule[]>()
  /** Declarations that hide nothing. The key is the slot plus a class or id of the elements that they apply to. */
  readonly #shows = new Map<string, readonly Showing[]>()
  #compiled = 0

  constructor(
    rules: readonly SheetRule[],
    { hides, properties, budget, names, isHidden, hasOtherSheets }: CascadeOptions,
  ) {
    this.#properties = new Set(properties)
    this.#isHidden = isHidden
    this.#hasOtherSheets = hasOtherSheets
    this.#names = names
    this.#hiding = new RuleIndex(names)
    this.#rules = rules
    this.#budget = budget
    const customs = new Set(rules.flatMap(({ declarations }) => hidingCustomsIn(declarations)))
    for (const [order, rule] of rules.entries()) {
      const { selectors, declarations } = rule
      if (selectors.length === 1 && pageSelector.test(selectors[0]?.slice(0, 60) ?? '')) this.#readCustoms(rule)
      const isHiding = hides(declarations) || (declarations.includes('var(') && mayHideBy(customs, declarations))
      if (isHiding) for (const property of propertiesIn(declarations)) this.#properties.add(property)
      if (!isHiding) continue
      this.#hidingRules.add(rule)
      for (const selector of this.#selectorsOf(rule)) this.#hiding.add({ rule, selector, order })
    }
  }

  #selectorsOf(rule: SheetRule): readonly string[] {
    const all = writtenOut(rule.selectors)
    if (!this.#isHidden || !this.#hidingRules.has(rule)) return all
    return all.filter((selector) => !isTransient(selector, this.#names))
  }

  /** Elements of the page that a rule may hide. For all others, `styleOf` returns null. */
  mayHideIn(elements: PageElements): ReadonlySet<Element> {
    return this.#hiding.elementsIn(elements)
  }

  /** The style of the element from all rules and its own attribute; null if no rule may hide it. */
  styleOf(element: Element): string | null {
    return this.#matching(this.#hiding, element).length > 0 ? this.wholeStyleOf(element) : null
  }

  /** The style of the element from its own attribute and all rules that set one of `#properties`. */
  wholeStyleOf(element: Element): string {
    const cascaded = this.#cascadedOf(element)
    const { style, isHidden } = cascaded
    if (!isHidden) return style
    const shown = this.#inOtherStates(element, cascaded)
    if (shown !== null) return shown
    return isKeptAllTheSame(element, style, this.#hasOtherSheets) ? '' : style
  }

  /** Rules that set one of `#properties`, including the hiding rules themselves, and rules for animations. */
  #indexOthers(): RuleIndex {
    const index = new RuleIndex(this.#names)
    const set = new RegExp(
      `(?<![\\w-])(?:${[...this.#properties, 'transition', 'animation', 'will-change'].join('|')})[\\w-]*\\s*:`,
      'i',
    )
    for (const [order, rule] of this.#rules.entries()) {
      if (!set.test(rule.declarations)) continue
      for (const selector of this.#selectorsOf(rule)) {
        index.add({ rule, selector, order })
        if (this.#isHidden) this.#addNames(rule, selector)
      }
    }
    return index
  }

  #addNames(rule: SheetRule, selector: string): void {
    for (const name of namesIn(lastCompound(selector)))
      if (this.#byName.get(name)?.at(-1) !== rule) addTo(this.#byName, name, rule)
  }

  #readCustoms(rule: SheetRule): void {
    if (!rule.declarations.includes('--')) return
    for (const { property, value } of declarationsOf(rule)) {
      if (property.startsWith('--')) this.#customs.set(property, value)
    }
  }

  readonly #compile = (indexed: IndexedRule): readonly CompiledSelector[] => {
    indexed.compiled ??= this.#compiled++ < maxCompiled ? compileSelectors(indexed.selector, this.#names) : []
    if (this.#compiled > maxCompiled) this.#budget.steps = -1
    return indexed.compiled
  }

  #matching(index: RuleIndex, element: Element): readonly [SheetRule, number, number][] {
    const candidates = index.candidates(element, this.#budget, this.#compile)
    if (candidates.length === 0) return noMatches
    const found: [SheetRule, number, number][] = []
    for (const candidate of candidates) {
      for (const compiled of this.#compile(candidate)) {
        if (!matches(element, compiled.tokens, this.#budget)) continue
        found.push([candidate.rule, compiled.specificity, candidate.order])
        break
      }
    }
    return found
  }

  #cascadedOf(element: Element): Cascaded {
    this.#others ??= this.#indexOthers()
    const matched = this.#matching(this.#others, element)
    this.#budget.steps -= matched.length
    const key = `${matched.map(([, , order]) => order).join()} ${element.attribs.style ?? ''}`
    const known = this.#cascaded.get(key) ?? this.#winnersOf(element, matched)
    this.#cascaded.set(key, known)
    return known
  }

  #winnersOf(element: Element, matched: readonly [SheetRule, number, number][]): Cascaded {
    const winners = new Map<string, Winner>()
    const customs = new Map(this.#customs)
    const put = (declarations: readonly Declaration[], weigh: (isImportant: boolean) => readonly number[]) => {
      for (const declaration of declarations) {
        const { property, value, isImportant } = declaration
        if (property.startsWith('--')) customs.set(property, value)
        const weight = weigh(isImportant)
        const before = winners.get(slotOf(property))
        if (!before || !isBefore(weight, before.weight)) winners.set(slotOf(property), { ...declaration, weight })
      }
    }
    for (const [rule, specificity, order] of matched)
      put(declarationsOf(rule), (isImportant) => [isImportant ? 1 : 0, 0, specificity, order])
    const own = element.attribs.style ?? ''
    put(readDeclarations(own), (isImportant) => [isImportant ? 1 : 0, 1, 0, 0])
    const style = written(winners, customs)
    // An element hidden by its own attribute stays hidden, regardless of what its sheets set in other states.
    const isHidden = (this.#isHidden?.(style) ?? false) && this.#isHidden?.(own) !== true
    return { style, isHidden, rules: new Set(matched.map(([rule]) => rule)), winners, customs }
  }

  /** The style after applying declarations for its classes and id that don't match now; null if the element is still hidden. */
  #inOtherStates({ attribs }: Element, { rules, winners, customs }: Cascaded): string | null {
    const isHidden = this.#isHidden ?? (() => true)
    const names = [...(attribs.class?.split(/\s+/) ?? []).map((name) => `.${name}`), `#${attribs.id}`]
    const shown = new Map(winners)
    for (const slot of hidingSlots(winners, customs, isHidden)) {
      const showing = names.flatMap((name) => this.#showsFor(slot, name))
      this.#budget.steps -= showing.length
      const other = showing.findLast(({ rule }) => !rules.has(rule))
      if (other) shown.set(slot, { ...other.declaration, weight: [] })
    }
    const style = written(shown, customs)
    return isHidden(style) ? null : style
  }

  #showsFor(slot: string, name: string): readonly Showing[] {
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

function namesIn(compound: string): string[] {
  return (compound.match(/[.#](?:[^.#:[\\]|\\.)+/g) ?? []).map((name) => name.replaceAll('\\', ''))
}

function written(winners: ReadonlyMap<string, Winner>, customs: ReadonlyMap<string, string>): string {
  return [...winners.values()]
    .filter(({ property }) => !property.startsWith('--'))
    .map(({ property, value }) => `${property}:${resolve(value, customs)}`)
    .join(';')
}

function hidingSlots(
  winners: ReadonlyMap<string, Winner>,
  customs: ReadonlyMap<string, string>,
  isHidden: (style: string) => boolean,
): string[] {
  const own = [...winners].filter(([slot]) => !slot.startsWith('--'))
  const hiding = own.filter(([, { property, value }]) => isHidden(`${property}:${resolve(value, customs)}`))
  return (hiding.length > 0 ? hiding : own).map(([slot]) => slot)
}

function isBefore(weight: readonly number[], other: readonly number[]): boolean {
  for (const [at, value] of weight.entries()) if (value !== other[at]) return value < (other[at] ?? 0)
  return false
}

const maxSubstitutions = 10

function resolve(value: string, customs: ReadonlyMap<string, string>): string {
  let resolved = value
  for (let n = 0; n < maxSubstitutions && resolved.includes('var('); n++) {
    resolved = resolved
      .replace(
        /var\(\s*(--[^,()\s]+)\s*(?:,([^()]*))?\)/g,
        (_, name: string, other = '') => customs.get(name) ?? other.trim(),
      )
      .slice(0, 500)
  }
  return resolved
}
