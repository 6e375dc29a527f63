/** Applies hiding rules to elements. */

import type { Element } from 'domhandler'
import type { HidingRule, StyleOf } from './hiding-rules.ts'
import { maxAttributeChars } from './style-facts.ts'
import { normalised } from './styles/declarations.ts'

/** The first of a few rules that the element's own markup matches; null if it matches none. */
export function findHidingRule(rules: readonly HidingRule[], element: Element): HidingRule | null {
  // Descendants are checked last, and only if the element's own markup hides it.
  const found = rules.find(
    (rule) => isNamed(rule, element) && isForValue(rule, ruleValue(rule, element)) && !rule.unless?.(element, ownStyle),
  )
  return found ?? null
}

const ownStyle: StyleOf = ({ attribs }) => attribs.style ?? ''

function isForElement(rule: HidingRule, element: Element, styleOf: StyleOf): boolean {
  return isNamed(rule, element) && !rule.unless?.(element, styleOf)
}

/** True if the element has the name and the attribute that the rule requires. */
function isNamed({ names, attribute }: HidingRule, element: Element): boolean {
  if (names !== undefined && !names.includes(element.name)) return false
  return attribute === undefined || attribute === 'style' || element.attribs[attribute] !== undefined
}

function ruleValue({ attribute }: HidingRule, { attribs }: Element): string {
  const value = attribute === undefined ? '' : (attribs[attribute]?.slice(0, maxAttributeChars) ?? '')
  return attribute === 'style' ? normalised(value) : value
}

function isForValue({ value, and }: HidingRule, text: string): boolean {
  return (value?.test(text) ?? true) && (and?.(text) ?? true)
}

interface RulesOfAttribute {
  attribute: string
  /** Names of the elements that the rules cover; null if one of them covers all elements. */
  names: Set<string> | null
  rules: HidingRule[]
  /** A quick test that matches if any rule does, because most values match no rule. Null if a single expression can't express this. */
  any: RegExp | null
}

/** The rules that each attribute value matches, cached because a page repeats its values. One map per document. */
export type KnownValues = Map<RulesOfAttribute, Map<string, readonly HidingRule[]>>

const none: readonly HidingRule[] = []

/** A large set of rules, for all elements of any document. */
export class HidingRuleSet {
  readonly #ofNames = new Map<string, HidingRule[]>()
  readonly #ofAttributes: RulesOfAttribute[] = []

  constructor(rules: readonly HidingRule[]) {
    for (const rule of rules) {
      if (rule.attribute !== undefined) this.#add(rule.attribute, rule)
      else for (const name of rule.names ?? []) this.#ofNames.set(name, [...(this.#ofNames.get(name) ?? none), rule])
    }
    for (const of of this.#ofAttributes) of.any = anyOf(of.rules.map(({ value }) => value))
  }

  /** Like `findHidingRule`. */
  find(element: Element, known: KnownValues, styleOf: StyleOf = ownStyle): HidingRule | null {
    for (const of of this.#ofAttributes) {
      if (of.names?.has(element.name) === false) continue
      const value = of.attribute === 'style' ? styleOf(element) : element.attribs[of.attribute]
      if (value === undefined || (value === '' && of.attribute === 'style')) continue
      for (const rule of matchingRules(of, value, known)) if (isForElement(rule, element, styleOf)) return rule
    }
    // A callback for `find` would be created for every element, even if no rule covers its name.
    for (const rule of this.#ofNames.get(element.name) ?? none) if (isForElement(rule, element, styleOf)) return rule
    return null
  }

  /** True if an attribute value hides its element, regardless of the rest of the element. */
  isHiddenBy(attribute: string, value: string, known: KnownValues): boolean {
    return this.#ofAttributes.some((of) => of.attribute === attribute && matchingRules(of, value, known).length > 0)
  }

  #add(attribute: string, rule: HidingRule): void {
    let of = this.#ofAttributes.find((one) => one.attribute === attribute)
    if (of === undefined) {
      of = { attribute, names: new Set(), rules: [], any: null }
      this.#ofAttributes.push(of)
    }
    of.rules.push(rule)
    if (rule.names === undefined) of.names = null
    else for (const name of rule.names) of.names?.add(name)
  }
}

function anyOf(values: readonly (RegExp | undefined)[]): RegExp | null {
  if (!values.every((value) => value?.flags === 'i')) return null
  return new RegExp(values.map((value) => value?.source).join('|'), 'i')
}

function matchingRules(of: RulesOfAttribute, value: string, known: KnownValues): readonly HidingRule[] {
  let ofValues = known.get(of)
  if (ofValues === undefined) {
    ofValues = new Map()
    known.set(of, ofValues)
  }
  const before = ofValues.get(value)
  if (before !== undefined) return before
  const cut = value.slice(0, maxAttributeChars)
  const text = of.attribute === 'style' ? normalised(cut) : cut
  const found = of.any?.test(text) === false ? none : of.rules.filter((rule) => isForValue(rule, text))
  const rules = found.length > 0 ? found : none
  ofValues.set(value, rules)
  return rules
}
