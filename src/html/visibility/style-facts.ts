/** Interprets inline styles beyond a single declaration, and the class names that libraries use. */

import type { Element } from 'domhandler'
import { hasElement, isElement, isText, walk } from '../traverse.ts'
import { isSame, readColour } from './styles/colours.ts'
import type { StyleOf } from './styles/declarations.ts'

/** Longer styles and class names are truncated: no page needs them, and patterns search them repeatedly. */
export const maxAttributeChars = 2000

/** True for a style that a script animates, as on a slide or a strip that moves into view. */
export function isAnimated(style: string): boolean {
  return /transition|animation|will-change/i.test(style)
}

/** True for text that a background image or gradient makes visible (`background-clip: text`). */
export function isCutOut(style: string): boolean {
  return (
    /background(?:-clip)?\s*:(?:[^;]*\s)?text\b/i.test(style) &&
    /background(?:-image)?\s*:[^;]*(?:gradient|url)\(/i.test(style)
  )
}

/** True for a box whose height is a percentage of its width, with an image or player positioned inside it. */
export function isAspectBox(style: string): boolean {
  return /padding(?:-top|-bottom)?\s*:[^;]{0,100}?(?:[1-9][\d.]{0,20}%|calc\()/i.test(style)
}

/** True for a box that starts with zero size and grows. */
export function isGrowing(style: string): boolean {
  return /(?<![\w-])flex(?:-grow)?\s*:\s*(?:[1-9]|0?\.[1-9]|auto)/i.test(style)
}

// AOS, Sal, ScrollReveal, Webflow, Framer, WOW, Animate.css, Elementor and similar libraries show elements as they come into view.
const revealingAttribute =
  /^data-(?:aos|sal|sr-id|w-id|framer-appear-id|anim\w*|motion|reveal|in-?view|gsap|wow)(?:-|$)/
const revealingClass =
  /(?:^|\s)(?:wow|aos-\S+|animate__\S+|(?:js-|scroll-)?(?:reveal|animate[ds]?|animation)(?:-\S+)?|fade-?(?:in|up|down|left|right)\S*|elementor-invisible|rev_slider\S*)(?:\s|$)/i

/** True for an element that an animation library shows as soon as it comes into view. */
export function isRevealed({ name, attribs }: Element): boolean {
  if (name.startsWith('rs-') || revealingClass.test(attribs.class?.slice(0, 500) ?? '')) return true
  return Object.keys(attribs).some((key) => revealingAttribute.test(key))
}

/** True if something below the element may set a different colour. */
export function mayRecolourBelow(element: Element): boolean {
  const mayRecolour = ({ attribs: { class: names, style, color, bgcolor } }: Element) =>
    [names, style, color, bgcolor].some((attribute) => attribute !== undefined)
  return hasElement(element, mayRecolour, maxNodes)
}

const ownFontSize = /(?<![\w-])font(?:-size)?\s*:[^;]*[1-9]/i
const maxNodes = 200

/** True if all text below the element has its own font size. Newsletters use size 0 to close the gaps between columns. */
export const resetsFontSize = createTestBelow(ownFontSize)

const undoing = /(?:(?:left|top)\s*:|translate(?:x|y|3d)?[:(])\s*\d{4,}|text-indent\s*:\s*(?!-|\d\d\d)/i

/** True if all text below the element is moved back to where it can be seen. */
export const isUndoneBelow = createTestBelow(undoing)

/** Returns a test that is true if every text node below an element, except white space, is in a descendant whose style matches. */
function createTestBelow(pattern: RegExp): (root: Element, styleOf: StyleOf) => boolean {
  return (root, styleOf) => {
    let visited = 0
    let isReset = false
    let hasOther = false
    walk(root, (node) => {
      if (hasOther || ++visited > maxNodes) return false
      if (isText(node)) hasOther ||= node.data.trim() !== ''
      if (!isElement(node)) return false
      if (node === root || !pattern.test(styleOf(node).slice(0, maxAttributeChars))) return true
      isReset = true
      return false
    })
    return isReset && !hasOther
  }
}

export function isBackgroundColour(style: string): boolean {
  const colour = readColour(/(?:^|[;\s])color\s*:\s*([^;!]+)/i.exec(style)?.[1] ?? '')
  const background = readColour(/(?:^|[;\s])background(?:-color)?\s*:\s*([^;!]+)/i.exec(style)?.[1] ?? '', colour)
  return colour !== null && background !== null && background[3] > 0.95 && isSame(colour, background)
}
