/** The block elements of a page: the purposes that their names state, and the groups of those that look alike. */

import type { AnyNode, Element } from 'domhandler'
import { eachPurpose, purposes } from '../../document/class-names.ts'
import type { KnownNames } from '../../document/purpose-index.ts'
import { isElement } from '../../document/traverse.ts'

/** A block element. */
export interface MainContentSection {
  element: Element
  parent: MainContentSection | null
  /** Number of sections around it. */
  depth: number
  /** Blocks in it: indices from `first` up to, not including, `last`. */
  first: number
  last: number
  /** Depth of the nearest element of each purpose, then of each of `watchedTags`; -1 for none. */
  marks: readonly number[]
  /** Tag and classes without digits: siblings of one shape form a group. */
  shape: string
  /** Numbers of the shapes of the section and of two around it: blocks with one path look alike wherever they stand. */
  path: string
  /** Images and form controls in it, at any depth. */
  images: number
  controls: number
  /** Sections directly in it. */
  sections: number
  group: SectionGroup
  indexInGroup: number
  /** Answers of `isSetApart`, `nearestMember` and `biggestMember`, once they were asked for. */
  isSetApart: boolean | undefined
  nearestMember: MainContentSection | null | undefined
  biggestMember: MainContentSection | null | undefined
}

/** Siblings of one shape: cards, posts, rows. */
export interface SectionGroup {
  members: MainContentSection[]
  /** Characters of all members together, and those in links. */
  chars: number
  linked: number
}

/** Their order is that of the weights: append only, then train anew. */
export const watchedTags = [
  ...['nav', 'header', 'footer', 'aside', 'main', 'article', 'section', 'form', 'ul', 'ol', 'table', 'figure'],
  ...['blockquote', 'details', 'noscript', 'dl', 'a', 'button', 'label', 'address'],
] as const
type WatchedTag = (typeof watchedTags)[number]
const tagIndex = new Map<string, number>(watchedTags.map((tag, at) => [tag, at]))

const noMarks: readonly number[] = new Array<number>(purposes.length + watchedTags.length).fill(-1)
const noGroup: SectionGroup = { members: [], chars: 0, linked: 0 }

/** Names that were read already: a page repeats the same few. */
export interface NameCache {
  purposes: KnownNames
  /** By class, then by tag. */
  shapes: Map<string, Map<string, string>>
  /** A number for each shape: paths are compared often, and a shape may be as long as the page. */
  numbers: Map<string, number>
}

/** A section without content: `first` is the index of its first block, `last` is -1 until it is closed. */
export function createSection(
  element: Element,
  parent: MainContentSection | null,
  first: number,
  cache: NameCache,
): MainContentSection {
  const depth = parent ? parent.depth + 1 : 0
  const shape = shapeOf(element, cache.shapes)
  return {
    element,
    parent,
    depth,
    first,
    last: -1,
    marks: marksOf(element, parent, depth, cache.purposes),
    shape,
    path: [shape, parent?.shape ?? '', parent?.parent?.shape ?? ''].map((it) => numberOf(it, cache.numbers)).join('<'),
    images: 0,
    controls: 0,
    sections: 0,
    group: noGroup,
    indexInGroup: 0,
    isSetApart: undefined,
    nearestMember: undefined,
    biggestMember: undefined,
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

function marksOf(
  element: Element,
  parent: MainContentSection | null,
  depth: number,
  known: KnownNames,
): readonly number[] {
  const inherited = parent?.marks ?? noMarks
  // Most sections have no marks of their own: they share the array of their parent.
  let own: number[] | null = null
  const mark = (at: number) => {
    own ??= inherited.slice()
    own[at] = depth
  }
  // Inline elements between two sections have names too: a card's link, a custom element.
  for (let up: AnyNode | null = element; parent && up && up !== parent.element; up = up.parent) {
    if (!isElement(up)) break
    eachPurpose(up, known, mark)
    const tag = tagIndex.get(up.name)
    if (tag !== undefined) mark(purposes.length + tag)
  }
  return own ?? inherited
}

function numberOf(shape: string, numbers: NameCache['numbers']): number {
  const number = numbers.get(shape) ?? numbers.size
  numbers.set(shape, number)
  return number
}

function shapeOf({ name, attribs }: Element, known: NameCache['shapes']): string {
  const classes = attribs.class ?? ''
  const ofClasses = known.get(classes) ?? new Map<string, string>()
  if (ofClasses.size === 0) known.set(classes, ofClasses)
  let shape = ofClasses.get(name)
  if (shape === undefined) {
    shape = `${name}.${classes.replace(/\d+/g, '').trim()}`
    ofClasses.set(name, shape)
  }
  return shape
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

/** Sets the group of each section. `blocks` are all blocks of the page. */
export function groupSections(
  sections: readonly MainContentSection[],
  blocks: readonly { chars: number; linked: number }[],
): void {
  const chars = new Float64Array(blocks.length + 1)
  const linked = new Float64Array(blocks.length + 1)
  blocks.forEach((block, n) => {
    chars[n + 1] = (chars[n] as number) + block.chars
    linked[n + 1] = (linked[n] as number) + block.linked
  })
  const groups = new Map<MainContentSection, Map<string, SectionGroup>>()
  for (const section of sections) {
    const { parent, shape, first, last } = section
    if (!parent) continue
    const ofParent = groups.get(parent) ?? new Map<string, SectionGroup>()
    if (ofParent.size === 0) groups.set(parent, ofParent)
    let group = ofParent.get(shape)
    if (!group) {
      group = { members: [], chars: 0, linked: 0 }
      ofParent.set(shape, group)
    }
    section.indexInGroup = group.members.push(section) - 1
    section.group = group
    group.chars += (chars[last] as number) - (chars[first] as number)
    group.linked += (linked[last] as number) - (linked[first] as number)
  }
}
