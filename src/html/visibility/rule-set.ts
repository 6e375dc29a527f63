/** Applies hiding rules to elements. */

import type { Element } from 'domhandler'
import { addTo } from '../page-elements.ts'
import { type HidingRule, hidingRules } from './hiding-rules.ts'
import { maxAttributeChars } from './style-facts.ts'
import { normalised, type StyleOf } from './styles/declarations.ts'

const ownStyle: StyleOf = ({ attribs }) => attribs.style ?? ''

function isForElement({ names, unless }: HidingRule, element: Element, styleOf: StyleOf): boolean {
  return names?.includes(element.name) !== false && !unless?.(element, styleOf)
}

interface RulesOfAttribute {
  attribute: string
  rules: HidingRule[]
  /** A quick test that matches if any rule does, because most values match no rule. Null if one expression can't cover all rules. */
  any: RegExp | null
}

/** Caches which rules match an attribute value, because a page repeats its values. One per document. */
export class KnownValues {
  /** The rules of a set that each value matches. */
  readonly rules = new Map<RulesOfAttribute, Map<string, readonly HidingRule[]>>()
  /** Each style as the rules read it; null if it matches no rule of any set. */
  readonly styles = new Map<string, string | null>()
}

const anyStyle = anyOf(hidingRules.filter(({ attribute }) => attribute === 'style'))
const none: readonly HidingRule[] = []

export class HidingRuleSet {
  readonly #ofNames = new Map<string, HidingRule[]>()
  readonly #ofAttributes: RulesOfAttribute[] = []

  constructor(rules: readonly HidingRule[]) {
    for (const [attribute, list] of Map.groupBy(rules, (rule) => rule.attribute)) {
      if (attribute !== undefined) this.#ofAttributes.push({ attribute, rules: list, any: anyOf(list) })
      else for (const rule of list) for (const name of rule.names ?? []) addTo(this.#ofNames, name, rule)
    }
  }

  /** The first rule that matches the element's own markup; null if there isn't one. */
  find(element: Element, known = new KnownValues(), styleOf: StyleOf = ownStyle): HidingRule | null {
    for (const of of this.#ofAttributes) {
      const value = of.attribute === 'style' ? styleOf(element) : element.attribs[of.attribute]
      if (value === undefined || (value === '' && of.attribute === 'style')) continue
      for (const rule of matchingRules(of, value, known)) if (isForElement(rule, element, styleOf)) return rule
    }
    // A callback for `find` would be created for every element, even if no rule covers its name.
    for (const rule of this.#ofNames.get(element.name) ?? none) if (isForElement(rule, element, styleOf)) return rule
    return null
  }

  /** True if an attribute value hides its element, regardless of the element's other markup. */
  isHiddenBy(attribute: string, value: string, known: KnownValues): boolean {
    return this.#ofAttributes.some((of) => of.attribute === attribute && matchingRules(of, value, known).length > 0)
  }
}

function anyOf(rules: readonly HidingRule[]): RegExp | null {
  if (!rules.every(({ value }) => value?.flags === 'i')) return null
  return new RegExp(rules.map(({ value }) => value?.source).join('|'), 'i')
}

function matchingRules(of: RulesOfAttribute, value: string, known: KnownValues): readonly HidingRule[] {
  const text = of.attribute === 'style' ? styleText(value, known) : value.slice(0, maxAttributeChars)
  if (text === null) return none
  const ofValues = known.rules.get(of) ?? new Map<string, readonly HidingRule[]>()
  if (ofValues.size === 0) known.rules.set(of, ofValues)
  const before = ofValues.get(value)
  if (before !== undefined) return before
  const found =
    of.any?.test(text) === false
      ? none
      : of.rules.filter(({ value, and }) => value?.test(text) !== false && and?.(text) !== false)
  const rules = found.length > 0 ? found : none
  ofValues.set(value, rules)
  return rules
}

function styleText(style: string, { styles }: KnownValues): string | null {
  const before = styles.get(style)
  if (before !== undefined) return before
  const normal = normalised(style.slice(0, maxAttributeChars))
  const text = anyStyle?.test(normal) === false ? null : normal
  styles.set(style, text)
  return text
}
