/** Finds the style sheets inside a page, evaluates their conditions, and checks whether the page uses others. */

import type { Element } from 'domhandler'
import { elementsBelow, type PageElements } from '../../page-elements.ts'
import { isInertTemplate } from '../../text-runs.ts'
import { childTextContent, elementAround } from '../../traverse.ts'
import { type ConditionTest, readSheet, type SheetRule } from './sheet-rules.ts'

interface PageSheet {
  css: string
  /** The shadow root that the style sheet applies to; null if it applies to the page. */
  scope: Element | null
  rules(): readonly SheetRule[]
}

export type PageSheets = ReturnType<typeof pageSheets>

/** Once this total is exceeded, no more style sheets are read. */
export const maxSheetChars = 3_000_000

/**
 * The style sheets for screens, in document order. `read` is empty unless `readsSheets` is set. `length` is their total number of
 * characters. `areInside` is true if the page contains style sheets, even if they aren't read, and `hasOthers` if any aren't read.
 */
export function pageSheets(elements: PageElements, places: StyledPlaces, readsSheets: boolean) {
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
  const rules = knownRules.get(element) ?? readSheet(css, holds)
  knownRules.set(element, rules)
  return rules
}

const isSheet = ({ attribs }: Element) =>
  /(?:^|\s)stylesheet(?:\s|$)/i.test(attribs.rel ?? '') || attribs.as === 'style'
const isForVisitors = ({ attribs: { media = '', type = '' } }: Element) =>
  (media.trim() === '' || holdsOnScreen('media', media)) && /^(?:text\/css)?$/i.test(type.trim())

/** The places where a page's styles apply: outside `noscript` and templates. A shadow root uses only its own style sheets. */
export class StyledPlaces {
  readonly #unstyled = new Set<Element>()
  readonly #scopes = new Map<Element, Element>()

  constructor(elements: PageElements, frameBlocks: readonly Element[] = []) {
    const templates = elements.named('template')
    const inert = templates.filter(isInertTemplate)
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
      const scope = around.name === 'template' && !isInertTemplate(around) ? around : this.#scopes.get(around)
      if (scope) this.#scopes.set(element, scope)
    }
  }
}

/** Conditions are evaluated for a typical visitor with a 1280 by 800 pixel screen, a light colour scheme and a mouse. */
const width = 1280
const height = 800
const maxConditionChars = 500

/** Every feature tested counts as supported by Chromium, except other browsers' prefixes and unknown displays. */
const holdsOnScreen: ConditionTest = (rule, condition) => {
  const text = condition.slice(0, maxConditionChars)
  return rule === 'supports' ? !unsupported.test(text) : text.split(',').some(isMet)
}

/** Evaluates one query in a list. Unknown features count as true, except those for other devices or unusual preferences. */
function isMet(query: string): boolean {
  const text = query.trim().toLowerCase()
  if (/\bor\b/.test(text)) return text.split(/\bor\b/).some(isMet)
  const [, negation, type, rest = ''] = /^(not\s+|only\s+)?([a-z-]+(?=\s|$))?(.*)$/s.exec(text) ?? []
  const features = rest.match(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g) ?? []
  const isOfType = type === undefined || type === 'all' || type === 'screen' || type === 'not'
  const isMetWhole =
    (isOfType || features.length > 0) && (isOfType || !otherTypes.has(type ?? '')) && features.every(isFeature)
  return negation?.startsWith('not') ? !isMetWhole : isMetWhole
}

const otherTypes = new Set(['print', 'speech', 'tty', 'tv', 'projection', 'handheld', 'braille', 'embossed', 'aural'])

function isFeature(written: string): boolean {
  const feature = written.slice(1, -1).trim()
  if (/^not\b/.test(feature)) return !isFeature(`(${feature.slice(3).trim()})`)
  if (feature.startsWith('(')) return isMet(feature)
  const range = feature
    .replace(
      /^(min|max)-(?:device-)?(width|height|inline-size)\s*:/,
      (_, bound, side) => `${side}${bound === 'min' ? '>=' : '<='}`,
    )
    .replace(/^(?:device-)?(width|height|inline-size)\s*:/, '$1=')
  if (/[<>=]/.test(range)) return isRange(range)
  const fixed =
    /^(?:prefers-[\w-]+|forced-colors|inverted-colors|hover|pointer|any-hover|any-pointer|orientation|scripting|display-mode)\s*:\s*(.*)$/
  const [, choice] = fixed.exec(feature) ?? []
  return choice === undefined || defaults.has(choice.trim())
}

const defaults = new Set(['no-preference', 'light', 'none', 'hover', 'fine', 'landscape', 'enabled', 'browser'])

const comparisons: Record<string, (left: number, right: number) => boolean> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

/**
 * True if every comparison is true, as in `width >= 600px` or `400px < width <= 900px`. A comparison with a feature other than the width
 * or height, or with a calculated length, counts as true. Units other than `em` and `rem` are read as pixels.
 */
function isRange(feature: string): boolean {
  const parts = feature.split(/([<>]=?|=)/).map((part) => part.trim())
  return parts.every((sign, at) => {
    const [left, right] = [toLength(parts[at - 1] ?? ''), toLength(parts[at + 1] ?? '')]
    return at % 2 === 0 || Number.isNaN(left) || Number.isNaN(right) || comparisons[sign]?.(left, right)
  })
}

function toLength(text: string): number {
  if (text === 'width' || text === 'inline-size') return width
  if (text === 'height') return height
  const [, value, unit = 'px'] = /^([\d.]+)\s*(px|em|rem)?/.exec(text) ?? []
  return value === undefined ? Number.NaN : Number(value) * (unit === 'px' ? 1 : 16)
}

const unsupported =
  /^\s*not\b|\(\s*-(?:moz|ms|o)-|^\s*\(\s*display\s*:\s*(?!-webkit-|(?:none|contents|flow-root|list-item|run-in|math|ruby|table|inline|block|flex|grid|var)\b)/i
