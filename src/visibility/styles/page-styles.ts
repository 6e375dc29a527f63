/** The styles of a page as its own sheets and attributes give them; sheets at other addresses are not fetched. */

import type { Element, Text } from 'domhandler'
import type { Document } from '../../document/document.ts'
import { childTextContent, isElement, walk } from '../../document/traverse.ts'
import { Cascade } from './cascade.ts'
import { holdsOnScreen, isForScreen } from './conditions.ts'
import { findFaintTexts } from './faint-texts.ts'
import { mayHide } from './hiding-declarations.ts'
import { readSheet, type SheetReading } from './sheet-rules.ts'

export interface PageStyles {
  /** The style of an element: of the cascade where a sheet of the page may hide it, else its attribute; empty without one. */
  styleOf(element: Element): string
  /** Texts that are hidden in elements of which something else is seen. */
  texts: ReadonlySet<Text>
  /** Whether the sheets need more work than is done for a page: what they hide may be taken for visible. */
  isCut: boolean
}

const maxChars = 3_000_000
/** Of larger sheets no colours are judged, as nearly every rule sets some. */
const maxColourChars = 50_000
const maxRules = 60_000
const maxSteps = 1_000_000

const colouring = /(?<![\w-])(?:color|background)|text-fill-color/i

// A page without sheets of its own, but with others, says nothing beyond its attributes, but for what is visible in what is hidden.
const saysVisible = /visibility\s*:\s*visible/i

/** A page that has other sheets than are read says nothing beyond its attributes, but for what is visible in what is hidden. */
function saysNothing(source: string, readsSheets: boolean): boolean {
  if (saysVisible.test(source)) return false
  if (/<style/i.test(source)) return !readsSheets
  return !/color/i.test(source) || /stylesheet/i.test(source)
}

const ownStyle = ({ attribs }: Element) => attribs.style ?? ''

/** The styles of the document by its attributes and, where that is asked for, by its sheets. Each element is judged once. */
export function readStyles({ root, source }: Document, readsSheets: boolean): PageStyles {
  if (saysNothing(source, readsSheets)) return { styleOf: ownStyle, texts: new Set(), isCut: false }
  const names = new Set<string>()
  const seenClasses = new Set<string>()
  const budget = { steps: maxSteps }
  const readings = new Map<Element | null, SheetReading>()
  let charsLeft = maxChars
  let hasOtherSheets = false
  let hasOwnSheets = false
  let mayBeFaint = false
  let mayBeMixed = false
  walkScopes((element, scope) => {
    const { name, attribs } = element
    for (const attribute in attribs) names.add(`[${attribute}`)
    if (attribs.id !== undefined) names.add(attribs.id)
    if (attribs.class !== undefined) addWords(attribs.class)
    if (name === 'link' && (/(?:^|\s)stylesheet(?:\s|$)/i.test(attribs.rel ?? '') || attribs.as === 'style'))
      hasOtherSheets = true
    if (attribs.style?.includes('visible')) mayBeMixed = true
    if (attribs.color !== undefined || attribs.bgcolor !== undefined || attribs.style?.includes('color'))
      mayBeFaint = true
    if (name === 'style') hasOwnSheets = true
    if (name === 'style' && !readsSheets) hasOtherSheets = true
    if (
      !readsSheets ||
      name !== 'style' ||
      !isForScreen(attribs.media) ||
      !/^(?:text\/css)?$/i.test(attribs.type?.trim() ?? '')
    )
      return
    const css = childTextContent(element)
    if (/@import/i.test(css)) hasOtherSheets = true
    charsLeft -= css.length
    if (charsLeft < 0) return
    const reading: SheetReading = readings.get(scope) ?? { rules: [], keyframes: new Map(), layers: new Map() }
    readings.set(scope, reading)
    if (reading.rules.length < maxRules) readSheet(css, reading, holdsOnScreen)
    mayBeMixed ||= /visibility\s*:\s*visible/i.test(css)
    mayBeFaint ||= /(?<![-\w])color\s*:|text-fill-color/i.test(css)
  })
  // The background of a text may be set in a sheet that is not here: there is one where classes are, but no sheet.
  if (seenClasses.size > 0 && !hasOwnSheets) hasOtherSheets = true
  mayBeFaint &&= !hasOtherSheets && charsLeft > maxChars - maxColourChars
  const isColouring = (declarations: string) => mayBeFaint && colouring.test(declarations)
  const isMixing = (declarations: string) => mayBeMixed && declarations.includes('visibility')
  const hides = (declarations: string) => mayHide(declarations) || isColouring(declarations) || isMixing(declarations)
  const styles = new Map<Element, string>()
  const cascades = new Map<Element | null, Cascade>()
  for (const [scope, reading] of readings) {
    if (
      reading.rules.some(
        ({ declarations }) => hides(declarations) || reading.keyframes.size > 0 || declarations.includes('var('),
      )
    )
      cascades.set(scope, new Cascade(reading, { hides, budget, names }))
  }
  if (cascades.size > 0) {
    walkScopes((element, scope) => {
      const style = cascades.get(scope)?.styleOf(element) ?? null
      if (style !== null) styles.set(element, style)
    })
  }
  const styleOf = styles.size === 0 ? ownStyle : (element: Element) => styles.get(element) ?? ownStyle(element)
  const isCut =
    charsLeft < 0 || budget.steps < 0 || [...readings.values()].some(({ rules }) => rules.length >= maxRules)
  const texts = findFaintTexts(root, styleOf, { colours: mayBeFaint, visibility: mayBeMixed })
  return { styleOf, texts, isCut }

  function addWords(text: string): void {
    if (seenClasses.has(text)) return
    seenClasses.add(text)
    for (const word of text.split(/\s+/)) names.add(word)
  }

  /** Visits elements with the shadow root that they are in. What is in `noscript` and in other templates has no styles. */
  function walkScopes(visit: (element: Element, scope: Element | null) => void): void {
    const scopes: Element[] = []
    walk(
      root,
      (node) => {
        if (!isElement(node)) return true
        if (node.name === 'noscript') return false
        visit(node, scopes.at(-1) ?? null)
        if (node.name === 'template') {
          if (node.attribs.shadowrootmode === undefined) return false
          scopes.push(node)
        }
        return true
      },
      (node) => {
        if (node === scopes.at(-1)) scopes.pop()
      },
    )
  }
}
