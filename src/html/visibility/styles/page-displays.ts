/**
 * Determines how an element is displayed, from its `style` attribute or the page's own style sheets. If neither specifies it, utility
 * classes such as Tailwind's and Bootstrap's decide. Sheets at other URLs are not fetched.
 */

import type { Element } from 'domhandler'
import type { PageElements } from '../../page-elements.ts'
import { Cascade } from './cascade.ts'
import { pageSheets } from './page-sheets.ts'
import type { SheetRule } from './sheet-rules.ts'
import { StyledPlaces } from './styled-places.ts'

const maxRules = 20_000
const maxSteps = 200_000
/** Utility classes, with the prefixes that apply to a wide screen. The last class wins, because classes for wider screens come last. */
const displayClass =
  /(?<=^|\s)(?:(?:sm|md|lg|xl):|d-(?:(?:sm|md|lg|xl)-)?)?((?:inline-)?(?:block|flex|grid)|inline|contents)(?=\s|$)/g
/** Classes that put space between or around boxes. */
const spaceClass =
  /(?:^|[\s:])(?:gap|space-x|[mp][xesrl]?|grid-cols|flex-col(?:umn)?|justify-(?:content-)?(?:between|around|evenly))(?:-|\s|$)/
const setsDisplay = /(?<![\w-])display\s*:/i
const lastDisplay = /^.*(?<![\w-])(display\s*:([^;!]+)[^;]*)/is

/** Returns a function that gives the value of `display` in lower case, or an empty string if nothing in the page sets it. */
export function readDisplays(elements: PageElements): (element: Element) => string {
  const known = new Map<Element, string>()
  let cascade: Cascade | null = null
  return (element) => {
    const before = known.get(element)
    if (before !== undefined) return before
    cascade ??= displayCascade(elements)
    const style = cascade.wholeStyleOf(element)
    const display = lastDisplay.exec(style)?.[2]?.trim().toLowerCase() ?? byClass(element)
    known.set(element, display)
    return display
  }
}

/** Boxes that have no space between them may hold the parts of one word. */
function byClass({ attribs }: Element): string {
  const [, display = ''] = [...(attribs.class ?? '').matchAll(displayClass)].at(-1) ?? []
  return display === 'block' || spaceClass.test(attribs.class ?? '') ? display : ''
}

function displayCascade(elements: PageElements): Cascade {
  const rules: SheetRule[] = []
  for (const sheet of pageSheets(elements, new StyledPlaces(elements), true).read) {
    if (!setsDisplay.test(sheet.css) || rules.length >= maxRules) continue
    for (const rule of sheet.rules())
      if (rule.declarations === '' || setsDisplay.test(rule.declarations)) rules.push(displayRule(rule))
  }
  return new Cascade(rules, {
    ...{ hides: null, properties: ['display'], isHidden: null, hasOtherSheets: false },
    ...{ budget: { steps: maxSteps }, elements },
  })
}

/** The rule with only its last display, if that is simple to find. */
function displayRule(rule: SheetRule): SheetRule {
  const { declarations } = rule
  const [, display] = /\/\*|!|var\(/.test(declarations) ? [] : (lastDisplay.exec(declarations) ?? [])
  return display === undefined ? rule : { ...rule, declarations: display }
}
