/**
 * Determines how an element is displayed, from its `style` attribute, the page's own style sheets or, if neither says it, utility classes
 * such as Tailwind's and Bootstrap's. Sheets at other URLs are not fetched.
 */

import type { Element } from 'domhandler'
import type { PageElements } from '../../page-elements.ts'
import { matches } from '../../select/match.ts'
import { holdsOnScreen } from './conditions.ts'
import { declarationsOf, readDeclarations } from './declarations.ts'
import { PageNames } from './page-names.ts'
import { pageSheets } from './page-sheets.ts'
import { type IndexedRule, RuleIndex, writtenOut } from './rule-index.ts'
import { readSheet, type SheetReading, type SheetRule } from './sheet-rules.ts'
import { compileSelectors } from './sheet-selectors.ts'
import { StyledPlaces } from './styled-places.ts'

const maxRules = 20_000
const maxSteps = 200_000
/** With the prefixes that apply to a wide screen. The last class wins, because wider screens come last. */
const displayClass =
  /(?<=^|\s)(?:(?:sm|md|lg|xl):|d-(?:(?:sm|md|lg|xl)-)?)?((?:inline-)?(?:block|flex|grid)|inline|contents)(?=\s|$)/g
/** Classes that put space between or around boxes. */
const spaceClass =
  /(?:^|[\s:])(?:gap|space-x|[mp][xesrl]?|grid-cols|flex-col(?:umn)?|justify-(?:content-)?(?:between|around|evenly))(?:-|\s|$)/
const setsDisplay = /(?<![\w-])display\s*:/i

/** Returns a function that gives the value of `display` in lower case, or an empty string if nothing in the page says it. */
export function readDisplays(elements: PageElements): (element: Element) => string {
  const names = new PageNames(elements)
  const budget = { steps: maxSteps }
  let index: RuleIndex | null = null
  const known = new Map<Element, string>()
  const compile = (indexed: IndexedRule) => {
    indexed.compiled ??= compileSelectors(indexed.selector, names)
    return indexed.compiled
  }
  const bySheets = (element: Element): string => {
    index ??= indexOf(displayRules(elements), names)
    let winner = { display: '', weight: [-1, -1, -1] }
    for (const candidate of index.candidates(element, budget, compile)) {
      const selector = compile(candidate).find((one) => matches(element, one.tokens, budget))
      const declaration = selector && displayIn(candidate.rule)
      if (!declaration) continue
      const weight = [declaration.isImportant ? 1 : 0, selector.specificity, candidate.order]
      if (isAtLeast(weight, winner.weight)) winner = { display: declaration.value.toLowerCase(), weight }
    }
    return winner.display
  }
  return (element) => {
    const before = known.get(element)
    if (before !== undefined) return before
    const own = readDeclarations(element.attribs.style ?? '').findLast(({ property }) => property === 'display')
    const display = own?.value.toLowerCase() ?? (bySheets(element) || byClass(element))
    known.set(element, display)
    return display
  }
}

/** Boxes without space between them may hold the parts of one word. */
function byClass({ attribs }: Element): string {
  const [, display = ''] = [...(attribs.class ?? '').matchAll(displayClass)].at(-1) ?? []
  return display === 'block' || spaceClass.test(attribs.class ?? '') ? display : ''
}

function displayRules(elements: PageElements): SheetRule[] {
  const reading: SheetReading = { rules: [], keyframes: new Map() }
  for (const { css } of pageSheets(elements, new StyledPlaces(elements), true).read) {
    if (setsDisplay.test(css) && reading.rules.length < maxRules) readSheet(css, reading, holdsOnScreen)
  }
  return reading.rules.filter(({ declarations }) => setsDisplay.test(declarations))
}

function indexOf(rules: readonly SheetRule[], names: PageNames): RuleIndex {
  const index = new RuleIndex(names)
  for (const [order, rule] of rules.entries()) {
    for (const selector of writtenOut(rule.selectors)) index.add({ rule, selector, order })
  }
  return index
}

const displayIn = (rule: SheetRule) => declarationsOf(rule).findLast(({ property }) => property === 'display')

function isAtLeast(weight: readonly number[], other: readonly number[]): boolean {
  for (const [at, value] of weight.entries()) if (value !== other[at]) return value > (other[at] ?? 0)
  return true
}
