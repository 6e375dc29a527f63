/** Finds hidden content that a page's scripts show as soon as they run. */

import type { Element, ParentNode } from 'domhandler'
import { createPurposeTest } from '../class-names.ts'
import type { Document } from '../document.ts'
import { isHeadingElement } from '../elements.ts'
import { type ElementTest, isElement, isText, outermost, walk, withinAny } from '../traverse.ts'

/** Input for searching one document for content that becomes visible later. */
export interface HiddenText {
  hidden: readonly Element[]
  isHidden: ElementTest
  styleOf(element: Element): string
  /** Elements whose text never belongs to the page, regardless of style, such as scripts and templates. */
  isSkipped: ElementTest
}

type Holding = ReturnType<typeof holdingOf>

/**
 * Finds the page itself if it is hidden, and three kinds of outermost hidden elements, except menus and dialogs. The first kind holds the
 * page's only `main` or `h1`, or nearly all of its `main`. The second fades in and has its own heading. The third is invisible but takes up
 * space, and holds more text than everything that is visible. A page without scripts shows nothing later. `hidesNearlyAll` is true if the
 * visible text is less than a tenth as long as the hidden text. Some sites hide their pages until a script has run.
 */
export function findDeferred(document: Document, text: HiddenText): { deferred: Element[]; hidesNearlyAll: boolean } {
  const runs = ({ attribs: { type = '' } }: Element) => /^\s*(?:module|.*(?:java|ecma)script.*)?\s*$/i.test(type)
  if (!document.elements.named('script').some(runs)) return { deferred: [], hidesNearlyAll: false }
  const isOut = withinAny(text.isSkipped)
  const hidden = text.hidden.filter((element) => text.isHidden(element) && !isOut(element))
  const hiddenPage = hidden.filter(isPage)
  const holders = outermost(hidden.filter((element) => !isPage(element)))
  const isInMain = withinAny(isMain)
  const held = new Map(holders.map((element) => [element, holdingOf(element, text, isInMain(element))]))
  const visible = visibleBeside(document, held, text.isSkipped)
  const deferred = holders.filter((element) => isDeferred(held.get(element) as Holding, visible) && !isApart(element))
  const hiddenChars = charsOf(held)
  return {
    deferred: [...hiddenPage, ...deferred],
    hidesNearlyAll:
      hiddenPage.length > 0
        ? hiddenChars + visible.chars > minHiddenChars
        : hiddenChars > minHiddenChars && visible.chars < minVisible * hiddenChars,
  }
}

const isPage = ({ name }: Element) => name === 'html' || name === 'body'
const isMain = ({ name, attribs }: Element) => name === 'main' || attribs.role === 'main'

function charsOf(held: ReadonlyMap<Element, Holding>): number {
  return [...held.values()].reduce((sum, { chars }) => sum + chars, 0)
}

/** `mainChars` is the part of `chars` inside the page's `main`. */
function holdingOf(holder: Element, { isSkipped, styleOf }: HiddenText, isInMain: boolean) {
  const held = { chars: 0, mainChars: 0, mains: 0, titles: 0, headings: 0, style: styleOf(holder) }
  let main = isInMain ? holder : null
  const count = (element: Element) => {
    if (isMain(element)) {
      main ??= element
      held.mains++
    }
    if (element.name === 'h1') held.titles++
    if (isHeadingElement(element)) held.headings++
  }
  count(holder)
  walk(
    holder,
    (node) => {
      if (isText(node)) {
        const { length } = node.data.trim()
        held.chars += length
        if (main) held.mainChars += length
      }
      if (!isElement(node)) return true
      if (isSkipped(node)) return false
      count(node)
      return true
    },
    (node) => {
      if (node === main) main = null
    },
  )
  return held
}

/**
 * The text outside hidden elements. Counting stops once it can no longer affect any decision. After a few lines, most pages have shown
 * enough visible text.
 */
function visibleBeside({ root, elements }: Document, held: ReadonlyMap<Element, Holding>, isSkipped: ElementTest) {
  const isLeftOut = (element: Element) => isSkipped(element) || held.has(element)
  const isOut = withinAny(isLeftOut)
  const mains = [...new Set([...elements.named('main'), ...elements.having('role').filter(isMain)])].filter(
    (element) => !isOut(element),
  )
  const titles = elements.named('h1').filter((element) => !isOut(element))
  const large = [...held.values()].filter(({ chars }) => chars >= minChars)
  const compared = large.filter(({ style }) => mayAppear(style)).map(({ chars }) => chars)
  const minMainChars = minShareOfMain * Math.max(0, ...large.map(({ mainChars }) => mainChars))
  return {
    chars: countChars([root], isLeftOut, Math.max(minHiddenChars, minVisible * charsOf(held), ...compared)),
    mainChars: minMainChars > 0 ? countChars(outermost(mains), isLeftOut, minMainChars) : 0,
    mains: mains.length,
    titles: titles.length,
  }
}

function countChars(roots: readonly ParentNode[], isLeftOut: ElementTest, enough: number): number {
  let chars = 0
  for (const root of roots) {
    walk(root, (node) => {
      if (chars > enough) return false
      if (isText(node)) chars += node.data.trim().length
      return !isElement(node) || !isLeftOut(node)
    })
  }
  return chars
}

const minHiddenChars = 100
const minVisible = 0.1
const minChars = 200
const minShareOfMain = 0.1
const fades = /(?:^|[;\s])opacity\s*:\s*0/i
const isInvisible = /(?:^|[;\s])(?:opacity\s*:\s*0|visibility\s*:\s*hidden)/i
const takesNoPlace = /display\s*:\s*none|(?:height|width|font-size)\s*:\s*0|clip/i
const leavesItsPlace = /position\s*:\s*(?:absolute|fixed)|pointer-events|z-index\s*:\s*-|visibility/i

function isDeferred(held: Holding, visible: ReturnType<typeof visibleBeside>): boolean {
  const { style } = held
  if (held.headings > 0 && !takesNoPlace.test(style) && fades.test(style) && !leavesItsPlace.test(style)) return true
  if (held.chars < minChars) return false
  if ((held.mains > 0 && visible.mains === 0) || (held.titles > 0 && visible.titles === 0)) return true
  if (visible.mains > 0 && visible.mainChars < minShareOfMain * held.mainChars) return true
  return held.chars > visible.chars && mayAppear(style)
}

/** True if the style makes an element invisible but keeps its space on the page. */
function mayAppear(style: string): boolean {
  return isInvisible.test(style) && !takesNoPlace.test(style)
}

const apart = new Set(['dialog', 'nav', 'header', 'footer', 'aside', 'form', 'ul'])
const isNotContent = createPurposeTest('nav', 'banner')

function isApart(element: Element): boolean {
  const { popover, role } = element.attribs
  return apart.has(element.name) || popover !== undefined || role === 'dialog' || isNotContent(element)
}
