/** Finds the element that must be converted for the kept blocks, and the nodes in it that must be left out. */

import type { AnyNode, Element, Text } from 'domhandler'
import { hasElement } from '../../html/traverse.ts'
import type { BlockRange } from './block-sums.ts'
import type { PageComposition } from './blocks.ts'
import type { MainContentSection } from './sections.ts'

// Elements that are meaningless without the list, table or figure around them.
const partElements = new Set('li tr td th tbody thead tfoot dt dd summary figcaption caption rt'.split(' '))

/** A few captions, credits and labels may separate images from the text to which they belong. */
const nearBlocks = 6

const undecided = 0
const removedWhole = 1
const keptAsFigure = 2

/**
 * Returns the smallest element that holds all kept blocks (the body if no block is kept), and the outermost nodes in it to leave out: whole
 * elements that contain no kept block, and single text nodes of others. Images and rules near kept text stay.
 */
export function findRemoval(
  { body, blocks, texts, sections }: PageComposition,
  kept: readonly boolean[],
  frames: ReadonlySet<Element> = new Set(),
): { root: Element; removed: Set<AnyNode> } {
  const framesIn = countByAncestor(frames)
  const counts = new Int32Array(blocks.length + 1)
  kept.forEach((isKept, n) => {
    counts[n + 1] = (counts[n] as number) + Number(isKept)
  })
  const keptIn = ({ first, last }: BlockRange) => (counts[last] as number) - (counts[first] as number)
  const isNearKept = ({ first, last }: BlockRange, around: BlockRange) =>
    keptIn({ first: Math.max(around.first, first - nearBlocks), last: Math.min(around.last, last + nearBlocks) }) > 0
  // True for an image, a rule, or a part without text in a kept element.
  const staysEmpty = (section: BlockRange, parent: BlockRange) =>
    section.first === section.last && (parent.first === parent.last || isNearKept(section, parent))
  const top = sections[0] as MainContentSection
  const all = keptIn(top)
  let root = top
  for (const section of sections) {
    if (section.parent !== root || (framesIn.get(section.element) ?? 0) < frames.size) continue
    if (all > 0 && keptIn(section) === all) root = section
  }
  while (root.parent && partElements.has(root.element.name)) root = root.parent
  const removed = new Set<AnyNode>()
  /** The decision for each section, indexed by its number. It also applies to the sections inside it. */
  const fates = new Uint8Array(sections.length)
  for (const section of sections) {
    const { parent, number } = section
    if (!parent) continue
    const fate = fates[parent.number] as number
    if (fate !== undecided) fates[number] = fate
    else if (keptIn(section) > 0 || framesIn.has(section.element) || staysEmpty(section, parent))
      fates[number] = undecided
    else if (isFigure(section) && isNearKept(section, parent.parent ?? parent)) fates[number] = keptAsFigure
    else {
      fates[number] = removedWhole
      removed.add(section.element)
    }
  }
  blocks.forEach(({ section, firstText }, n) => {
    if (kept[n] || fates[section.number] === removedWhole) return
    const end = blocks[n + 1]?.firstText ?? texts.length
    for (let text = firstText; text < end; text++) removed.add(texts[text] as Text)
  })
  return { root: all > 0 ? root.element : body, removed }
}

function countByAncestor(elements: ReadonlySet<Element>): ReadonlyMap<AnyNode, number> {
  const counts = new Map<AnyNode, number>()
  for (const element of elements) {
    for (let up: AnyNode | null = element; up; up = up.parent) counts.set(up, (counts.get(up) ?? 0) + 1)
  }
  return counts
}

const isImage = ({ name }: Element) => name === 'img'

/** True for a few images with their captions. Those in buttons aren't counted. */
function isFigure({ element, images, first, last }: MainContentSection): boolean {
  return (
    (images > 0 || (element.name === 'figure' && hasElement(element, isImage))) &&
    images < 4 &&
    last - first <= 3 &&
    (element.name === 'figure' ||
      /\b(?:figure|thumb|image|photo|picture|wp-caption)/i.test(element.attribs.class ?? ''))
  )
}
