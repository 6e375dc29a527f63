/**
 * A page's styles, from its own style sheets and attributes. Style sheets at other URLs aren't fetched. Without the page's own style sheets,
 * a plain fetch would miss 56 ways of hiding text from visitors instead of 12 (hidden-ways-plain.slow.test.ts). It would also read 381 of 1,965 saved pages,
 * result pages and documents differently, including the main content of 82 (measured November 2026).
 */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../../document.ts'
import type { PageElements } from '../../page-elements.ts'
import { Cascade } from './cascade.ts'
import { findFaintTexts } from './faint-texts.ts'
import { hidingCustomsIn, mayFlattenFrames, mayHide, sheetMayHide } from './hiding-declarations.ts'
import { maxSheetChars, type PageSheets, pageSheets, StyledPlaces } from './page-sheets.ts'
import type { SheetRule } from './sheet-rules.ts'

export type PageStyles = ReturnType<typeof readStyles>

interface SheetReader {
  readsSheets: boolean
  /** True if a complete style hides its element. If given, elements shown in another state of the page don't count as hidden. */
  isHidden: ((style: string) => boolean) | null
}

/** In larger style sheets, colours aren't checked, because nearly every rule sets one. */
const maxColourChars = 50_000
const maxRules = 60_000
const maxSteps = 1_000_000

/** These properties can make content visible that other properties hide. */
const revealingProperties = ['visibility', 'font', 'position', 'transform', 'filter']

const colouring = /(?<![\w-])(?:color|background)|text-fill-color/i
const isInvisible = /(?<![\w-])visibility\s*:\s*(?:hidden|collapse)/i
const hidesByInheritance =
  /(?<![\w-])(?:visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*(?:0(?![.\d])|0?\.(?:[0-4]|\d+(?![\dr]|em))|[1-4]?\d(?:\.\d+)?%|[1-4]px)|text-indent\s*:\s*-\d{3})/i
/** Values that hide text only together with the values of other elements. */
const isFactor = /(?<![\w-])(?:opacity\s*:\s*0?\.[0-4]|font-size\s*:\s*(?:0?\.[0-4]\d*r?em|[1-4]?\d(?:\.\d+)?%))/i

export const ownStyle = ({ attribs }: Element): string => attribs.style ?? ''

/** The document's styles from its attributes and, if `readsSheets`, from its style sheets. Each element is evaluated once. */
export function readStyles(document: Document, { readsSheets, isHidden }: SheetReader) {
  const { elements } = document
  const places = new StyledPlaces(elements, document.frameBlocks)
  const sheets = pageSheets(elements, places, readsSheets)
  const attributes = readAttributes(elements, places)
  const mayBeFaint = mayJudgeColours(document, sheets, attributes.colours)
  const mayBeMixed = attributes.shows || sheets.read.some(({ css }) => /visibility\s*:\s*visible/i.test(css))
  const isMixed = mayBeMixed && attributes.hides
  const isColouring = (declarations: string) => mayBeFaint && colouring.test(declarations)
  const isMixing = (declarations: string) => isMixed && declarations.includes('visibility')
  // Frames clip their content without a declaration that says so.
  const isFlattening = (declarations: string) => isHidden === null && mayFlattenFrames(document, declarations)
  const hides = (declarations: string) =>
    mayHide(declarations) || isColouring(declarations) || isMixing(declarations) || isFlattening(declarations)
  const mayHideSome =
    sheets.read.some(({ css }) => isFlattening(css)) ||
    mayBeFaint ||
    attributes.customs.length > 0 ||
    isMixed ||
    sheets.read.some(({ css }) => sheetMayHide(css))
  const readings = mayHideSome ? readSheets(sheets) : new Map<Element | null, SheetRule[]>()
  const budget = { steps: maxSteps }
  const cascades = new Map<Element | null, Cascade>()
  for (const [scope, rules] of readings) {
    const cascade = new Cascade(rules, {
      ...{ hides, properties: revealingProperties, budget, elements, isHidden },
      ...{ hasOtherSheets: sheets.hasOthers, customs: attributes.customs },
    })
    if (!cascade.hiding.isEmpty) cascades.set(scope, cascade)
  }
  const bySheets = cascadedStyles(elements, places, cascades)
  const styles = [...bySheets.values()]
  const styleOf = bySheets.size === 0 ? ownStyle : (element: Element) => bySheets.get(element) ?? ownStyle(element)
  const hasInvisible = attributes.hides || styles.some((style) => isInvisible.test(style))
  const texts = findFaintTexts(document.root, styleOf, {
    ...{ colours: mayBeFaint, visibility: mayBeMixed && hasInvisible },
    factors: attributes.factors || styles.some((style) => isFactor.test(style)),
  })
  return {
    /** The style of an element: from the cascade if a style sheet may hide it, otherwise from its attribute. Empty without a style. */
    styleOf,
    bySheets,
    /** Hidden text nodes in elements that are partly visible. */
    texts,
    /** True if the style sheets hide anything that attributes alone don't. */
    hideBySheets: styles.some((style) => isHidden?.(style) ?? true) || (readings.size > 0 && texts.size > 0),
    /** True if the style sheets exceed the work limit for a page. Content that they hide may then count as visible. */
    isCut:
      sheets.length > maxSheetChars ||
      budget.steps < 0 ||
      [...readings.values()].some(({ length }) => length >= maxRules),
  }
}

/** The rules of the style sheets, grouped by the shadow root that they apply to. */
function readSheets({ read }: PageSheets): Map<Element | null, SheetRule[]> {
  const readings = new Map<Element | null, SheetRule[]>()
  for (const sheet of read) {
    const rules = readings.get(sheet.scope) ?? []
    readings.set(sheet.scope, rules)
    if (rules.length < maxRules) for (const rule of sheet.rules()) rules.push(rule)
  }
  return readings
}

/** The styles of elements that style sheets may hide, and of elements that inherit from them. */
function cascadedStyles(
  elements: PageElements,
  places: StyledPlaces,
  cascades: ReadonlyMap<Element | null, Cascade>,
): Map<Element, string> {
  const styles = new Map<Element, string>()
  if (cascades.size === 0) return styles
  const mayBeHidden = new Set([...cascades.values()].flatMap((cascade) => [...cascade.hiding.elementsIn(elements)]))
  /** Elements hidden by an inherited property. Rules that hide nothing may still make their descendants visible. */
  const inheriting = new Set<ParentNode>()
  for (const element of elements.all) {
    const inherits = inheriting.size > 0 && element.parent !== null && inheriting.has(element.parent)
    if ((!inherits && !mayBeHidden.has(element)) || !places.isStyled(element)) continue
    const cascade = cascades.get(places.scopeOf(element))
    const style = inherits ? cascade?.wholeStyleOf(element) : cascade?.styleOf(element)
    if (style === undefined || style === null) continue
    styles.set(element, style)
    if (inherits || hidesByInheritance.test(style)) inheriting.add(element)
  }
  return styles
}

/** The kinds of styles that a page's attributes set, for visibility and colours. */
function readAttributes(elements: PageElements, places: StyledPlaces) {
  const isStyled = (element: Element) => places.isStyled(element)
  const styles = [...new Set(elements.having('style').filter(isStyled).map(ownStyle))]
  return {
    /** True if a hidden element may contain something visible. */
    shows: styles.some((style) => style.includes('visible')),
    hides: styles.some(
      (style) => style.includes('visibility') && /hidden|collapse/.test(style) && !style.includes('visible'),
    ),
    colours:
      styles.some((style) => style.includes('color')) ||
      elements.having('color').some(isStyled) ||
      elements.having('bgcolor').some(isStyled),
    /** True if a value may hide text together with the values of other elements. */
    factors: styles.some((style) => isFactor.test(style)),
    customs: styles.flatMap(hidingCustomsIn),
  }
}

/**
 * True if text colours can be checked. They can't if a style sheet that wasn't read may set a background. Classes suggest that there is one
 * if the page itself contains no style sheet.
 */
function mayJudgeColours({ elements, source }: Document, sheets: PageSheets, byAttributes: boolean): boolean {
  if (sheets.hasOthers || sheets.length >= maxColourChars) return false
  if (!byAttributes && !sheets.read.some(({ css }) => /(?<![-\w])color\s*:|text-fill-color/i.test(css))) return false
  return sheets.areInside || (elements.byClass.size === 0 && !/stylesheet/i.test(source))
}
