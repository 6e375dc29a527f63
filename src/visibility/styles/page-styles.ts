/** The styles of a page as its own sheets and attributes give them; sheets at other addresses are not fetched. */

import type { Element, ParentNode, Text } from 'domhandler'
import { childTextContent } from '../../document/traverse.ts'
import { Cascade } from './cascade.ts'
import { holdsOnScreen, isForScreen } from './conditions.ts'
import { findFaintTexts } from './faint-texts.ts'
import { mayHide, sheetMayHide } from './hiding-declarations.ts'
import type { PageElements } from './page-elements.ts'
import { PageNames } from './page-names.ts'
import { readSheet, type SheetReading } from './sheet-rules.ts'

export interface PageStyles {
  /** The style of an element: of the cascade where a sheet of the page may hide it, else its attribute; empty without one. */
  styleOf(element: Element): string
  /** Texts that are hidden in elements of which something else is seen. */
  texts: ReadonlySet<Text>
  /** Whether sheets hide something that attributes alone do not. */
  hideBySheets: boolean
  /** Whether the sheets need more work than is done for a page: what they hide may be taken for visible. */
  isCut: boolean
}

/** How the sheets of a page are read. */
export interface SheetReader {
  readsSheets: boolean
  /** Whether a whole style hides; where it is given, what another state of the page shows is not taken for hidden. */
  isHidden: ((style: string) => boolean) | null
}

const maxChars = 3_000_000
/** Of larger sheets no colours are judged, as nearly every rule sets some. */
const maxColourChars = 50_000
const maxRules = 60_000
const maxSteps = 1_000_000

const colouring = /(?<![\w-])(?:color|background)|text-fill-color/i

// A page without sheets of its own, but with others, says nothing beyond its attributes, but for what is visible in what is hidden.
const saysVisible = /visibility\s*:\s*visible/i

const isInvisible = /(?<![\w-])visibility\s*:\s*(?:hidden|collapse)/i
const hidesByInheritance =
  /(?<![\w-])(?:visibility\s*:\s*(?:hidden|collapse)|font(?:-size)?\s*:\s*(?:[a-z]+\s+)*0(?![.\d]))/i

/** A page that has other sheets than are read says nothing beyond its attributes, but for what is visible in what is hidden. */
function saysNothing(source: string, readsSheets: boolean): boolean {
  if (saysVisible.test(source)) return false
  if (/<style/i.test(source)) return !readsSheets
  return !/color/i.test(source) || /stylesheet/i.test(source)
}

const ownStyle = ({ attribs }: Element) => attribs.style ?? ''

/** The styles of the document by its attributes and, where that is asked for, by its sheets. Each element is judged once. */
export function readStyles(source: string, elements: PageElements, { readsSheets, isHidden }: SheetReader): PageStyles {
  if (saysNothing(source, readsSheets))
    return { styleOf: ownStyle, texts: new Set(), hideBySheets: false, isCut: false }
  const names = new PageNames(elements.all)
  const budget = { steps: maxSteps }
  const sheets: { css: string; scope: Element | null }[] = []
  let charsLeft = maxChars
  let hasOtherSheets = false
  let hasOwnSheets = false
  let mayBeFaint = false
  let mayBeMixed = false
  let hidesByAttribute = false
  elements.visitStyled((element, scope) => {
    const { name, attribs } = element
    if (name === 'link' && (/(?:^|\s)stylesheet(?:\s|$)/i.test(attribs.rel ?? '') || attribs.as === 'style'))
      hasOtherSheets = true
    if (attribs.style !== undefined && /visible|hidden|collapse/.test(attribs.style)) {
      if (attribs.style.includes('visible')) mayBeMixed = true
      else if (attribs.style.includes('visibility')) hidesByAttribute = true
    }
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
    sheets.push({ css, scope })
    mayBeMixed ||= /visibility\s*:\s*visible/i.test(css)
    mayBeFaint ||= /(?<![-\w])color\s*:|text-fill-color/i.test(css)
  })
  // The background of a text may be set in a sheet that is not here: there is one where classes are, but no sheet.
  if (mayBeFaint && !hasOwnSheets && elements.all.some(({ attribs }) => attribs.class !== undefined))
    hasOtherSheets = true
  mayBeFaint &&= !hasOtherSheets && charsLeft > maxChars - maxColourChars
  const isMixed = mayBeMixed && hidesByAttribute
  const isColouring = (declarations: string) => mayBeFaint && colouring.test(declarations)
  const isMixing = (declarations: string) => isMixed && declarations.includes('visibility')
  const hides = (declarations: string) => mayHide(declarations) || isColouring(declarations) || isMixing(declarations)
  let hasInvisible = hidesByAttribute
  const readings = new Map<Element | null, SheetReading>()
  if (mayBeFaint || isMixed || sheets.some(({ css }) => sheetMayHide(css))) {
    for (const { css, scope } of sheets) {
      const reading = readings.get(scope) ?? { rules: [], keyframes: new Map(), layers: new Map() }
      readings.set(scope, reading)
      if (reading.rules.length < maxRules) readSheet(css, reading, holdsOnScreen)
    }
  }
  const styles = new Map<Element, string>()
  let hidesSome = false
  const cascades = new Map<Element | null, Cascade>()
  for (const [scope, reading] of readings) {
    if (
      reading.rules.some(
        ({ declarations }) => hides(declarations) || reading.keyframes.size > 0 || declarations.includes('var('),
      )
    )
      cascades.set(scope, new Cascade(reading, { hides, budget, names, isHidden, hasOtherSheets }))
  }
  if (cascades.size > 0) {
    /** Elements that are hidden by what is inherited: below them others may be visible by rules that hide nothing. */
    const inheriting = new Set<ParentNode>()
    elements.visitStyled((element, scope) => {
      const cascade = cascades.get(scope)
      if (!cascade) return
      const inherits = inheriting.size > 0 && element.parent !== null && inheriting.has(element.parent)
      const style = inherits ? cascade.wholeStyleOf(element) : cascade.styleOf(element)
      if (style !== null) styles.set(element, style)
      hidesSome ||= style !== null && (isHidden?.(style) ?? true)
      if (inherits || (style !== null && hidesByInheritance.test(style))) inheriting.add(element)
      hasInvisible ||= style !== null && isInvisible.test(style)
    })
  }
  const styleOf = styles.size === 0 ? ownStyle : (element: Element) => styles.get(element) ?? ownStyle(element)
  const isCut =
    charsLeft < 0 || budget.steps < 0 || [...readings.values()].some(({ rules }) => rules.length >= maxRules)
  const texts = findFaintTexts(elements.root, styleOf, { colours: mayBeFaint, visibility: mayBeMixed && hasInvisible })
  return { styleOf, texts, hideBySheets: hidesSome || (readings.size > 0 && texts.size > 0), isCut }
}
