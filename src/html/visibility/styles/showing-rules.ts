/** Finds declarations that show an element in another state of the page: on hover, after a click, or once a script has set a class. */

import { addTo } from '../../page-elements.ts'
import type { MatchBudget } from '../../select/match.ts'
import { type Declaration, declarationsOf, slotOf } from './declarations.ts'
import { mayHide } from './hiding-declarations.ts'
import { namesRequired, writtenOut } from './rule-index.ts'
import type { SheetRule } from './sheet-rules.ts'

interface Showing {
  rule: SheetRule
  declaration: Declaration
}

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
