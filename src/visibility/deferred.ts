/** Finds hidden content that a page's scripts show as soon as they run. */

import type { Element } from 'domhandler'
import { createPurposeTest } from '../document/class-names.ts'
import type { Document } from '../document/document.ts'
import { isHeadingElement } from '../document/elements.ts'
import type { KnownNames } from '../document/purpose-index.ts'
import { isElement, isText, walk } from '../document/traverse.ts'
import type { HiddenText } from './hidden-text.ts'

/** What a hidden element holds, or what is outside of hidden elements. */
interface Holding {
  chars: number
  /** Of these, inside the page's `main`. */
  mainChars: number
  mains: number
  titles: number
  headings: number
}
const nothing: Holding = { chars: 0, mainChars: 0, mains: 0, titles: 0, headings: 0 }

export interface DeferredContent {
  deferred: Element[]
  /** Whether visible text is less than a tenth of the hidden: some sites hide their pages until a script has run. */
  hidesNearlyAll: boolean
}

/**
 * Finds the page itself where it is hidden, and outermost hidden elements that hold its only `main` or `h1` or nearly all of its `main`,
 * that fade in with a heading of their own, or that are invisible in their place and hold more than all that is visible. No menus and
 * dialogs.
 */
export function findDeferred({ root }: Document, { isHidden, isSkipped, styleOf }: HiddenText): DeferredContent {
  const hiddenPage: Element[] = []
  const hidden = new Map<Element, Holding>()
  const visible = { ...nothing }
  let holder: Element | null = null
  let holding = visible
  let main: Element | null = null
  walk(
    root,
    (node) => {
      if (isText(node)) {
        const { length } = node.data.trim()
        holding.chars += length
        if (main) holding.mainChars += length
      }
      if (!isElement(node)) return true
      if (isSkipped(node)) return false
      if (!holder && isHidden(node)) {
        if (node.name === 'html' || node.name === 'body') hiddenPage.push(node)
        else {
          holder = node
          holding = { ...nothing }
          hidden.set(node, holding)
        }
      }
      if (node.name === 'main' || node.attribs.role === 'main') {
        main ??= node
        holding.mains++
      }
      if (node.name === 'h1') holding.titles++
      if (isHeadingElement(node)) holding.headings++
      return true
    },
    (node) => {
      if (node === main) main = null
      if (node !== holder) return
      holder = null
      holding = visible
    },
  )
  const known: KnownNames = new Map()
  const deferred = [...hidden].filter(
    ([element, held]) => isDeferred(styleOf(element), held, visible) && !isApart(element, known),
  )
  const hiddenChars = [...hidden.values()].reduce((sum, { chars }) => sum + chars, 0)
  return {
    deferred: [...hiddenPage, ...deferred.map(([element]) => element)],
    hidesNearlyAll:
      hiddenPage.length > 0
        ? hiddenChars + visible.chars > fewestHiddenChars
        : hiddenChars > fewestHiddenChars && visible.chars < leastVisible * hiddenChars,
  }
}

const fewestHiddenChars = 100
const leastVisible = 0.1
const fewestChars = 200
const littleOfMain = 0.1
const fades = /(?:^|[;\s])opacity\s*:\s*0/i
const isInvisible = /(?:^|[;\s])(?:opacity\s*:\s*0|visibility\s*:\s*hidden)/i
const takesNoPlace = /display\s*:\s*none|(?:height|width|font-size)\s*:\s*0|clip/i
const leavesItsPlace = /position\s*:\s*(?:absolute|fixed)|pointer-events|z-index\s*:\s*-|visibility/i

function isDeferred(style: string, held: Holding, visible: Holding): boolean {
  const isInPlace = !takesNoPlace.test(style)
  if (held.headings > 0 && isInPlace && fades.test(style) && !leavesItsPlace.test(style)) return true
  if (held.chars < fewestChars) return false
  if ((held.mains > 0 && visible.mains === 0) || (held.titles > 0 && visible.titles === 0)) return true
  if (visible.mains > 0 && visible.mainChars < littleOfMain * held.mainChars) return true
  return held.chars > visible.chars && isInPlace && isInvisible.test(style)
}

const apart = new Set(['dialog', 'nav', 'header', 'footer', 'aside', 'form', 'ul'])
const isNotContent = createPurposeTest('nav', 'banner')

function isApart(element: Element, known: KnownNames): boolean {
  const { popover, role } = element.attribs
  return apart.has(element.name) || popover !== undefined || role === 'dialog' || isNotContent(element, known)
}
