/** How much text, in what form, stands below each element: counted once, bottom up. */

import type { AnyNode, Element } from 'domhandler'
import { isElement, isText, walk } from '../document/traverse.ts'
import { isHidden } from './hidden.ts'

export interface Measure {
  /** Characters of text, white space folded. */
  text: number
  /** Of these, inside links. */
  linked: number
  links: number
  /** Characters in paragraphs and the like of some length. */
  prose: number
  /** How much it counts as content: linked text counts less. */
  weight: number
  /** `h1`, `main` and `article` elements, itself counted. */
  landmarks: number
}

export interface Measures {
  of(element: Element): Measure
}

const nothing: Measure = { text: 0, linked: 0, links: 0, prose: 0, weight: 0, landmarks: 0 }
const unread = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'select',
  'textarea',
  'button',
  'iframe',
  'head',
])
const landmarks = new Set(['h1', 'main', 'article'])
const proseTags = new Set(['p', 'pre', 'blockquote', 'td', 'dd', 'li'])

export interface MeasureOptions {
  /** Counted as if they were not there. */
  removed?: ReadonlySet<Element>
  /** Count what is hidden too. */
  keepsHidden?: boolean
}

/** Measures `root` and all below it. */
export function measure(root: Element, { removed, keepsHidden = false }: MeasureOptions = {}): Measures {
  const measures = new Map<Element, Measure>()
  const open: { element: Element; measure: Measure }[] = []
  let linkDepth = 0
  const enter = (node: AnyNode): boolean => {
    if (isText(node)) {
      const length = node.data.replace(/\s+/g, ' ').trim().length
      const top = open.at(-1)
      if (top && length > 0) {
        top.measure.text += length
        if (linkDepth > 0) top.measure.linked += length
        top.measure.weight += linkDepth > 0 ? 0.3 * length : length
      }
      return false
    }
    if (!isElement(node) || removed?.has(node)) return false
    if (!keepsHidden && isHidden(node)) return false
    if (unread.has(node.name) && !(node.name === 'noscript' && isLong(node))) return false
    if (node.name === 'a') linkDepth++
    open.push({
      element: node,
      measure: { ...nothing, links: node.name === 'a' ? 1 : 0, landmarks: landmarks.has(node.name) ? 1 : 0 },
    })
    return true
  }
  const leave = (node: AnyNode) => {
    const own = open.at(-1)
    if (own?.element !== node) return
    open.pop()
    const { element, measure } = own
    if (element.name === 'a') linkDepth--
    if (proseTags.has(element.name) && measure.text - measure.linked > 60)
      measure.prose = Math.max(measure.prose, measure.text - measure.linked)
    measures.set(element, measure)
    const around = open.at(-1)?.measure
    if (!around) return
    around.text += measure.text
    around.linked += measure.linked
    around.links += measure.links
    around.prose += measure.prose
    around.weight += measure.weight
    around.landmarks += measure.landmarks
  }
  if (enter(root)) {
    walk(root, enter, leave)
    leave(root)
  }
  return { of: (element) => measures.get(element) ?? nothing }
}

function isLong(noscript: Element): boolean {
  let length = 0
  walk(noscript, (node) => {
    if (isText(node)) length += node.data.length
    return length < 900
  })
  return length >= 900
}

const groups = new Set(['ul', 'ol', 'div', 'section', 'table', 'dl', 'p'])

/** A group of links without sentences: navigation, tags, related pages. */
export function isDense(element: Element, measures: Measures): boolean {
  if (!groups.has(element.name)) return false
  const { text, linked, links, prose } = measures.of(element)
  if (links < 3 || prose > 0) return false
  const perLink = linked / links
  return linked > 0.8 * text && perLink < 25
}
