/** Uses lists of a page's elements to find the few that a rule may hide. The rules can skip all others. */

import type { Element } from 'domhandler'
import type { PageElements } from '../page-elements.ts'
import { hidingRules } from './hiding-rules.ts'
import { HidingRuleSet, type KnownValues } from './rule-set.ts'

const attributes = new Set(hidingRules.flatMap(({ attribute }) => attribute ?? []))
const byName = hidingRules.filter(({ attribute }) => attribute === undefined)
const names = new Set(byName.flatMap((rule) => rule.names ?? []))
const rules = new HidingRuleSet(hidingRules)

/** Elements that a rule may hide, in document order. `styled`: elements styled by the page's style sheets. */
export function findHidingCandidates(
  elements: PageElements,
  styled: Iterable<Element>,
  known: KnownValues,
): Set<Element> {
  const found = new Set(styled)
  const addAll = (list: readonly Element[]) => {
    for (const element of list) found.add(element)
  }
  for (const name of names) addAll(elements.named(name))
  for (const attribute of attributes) if (attribute !== 'class') addAll(elements.having(attribute))
  for (const [classes, list] of elements.byClass) if (rules.isHiddenBy('class', classes, known)) addAll(list)
  return new Set(elements.inOrder(found))
}
