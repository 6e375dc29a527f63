/** The block elements of a page: the purposes that their names state, and the groups of those that look alike. */

import type { AnyNode, Element } from 'domhandler'
import { purposes } from '../../document/class-names.ts'
import { isElement } from '../../document/traverse.ts'
import { SectionNames, type SectionShape } from './section-names.ts'

/** A block element. */
export interface MainContentSection {
  element: Element
  parent: MainContentSection | null
  /** Its index among the sections of the page. */
  number: number
  /** Number of sections around it. */
  depth: number
  /** Blocks in it: indices from `first` up to, not including, `last`. */
  first: number
  last: number
  /** Depth of the nearest element of each purpose, then of each of `watchedTags`; -1 for none. */
  marks: readonly number[]
  shape: SectionShape
  /** Stands for the shapes of the section and of two around it: blocks with one path look alike wherever they stand. */
  path: number
  /** Images and form controls in it, at any depth. */
  images: number
  controls: number
  /** Sections directly in it. */
  sections: number
  group: SectionGroup
  indexInGroup: number
  /** The last one that began directly in it. */
  lastInside: MainContentSection | null
  /** Answers of `isSetApart`, `widerSection`, `nearestMember` and `biggestMember`, once they were asked for. */
  isSetApart: boolean | undefined
  wider: MainContentSection | null | undefined
  nearestMember: MainContentSection | null | undefined
  biggestMember: MainContentSection | null | undefined
}

/** Siblings of one shape: cards, posts, rows. */
export interface SectionGroup {
  /** Its index among the groups of the page. */
  number: number
  members: MainContentSection[]
  /** Characters of all members together, and those in links. */
  chars: number
  linked: number
  /** Of its members. */
  path: number
}

/** Their order is that of the weights: append only, then train anew. */
export const watchedTags = [
  ...['nav', 'header', 'footer', 'aside', 'main', 'article', 'section', 'form', 'ul', 'ol', 'table', 'figure'],
  ...['blockquote', 'details', 'noscript', 'dl', 'a', 'button', 'label', 'address'],
] as const
type WatchedTag = (typeof watchedTags)[number]
const tagIndex = new Map<string, number>(watchedTags.map((tag, at) => [tag, at]))
const marksOfTag = new Map<string, readonly number[]>(watchedTags.map((tag, at) => [tag, [purposes.length + at]]))
const noMark: readonly number[] = []

const noMarks: readonly number[] = new Array<number>(purposes.length + watchedTags.length).fill(-1)
/** Of the body, whose path no other section has. */
const noGroup: SectionGroup = { number: -1, members: [], chars: 0, linked: 0, path: 0 }
const mostSections = 2 ** 20

/** Makes the sections of one page, outermost first. */
export class SectionMaker {
  readonly sections: MainContentSection[] = []
  readonly #names = new SectionNames()
  /** By the number of the section around them and that of the shape. */
  readonly #groups = new Map<number, SectionGroup>()
  readonly #paths = new Pairs()
  /** Of a shape and the one around it. */
  readonly #nestings = new Pairs()

  /** A section without content: `first` is the index of its first block, `last` is -1 until it is closed. */
  create(element: Element, parent: MainContentSection | null, first: number): MainContentSection {
    const { sections } = this
    const depth = parent ? parent.depth + 1 : 0
    const shape = this.#names.shapeOf(element)
    const group = parent ? this.#groupOf(shape, parent) : noGroup
    const section: MainContentSection = {
      element,
      parent,
      number: sections.length,
      depth,
      first,
      last: -1,
      marks: this.#marksOf(element, parent, depth),
      shape,
      path: group.path,
      images: 0,
      controls: 0,
      sections: 0,
      group,
      indexInGroup: 0,
      lastInside: null,
      isSetApart: undefined,
      wider: undefined,
      nearestMember: undefined,
      biggestMember: undefined,
    }
    sections.push(section)
    if (!parent) return section
    // Most groups have one member: the array has room for no more.
    if (group.members.length === 0) group.members = [section]
    else section.indexInGroup = group.members.push(section) - 1
    parent.sections++
    parent.lastInside = section
    return section
  }

  #groupOf(shape: SectionShape, parent: MainContentSection): SectionGroup {
    const before = parent.lastInside
    if (before?.shape === shape) return before.group
    const key = parent.number * mostSections + shape.number
    const known = before && this.#groups.get(key)
    if (known) return known
    const around = this.#nestings.numberOf(parent.shape.number, parent.parent ? parent.parent.shape.number + 1 : 0)
    const path = this.#paths.numberOf(shape.number, around) + 1
    const group: SectionGroup = { number: this.#groups.size, members: [], chars: 0, linked: 0, path }
    this.#groups.set(key, group)
    return group
  }

  #marksOf(element: Element, parent: MainContentSection | null, depth: number): readonly number[] {
    const inherited = parent?.marks ?? noMarks
    if (!parent) return inherited
    // Most sections have no marks of their own: they share the array of their parent.
    let own: number[] | null = null
    const mark = (all: readonly number[]) => {
      if (all.length === 0) return
      own ??= inherited.slice()
      for (let n = 0; n < all.length; n++) own[all[n] as number] = depth
    }
    // Inline elements between two sections have names too: a card's link, a custom element.
    for (let up: AnyNode | null = element; up && up !== parent.element; up = up.parent) {
      if (!isElement(up)) break
      this.#names.eachPurposes(up, mark)
      mark(marksOfTag.get(up.name) ?? noMark)
    }
    return own ?? inherited
  }

  /** Adds up the groups, once all blocks are known. */
  sumGroups(blocks: readonly { chars: number; linked: number }[]): void {
    const chars = new Float64Array(blocks.length + 1)
    const linked = new Float64Array(blocks.length + 1)
    for (let n = 0; n < blocks.length; n++) {
      const block = blocks[n] as { chars: number; linked: number }
      chars[n + 1] = (chars[n] as number) + block.chars
      linked[n + 1] = (linked[n] as number) + block.linked
    }
    for (const { parent, group, first, last } of this.sections) {
      if (!parent) continue
      group.chars += (chars[last] as number) - (chars[first] as number)
      group.linked += (linked[last] as number) - (linked[first] as number)
    }
  }
}

/** Numbers pairs of numbers, from 0. */
class Pairs {
  readonly #numbers = new Map<number, number>()

  numberOf(one: number, other: number): number {
    const key = one * mostSections + other
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }
}

/** Groups of fewer members are none. */
export const leastAlike = 3

// Each asks the section around it, whose answer is kept: 400 nested lists around every block cost 400 steps a block else.

/** The nearest section from one upward, itself included, that is one of three or more alike; null when there is none. */
export function nearestMember(section: MainContentSection): MainContentSection | null {
  if (section.nearestMember === undefined) {
    const { parent, group } = section
    const isMember = group.members.length >= leastAlike
    section.nearestMember = parent === null ? null : isMember ? section : nearestMember(parent)
  }
  return section.nearestMember
}

/** The one of those whose group has the most text. Paragraphs of one text are no group of cards. */
export function biggestMember(section: MainContentSection): MainContentSection | null {
  if (section.biggestMember === undefined) {
    const { parent, group, element } = section
    const around = parent && biggestMember(parent)
    const isMember = parent !== null && group.members.length >= leastAlike && element.name !== 'p'
    section.biggestMember = isMember && !(around && around.group.chars > group.chars) ? section : around
  }
  return section.biggestMember
}

/** Levels up to the nearest element of a purpose, by its index: 0 for the section itself, 255 for none. */
export function levelsTo({ marks, depth }: MainContentSection, purpose: number): number {
  const at = marks[purpose] as number
  return at < 0 ? 255 : Math.min(255, depth - at)
}

/** Levels up to the nearest element of a tag: 0 for the section itself, 255 for none. */
export function levelsToTag(section: MainContentSection, tag: WatchedTag): number {
  return levelsTo(section, purposes.length + (tagIndex.get(tag) as number))
}
