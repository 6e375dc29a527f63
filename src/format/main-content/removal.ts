/** Blocks that are kept → the element to convert, and what in it is left out. */

import type { AnyNode, Element } from 'domhandler'
import type { Composition, Section } from './blocks.ts'

/** What can't stand alone without its list or table. */
const partial = new Set([
  ...['li', 'tr', 'td', 'th', 'tbody', 'thead', 'tfoot', 'dt', 'dd', 'summary', 'figcaption', 'caption', 'rt'],
])

export interface Cut {
  root: Element
  /** Outermost nodes only. */
  removed: Set<AnyNode>
}

/** Removes whole elements where nothing in them is kept, single texts where their element is. */
export function cutOut({ body, blocks, sections }: Composition, kept: readonly boolean[]): Cut {
  const counts = new Int32Array(blocks.length + 1)
  kept.forEach((isKept, n) => {
    counts[n + 1] = (counts[n] as number) + Number(isKept)
  })
  const keptIn = ({ first, last }: Section) => (counts[last] as number) - (counts[first] as number)
  const top = sections[0] as Section
  const all = keptIn(top)
  let root = top
  for (const section of sections) {
    if (all > 0 && section.parent === root && keptIn(section) === all) root = section
  }
  while (root.parent && partial.has(root.element.name)) root = root.parent
  const removed = new Set<AnyNode>()
  const isGone = new Set<Section>()
  const isPictured = new Set<Section>()
  for (const section of sections) {
    const { parent } = section
    if (!parent) continue
    if (isGone.has(parent)) isGone.add(section)
    else if (isPictured.has(parent)) isPictured.add(section)
    else if (isPicture(section) && keptIn(section) === 0 && isAmongKept(section, kept)) isPictured.add(section)
    else if (section.first === section.last ? !standsBesideKept(section, parent, kept) : keptIn(section) === 0) {
      isGone.add(section)
      removed.add(section.element)
    }
  }
  blocks.forEach(({ section, nodes }, n) => {
    if (!kept[n] && !isGone.has(section)) for (const node of nodes) removed.add(node)
  })
  return { root: all > 0 ? root.element : body, removed }
}

/** A picture or a line between texts goes with them. */
function standsBesideKept({ first }: Section, parent: Section, kept: readonly boolean[]): boolean {
  if (parent.first === parent.last) return true
  return (first > parent.first && kept[first - 1] === true) || (first < parent.last && kept[first] === true)
}

function isPicture({ element, images, first, last }: Section): boolean {
  return (
    images > 0 &&
    images < 4 &&
    last - first <= 3 &&
    (element.name === 'figure' ||
      /\b(?:figure|thumb|image|photo|picture|wp-caption)/i.test(element.attribs.class ?? ''))
  )
}

const nearBlocks = 2

/** Inside the content, or at one of its ends: its picture is kept even when the words under it are not. */
function isAmongKept({ first, last, parent }: Section, kept: readonly boolean[]): boolean {
  const around = parent?.parent ?? parent
  if (!around) return false
  const before = kept.slice(Math.max(around.first, first - nearBlocks), first)
  return before.includes(true) || kept.slice(last, Math.min(around.last, last + nearBlocks)).includes(true)
}
