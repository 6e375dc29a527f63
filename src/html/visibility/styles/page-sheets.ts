/** Finds the style sheets inside a page, and checks whether the page uses others. */

import type { Element } from 'domhandler'
import { elementsBelow, type PageElements } from '../../page-elements.ts'
import { childTextContent, elementAround } from '../../traverse.ts'
import { type ConditionTest, holdsOnScreen, isForScreen } from './conditions.ts'
import { readSheet, type SheetRule } from './sheet-rules.ts'

interface PageSheet {
  css: string
  /** The shadow root that the style sheet applies to; null if it applies to the page. */
  scope: Element | null
  rules(): readonly SheetRule[]
}

export interface PageSheets {
  /** In document order. */
  read: readonly PageSheet[]
  /** True if there are style sheets that aren't read. */
  hasOthers: boolean
  /** True if the page contains style sheets, even if they aren't read. */
  areInside: boolean
  /** Total number of characters in the style sheets for screens. */
  length: number
}

/** Once this total is exceeded, no more style sheets are read. */
export const maxSheetChars = 3_000_000

/** The style sheets for screens. `read` is empty unless `readsSheets` is set. */
export function pageSheets(elements: PageElements, places: StyledPlaces, readsSheets: boolean): PageSheets {
  const isStyled = (element: Element) => places.isStyled(element)
  const inside = elements.named('style').filter(isStyled)
  const links = elements.named('link').filter(isStyled)
  const areInside = inside.length > 0
  let hasOthers = links.some(isSheet) || (areInside && !readsSheets)
  const read: PageSheet[] = []
  const holds = rememberingConditions()
  let length = 0
  for (const element of readsSheets ? inside.filter(isForVisitors) : []) {
    const css = childTextContent(element)
    hasOthers ||= /@import/i.test(css)
    length += css.length
    if (length <= maxSheetChars)
      read.push({ css, scope: places.scopeOf(element), rules: () => rulesOf(element, css, holds) })
  }
  return { read, areInside, hasOthers, length }
}

/** Style sheets repeat a few conditions many times. */
function rememberingConditions(): ConditionTest {
  const known = new Map<string, boolean>()
  return (rule, condition) => {
    const key = `${rule} ${condition}`
    const holds = known.get(key) ?? holdsOnScreen(rule, condition)
    known.set(key, holds)
    return holds
  }
}

const knownRules = new WeakMap<Element, readonly SheetRule[]>()

/** Each style sheet is parsed only once. Its rules are kept as long as the document, for all policies. */
function rulesOf(element: Element, css: string, holds: ConditionTest): readonly SheetRule[] {
  const known = knownRules.get(element)
  if (known) return known
  const rules = readSheet(css, holds)
  knownRules.set(element, rules)
  return rules
}

function isSheet({ attribs }: Element): boolean {
  return /(?:^|\s)stylesheet(?:\s|$)/i.test(attribs.rel ?? '') || attribs.as === 'style'
}

function isForVisitors({ attribs }: Element): boolean {
  return isForScreen(attribs.media) && /^(?:text\/css)?$/i.test(attribs.type?.trim() ?? '')
}

/** The places where a page's styles apply: outside `noscript` and templates. A shadow root uses only its own style sheets. */
export class StyledPlaces {
  readonly #unstyled = new Set<Element>()
  readonly #scopes = new Map<Element, Element>()

  constructor(elements: PageElements, frameBlocks: readonly Element[] = []) {
    const templates = elements.named('template')
    const inert = templates.filter((template) => !isShadowRoot(template))
    for (const noscript of elements.named('noscript')) {
      this.#leaveOutBelow(noscript)
      this.#unstyled.add(noscript)
    }
    for (const block of [...inert, ...frameBlocks]) this.#leaveOutBelow(block)
    if (inert.length < templates.length) this.#findScopes(elements.all)
  }

  isStyled(element: Element): boolean {
    return !this.#unstyled.has(element)
  }

  /** The shadow root that an element is in; null if it isn't in one. */
  scopeOf(element: Element): Element | null {
    return this.#scopes.get(element) ?? null
  }

  #leaveOutBelow(element: Element): void {
    if (this.#unstyled.has(element)) return
    for (const below of elementsBelow(element)) this.#unstyled.add(below)
  }

  /** `all` must be in document order, so that ancestors are handled first. */
  #findScopes(all: readonly Element[]): void {
    for (const element of all) {
      const around = elementAround(element)
      if (around === null) continue
      const scope = isShadowRoot(around) ? around : this.#scopes.get(around)
      if (scope) this.#scopes.set(element, scope)
    }
  }
}

function isShadowRoot({ name, attribs }: Element): boolean {
  return name === 'template' && attribs.shadowrootmode !== undefined
}
