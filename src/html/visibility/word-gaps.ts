/**
 * Finds words that are separate on the page even though they touch in its source: `<span>Beds</span><span>3</span>` in a flex box, or a
 * label that a style sheet displays as a block. React and minifiers leave out the white space that browsers don't need there.
 */

import type { AnyNode, ChildNode, Element, Text } from 'domhandler'
import type { PageElements } from '../page-elements.ts'
import { childTextContent, closest, isElement, isText } from '../traverse.ts'
import { Cascade } from './styles/cascade.ts'
import { pageSheets, StyledPlaces } from './styles/page-sheets.ts'
import type { SheetRule } from './styles/sheet-rules.ts'

const inlineElements = new Set(
  'a abbr b bdi bdo big button cite data del dfn em font i ins label mark meter output progress q s small span strike strong sub sup time u var'.split(
    ' ',
  ),
)
/** These elements are used for part of a word as often as for a whole word. */
const marksWords = /^(?:su[bp]|del|ins|s|strike|a|q|mark|u)$/
/** Code, formulas and drawings have their own spacing. */
const verbatim = new Set('pre code kbd samp tt math svg script style textarea mjx-container title'.split(' '))
const maxDepth = 200
const box = /^(?:inline-)?(?:flex|grid)$/
const block = /^(?:block|flex|grid|table|list-item|flow-root|table-(?:row|cell|caption))$/
const inlineBox = /^inline-(?:block|flex|grid|table)$/

/** Returns a test that is true for a node that needs a space after it. */
export function createGapTest(elements: PageElements): (node: AnyNode) => boolean {
  const displayOf = readDisplays(elements)
  return (left) => {
    let { next } = left
    // Empty elements are often the dots between a name and its price.
    while (next && isInline(next) && !holdsText(next) && holdsText(left as ChildNode)) next = next.next
    if (!next || !(isInline(left) || (isText(left) && (isInline(next) || next !== left.next)))) return false
    return touches(left as ChildNode, next) && areApart(left as ChildNode, next, displayOf)
  }
}

function isInline(node: AnyNode): boolean {
  return isElement(node) && inlineElements.has(node.name)
}

/** True if a letter, digit or % ends one node, and a letter, digit or price starts the other. Non-inline elements are separate anyway. */
function touches(left: ChildNode, right: ChildNode): boolean {
  if (isElement(right) && !isInline(right)) return false
  const last = edgeOf(left, 'last')
  // Most text that an element follows ends with a space.
  if (last === null || last.data.endsWith(' ') || !/[\p{L}\p{N}%]$/u.test(last.data.slice(-2))) return false
  const first = edgeOf(right, 'first')
  if (first === null || !/^[\p{L}\p{N}\p{Sc}]/u.test(first.data)) return false
  return closest(left, ({ name }) => verbatim.has(name)) === null
}

/** Returns the first or last text node in a node, skipping icons. Null if something else is there, such as an image or a line break. */
export function edgeOf(node: ChildNode, side: 'first' | 'last'): Text | null {
  let at: AnyNode | undefined = node
  for (let depth = 0; at && depth < maxDepth; depth++) {
    if (isText(at)) return at.data === '' ? null : at
    if (!isElement(at) || (depth > 0 && !inlineElements.has(at.name))) return null
    at = side === 'first' ? at.children.find(holdsText) : at.children.findLast(holdsText)
  }
  return null
}

/** False for a drawing, and for an empty element that a style sheet turns into an icon. */
function holdsText(node: ChildNode): boolean {
  if (!isElement(node)) return true
  return node.name !== 'svg' && (node.children.length > 0 || !/^(?:i|span|em|b)$/.test(node.name))
}

/** Browsers draw these as boxes. */
const drawn = /^(?:button|meter|progress)$/
const badgeClass = /(?:^|[\s_-])(?:badge|pill|chip)(?:[\s_-]|$)/i

function areApart(left: ChildNode, right: ChildNode, displayOf: (element: Element) => string): boolean {
  // Letters that are animated individually are also boxes.
  if (lengthOf(left) < 2 && lengthOf(right) < 2 && !/\d/.test(firstChars(right))) return false
  const { parent } = left
  if (parent && isElement(parent) && box.test(displayOf(parent))) return true
  const sides = [left, right].filter(isElement)
  if (sides.some(({ name, attribs }) => drawn.test(name) || badgeClass.test(attribs.class ?? ''))) return true
  if (sides.some((side) => block.test(displayOf(side)))) return true
  if (sides.length < 2) return false
  if (sides.some((side) => inlineBox.test(displayOf(side)))) return true
  return looksApart(left as Element, right as Element)
}

/**
 * If no style decides it, guesses: a label and its value have no other text next to them. Few words change to upper case, or between
 * letters and digits. Units and ordinals are short.
 */
function looksApart(left: Element, right: Element): boolean {
  if (marksWords.test(left.name) || marksWords.test(right.name)) return false
  if (left.parent?.children.slice(0, 200).some((child) => isText(child) && child.data.trim() !== '')) return false
  const last = edgeOf(left, 'last')?.data.at(-1) ?? ''
  const first = firstChars(right)
  if (/\d/.test(last)) return /^(?:\p{Lu}\p{Ll}|\p{Ll}{4})/u.test(first)
  if (lengthOf(left) < 2 || !/\p{L}/u.test(last)) return false
  return /^\d/.test(first) || (/\p{Ll}/u.test(last) && /^(?:\p{Lu}\p{L}|\p{Sc})/u.test(first))
}

function firstChars(node: ChildNode): string {
  return edgeOf(node, 'first')?.data.slice(0, 4) ?? ''
}

function lengthOf(node: ChildNode): number {
  if (isText(node)) return node.data.length
  const [first, last] = [edgeOf(node, 'first'), edgeOf(node, 'last')]
  return first === last ? (first?.data.length ?? 0) : 2
}

const maxRules = 20_000
const maxSteps = 200_000
const maxClassChars = 500
/** Utility classes, with the prefixes that apply to a wide screen. The last class wins, because classes for wider screens come last. */
const displayClass =
  /(?<=^|\s)(?:(?:sm|md|lg|xl):|d-(?:(?:sm|md|lg|xl)-)?)?((?:inline-)?(?:block|flex|grid)|inline|contents)(?=\s|$)/g
const spaceClass =
  /(?:^|[\s:])(?:gap|space-x|[mp][xesrl]?|grid-cols|flex-col(?:umn)?|justify-(?:content-)?(?:between|around|evenly))(?:-|\s|$)/
const lastDisplay = /^.*(?<![\w-])display\s*:([^;!]+)/is

/**
 * Returns a function that gives the value of `display` in lower case, from the `style` attribute or the page's own style sheets. If neither sets
 * it, utility classes such as Tailwind's and Bootstrap's decide; otherwise, the value is empty.
 */
function readDisplays(elements: PageElements): (element: Element) => string {
  const known = new Map<Element, string>()
  let cascade: Cascade | null = null
  return (element) => {
    const before = known.get(element)
    if (before !== undefined) return before
    cascade ??= cascadeOf(elements, ['display'], null)
    const display = lastDisplay.exec(cascade.wholeStyleOf(element))?.[1]?.trim().toLowerCase() ?? byClass(element)
    known.set(element, display)
    return display
  }
}

/** Boxes that have no space between them may hold the parts of one word. The first of them often set the space. */
function byClass(element: Element): string {
  const namesOf = ({ attribs }: Element) => attribs.class?.slice(0, maxClassChars) ?? ''
  const [, display = ''] = [...namesOf(element).matchAll(displayClass)].at(-1) ?? []
  const setsSpace = (node: ChildNode) => isElement(node) && spaceClass.test(namesOf(node))
  return display === 'block' || [element, ...element.children.slice(0, 9)].some(setsSpace) ? display : ''
}

const keepsBreaks = /(?<![\w-])white-space\s*:\s*(?:pre|break)/i
/** Pages without these need no cascade. */
const setsMost = /white-space\s*:\s*(?:pre|break)|line-through/i
const setsText = /(?<![\w-])white-space\s*:\s*(?:pre|break|normal)|line-through/i
/** The utility classes of Tailwind and Bootstrap, and the class of Amazon's old prices. */
const crossingClasses = ['line-through', 'text-decoration-line-through', 'a-text-strike']

/** Finds crossed-out elements. The test is true for text whose style keeps its line breaks. Most pages have neither. */
export function findTextStyles(elements: PageElements) {
  const breaks = new Map<Element | null, boolean>()
  const crossed = new Set(crossingClasses.flatMap((name) => elements.byWord.get(name)?.flat() ?? []))
  const add = (element: Element, style = '') => {
    if (/(?<![\w-])white-space/i.test(style)) breaks.set(element, keepsBreaks.test(style))
    if (/text-decoration[^;]{0,99}line-through/i.test(style)) crossed.add(element)
  }
  for (const element of elements.having('style')) add(element, element.attribs.style)
  if (elements.named('style').some((sheet) => setsMost.test(childTextContent(sheet)))) {
    const cascade = cascadeOf(elements, ['white-space', 'text-decoration'], setsText)
    for (const element of cascade.hiding.elementsIn(elements)) add(element, cascade.styleOf(element) ?? '')
  }
  const keeps = (text: Text) => text.data.includes('\n') && breaks.get(closest(text, (one) => breaks.has(one))) === true
  return { crossed, keepsBreaks: [...breaks.values()].includes(true) ? keeps : null }
}

/** The cascade of the rules that set the properties. Its index lists the elements of rules that `wanted` matches. */
function cascadeOf(elements: PageElements, properties: readonly string[], wanted: RegExp | null): Cascade {
  const sets = new RegExp(`(?<![\\w-])(?:${properties.join('|')})[\\w-]*\\s*:`, 'i')
  const rules: SheetRule[] = []
  for (const sheet of pageSheets(elements, new StyledPlaces(elements), true).read) {
    if (!sets.test(sheet.css) || rules.length >= maxRules) continue
    for (const rule of sheet.rules()) if (rule.declarations === '' || sets.test(rule.declarations)) rules.push(rule)
  }
  const hides = wanted && ((declarations: string) => wanted.test(declarations))
  const budget = { steps: maxSteps }
  return new Cascade(rules, { hides, properties, isHidden: null, hasOtherSheets: false, budget, elements })
}
