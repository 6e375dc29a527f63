/** Judges elements by hiding rules. */

import type { Element } from 'domhandler'
import type { HidingRule } from './hiding-rules.ts'
import { maxAttributeChars } from './style-facts.ts'

/** The first of a few rules by which an element's own markup hides it; null when none does. */
export function findHidingRule(rules: readonly HidingRule[], element: Element): HidingRule | null {
  return rules.find((rule) => isForElement(rule, element) && isForValue(rule, ruleValue(rule, element))) ?? null
}

function isForElement({ names, attribute, unless }: HidingRule, element: Element): boolean {
  if (names !== undefined && !names.includes(element.name)) return false
  return (attribute === undefined || element.attribs[attribute] !== undefined) && !unless?.(element)
}

function ruleValue({ attribute }: HidingRule, { attribs }: Element): string {
  return attribute === undefined ? '' : (attribs[attribute]?.slice(0, maxAttributeChars) ?? '')
}

function isForValue({ value, and }: HidingRule, text: string): boolean {
  return (value?.test(text) ?? true) && (and?.(text) ?? true)
}

interface RulesOfAttribute {
  attribute: string
  rules: HidingRule[]
  /** Rules that a value matches, by value. */
  matching: Map<string, readonly HidingRule[]>
}

const none: readonly HidingRule[] = []

/** Many rules, for all elements of one document: verdicts on attribute values are remembered, as pages repeat them. */
export class HidingRuleSet {
  readonly #ofNames = new Map<string, HidingRule[]>()
  readonly #ofAttributes: RulesOfAttribute[] = []

  constructor(rules: readonly HidingRule[]) {
    for (const rule of rules) {
      if (rule.attribute !== undefined) this.#rulesOf(rule.attribute).push(rule)
      else for (const name of rule.names ?? []) this.#ofNames.set(name, [...(this.#ofNames.get(name) ?? none), rule])
    }
  }

  /** As `findHidingRule`. */
  find(element: Element): HidingRule | null {
    for (const of of this.#ofAttributes) {
      const value = element.attribs[of.attribute]
      if (value === undefined) continue
      for (const rule of matchingRules(of, value)) if (isForElement(rule, element)) return rule
    }
    return this.#ofNames.get(element.name)?.find((rule) => isForElement(rule, element)) ?? null
  }

  #rulesOf(attribute: string): HidingRule[] {
    const known = this.#ofAttributes.find((of) => of.attribute === attribute)
    if (known) return known.rules
    const rules: HidingRule[] = []
    this.#ofAttributes.push({ attribute, rules, matching: new Map() })
    return rules
  }
}

function matchingRules({ rules, matching }: RulesOfAttribute, value: string): readonly HidingRule[] {
  const known = matching.get(value)
  if (known !== undefined) return known
  const text = value.slice(0, maxAttributeChars)
  const found = rules.filter((rule) => isForValue(rule, text))
  matching.set(value, found.length > 0 ? found : none)
  return found
}
