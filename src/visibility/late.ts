/** Which hidden parts of a page are its content, that its scripts show as soon as they run? */

import type { Element } from 'domhandler'
import { createPurposeTest } from '../document/class-names.ts'
import type { Document } from '../document/document.ts'
import type { KnownNames } from '../document/purpose-index.ts'
import { isElement, isText, walk } from '../document/traverse.ts'
import { isHidden, unread } from './hidden.ts'

/** What stands in a hidden element, or in none. */
interface Holding {
  chars: number
  /** Of these, inside the page's `main`. */
  mainChars: number
  mains: number
  titles: number
  headings: number
}
const nothing: Holding = { chars: 0, mainChars: 0, mains: 0, titles: 0, headings: 0 }

/**
 * Outermost hidden elements that hold the page's only `main` or `h1` or nearly all of its `main`, that fade in with a heading of
 * their own, or that are invisible where they stand and hold more than all that is shown. Menus and dialogs are none.
 */
export function findLate({ root }: Document): Element[] {
  const hidden = new Map<Element, Holding>()
  const shown = { ...nothing }
  let held: Element | null = null
  let counted = shown
  let main: Element | null = null
  walk(
    root,
    (node) => {
      if (isText(node)) {
        const { length } = node.data.trim()
        counted.chars += length
        if (main) counted.mainChars += length
      }
      if (!isElement(node)) return true
      if (unread.has(node.name)) return false
      if (!held && isHidden(node)) {
        held = node
        counted = { ...nothing }
        hidden.set(node, counted)
      }
      if (node.name === 'main' || node.attribs.role === 'main') {
        main ??= node
        counted.mains++
      }
      if (node.name === 'h1') counted.titles++
      if (/^h[1-6]$/.test(node.name)) counted.headings++
      return true
    },
    (node) => {
      if (node === main) main = null
      if (node !== held) return
      held = null
      counted = shown
    },
  )
  const known: KnownNames = new Map()
  return [...hidden].flatMap(([element, holding]) =>
    isLate(element, holding, shown) && !isApart(element, known) ? element : [],
  )
}

const fewestChars = 200
const littleOfMain = 0.1
const fades = /(?:^|[;\s])opacity\s*:\s*0/i
const invisible = /(?:^|[;\s])(?:opacity\s*:\s*0|visibility\s*:\s*hidden)/i
const takenAway = /display\s*:\s*none|(?:height|width|font-size)\s*:\s*0|clip/i
const takenOut = /position\s*:\s*(?:absolute|fixed)|pointer-events|z-index\s*:\s*-|visibility/i

function isLate({ attribs: { style = '' } }: Element, held: Holding, shown: Holding): boolean {
  const isInPlace = !takenAway.test(style)
  if (held.headings > 0 && isInPlace && fades.test(style) && !takenOut.test(style)) return true
  if (held.chars < fewestChars) return false
  if ((held.mains > 0 && shown.mains === 0) || (held.titles > 0 && shown.titles === 0)) return true
  if (shown.mains > 0 && shown.mainChars < littleOfMain * held.mainChars) return true
  return held.chars > shown.chars && isInPlace && invisible.test(style)
}

const apart = new Set(['dialog', 'nav', 'header', 'footer', 'aside', 'form', 'ul'])
const isNotContent = createPurposeTest('nav', 'banner')

function isApart(element: Element, known: KnownNames): boolean {
  const { popover, role } = element.attribs
  if (apart.has(element.name) || popover !== undefined || role === 'dialog') return true
  return isNotContent(element, known)
}
