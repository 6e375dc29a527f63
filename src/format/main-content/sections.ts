/** The block elements of a page: the purposes that their names suggest, and groups of similar elements. */

import type { AnyNode, Element } from 'domhandler'
import { purposes, purposesOfRole, scanNames } from '../../html/class-names.ts'
import { isHeadingName, roleName } from '../../html/elements.ts'
import { hasElement, isElement } from '../../html/traverse.ts'
import { type BlockSums, sumOver } from './block-sums.ts'

export interface MainContentSection {
  element: Element
  /** @see roleName */
  role: string
  isHeading: boolean
  parent: MainContentSection | null
  number: number
  depth: number
  /** Blocks in it: indices from `first` up to, but not including, `last`. */
  first: number
  last: number
  /** The purposes that its class names suggest, and its tag: indices of `purposes`, then of `watchedTags`. Empty for the body. */
  marks: readonly number[]
  /** The nearest section, from this one upward, that has marks; null if there isn't one. */
  marked: MainContentSection | null
  images: number
  controls: number
  /** Shared by all sections of the same shape directly inside the same parent section. */
  group: SectionGroup
  indexInGroup: number
  /** The nearest surrounding section that holds more blocks; null if there isn't one. */
  wider: MainContentSection | null
}

/** Siblings with the same shape, such as cards, posts or rows. */
export class SectionGroup {
  readonly shape: SectionShape
  /** Identifies the shapes of the members and of two sections around them. Blocks with the same path look alike anywhere on the page. */
  readonly path: number
  count = 0
  chars = 0
  linked = 0
  /** Cached results of `nearestMember`, `biggestMember` and `isSetApart` for the section around the members. */
  nearestAround: MainContentSection | null | undefined = undefined
  biggestAround: MainContentSection | null | undefined = undefined
  isApartAround: boolean | undefined = undefined

  constructor(shape: SectionShape, path: number) {
    this.shape = shape
    this.path = path
  }
}

/** The weights depend on this order: only append, then retrain. */
export const watchedTags = [
  ...['nav', 'header', 'footer', 'aside', 'main', 'article', 'section', 'form', 'ul', 'ol', 'table', 'figure'],
  ...['blockquote', 'dl', 'a'],
] as const
type WatchedTag = (typeof watchedTags)[number]
const tagIndex = new Map<string, number>(watchedTags.map((tag, at) => [tag, at]))
const marksOfTag = new Map<string, readonly number[]>(watchedTags.map((tag, at) => [tag, [purposes.length + at]]))
const noMarks: readonly number[] = []
const markCount = purposes.length + watchedTags.length
const maxSections = 2 ** 20

/** Creates the sections of one page, outermost first. */
export class SectionMaker {
  readonly sections: MainContentSection[] = []
  readonly #names = new SectionNames()
  /** The last section of each depth. */
  readonly #last: MainContentSection[] = []
  /** Keyed by the numbers of the surrounding section and the shape. */
  readonly #groups = new Map<number, SectionGroup>()
  readonly #paths = new Map<number, number>()
  /** Pairs of a shape and the shape around it. */
  readonly #nestings = new Map<number, number>()

  /** Creates an empty section: `first` is the index of its first block; `last` is -1 until it is closed. */
  create(element: Element, parent: MainContentSection | null, first: number): MainContentSection {
    const { sections } = this
    const depth = parent ? parent.depth + 1 : 0
    const shape = this.#names.shapeOf(element)
    const group = parent ? this.#groupOf(shape, parent) : new SectionGroup(shape, 0)
    const role = roleName(element)
    const section: MainContentSection = {
      element,
      role,
      isHeading: isHeadingName(role),
      parent,
      number: sections.length,
      depth,
      first,
      last: -1,
      marks: parent ? this.#marksOf(element, parent) : noMarks,
      marked: parent?.marked ?? null,
      images: 0,
      controls: 0,
      group,
      indexInGroup: group.count,
      wider: null,
    }
    if (section.marks.length > 0) section.marked = section
    sections.push(section)
    this.#last[depth] = section
    if (parent) group.count++
    return section
  }

  #groupOf(shape: SectionShape, parent: MainContentSection): SectionGroup {
    const before = this.#last[parent.depth + 1]
    if (before?.parent !== parent) return this.#createGroup(shape, parent)
    if (before.group.shape === shape) return before.group
    // Most sections hold sections of one shape only, whose group needs no lookup.
    this.#groups.set(keyOf(parent, before.group.shape), before.group)
    return this.#groups.get(keyOf(parent, shape)) ?? this.#createGroup(shape, parent)
  }

  #createGroup(shape: SectionShape, { group, parent }: MainContentSection): SectionGroup {
    const around = numberOf(this.#nestings, group.shape.number, (parent?.group.shape.number ?? -1) + 1)
    return new SectionGroup(shape, numberOf(this.#paths, shape.number, around) + 1)
  }

  #marksOf(element: Element, parent: MainContentSection): readonly number[] {
    let marks = noMarks
    const mark = (some: readonly number[]) => {
      if (some.length > 0) marks = marks.length > 0 ? [...marks, ...some] : some
    }
    // Inline elements between two sections also have names: a card's link, a custom element.
    for (let up: AnyNode | null = element; up && up !== parent.element; up = up.parent) {
      if (!isElement(up)) break
      // On ASP.NET sites, a form wraps the whole page rather than a few fields.
      if (up.name === 'form' && hasElement(up, ({ name }) => pageParts.has(name))) continue
      this.#names.eachPurposes(up, mark)
      mark(marksOfTag.get(up.name) ?? noMarks)
    }
    return marks
  }

  get pathCount(): number {
    return this.#paths.size + 1
  }

  /** Adds up each group's characters and finds each section's wider section, once all blocks are known. */
  finish(sums: BlockSums): void {
    for (const section of this.sections) {
      const { parent, group, first, last } = section
      if (!parent) continue
      group.chars += sumOver(sums.chars, section)
      group.linked += sumOver(sums.linked, section)
      // This is stored because finding it through 400 nested lists would cost 400 steps for each block.
      section.wider = parent.last - parent.first > last - first ? parent : parent.wider
    }
  }
}

const keyOf = (parent: MainContentSection, shape: SectionShape) => parent.number * maxSections + shape.number

const pageParts = new Set(['h1', 'header', 'nav', 'main', 'article', 'footer'])

/** Returns the number of a pair of numbers, starting from 0. `pairs`: those numbered so far. */
function numberOf(pairs: Map<number, number>, one: number, other: number): number {
  const key = one * maxSections + other
  const number = pairs.get(key) ?? pairs.size
  if (number === pairs.size) pairs.set(key, number)
  return number
}

/** Minimum number of members in a real group. */
const minAlike = 3

// Each function recurses to the surrounding section, whose result is cached for all members of a group.

/** Returns the nearest section, from this one upward, that is one of three or more similar siblings; null if there isn't one. */
export function nearestMember(section: MainContentSection): MainContentSection | null {
  const { parent, group } = section
  if (parent === null) return null
  if (group.count >= minAlike) return section
  if (group.nearestAround === undefined) group.nearestAround = nearestMember(parent)
  return group.nearestAround
}

/** Like `nearestMember`, but returns the section whose group has the most text. Ignores paragraphs, which aren't a group of cards. */
export function biggestMember(section: MainContentSection): MainContentSection | null {
  const { parent, group, element } = section
  if (parent === null) return null
  if (group.biggestAround === undefined) group.biggestAround = biggestMember(parent)
  const around = group.biggestAround
  const isMember = group.count >= minAlike && element.name !== 'p'
  return isMember && !(around && around.group.chars > group.chars) ? section : around
}

const markedAround = ({ parent }: MainContentSection) => parent?.marked ?? null

/** Returns the number of levels up to the nearest element with this purpose (an index): 0 for the section itself, 255 without one. */
export function levelsTo(section: MainContentSection, purpose: number): number {
  for (let at = section.marked; at; at = markedAround(at))
    if (at.marks.includes(purpose)) return Math.min(255, section.depth - at.depth)
  return 255
}

/** Writes the levels to each purpose, then to each of `watchedTags`, into `rows`, starting at index `at`. Returns the index after them. */
export function putLevels(section: MainContentSection, rows: Float32Array, at: number): number {
  const end = at + markCount
  rows.fill(255, at, end)
  for (let near = section.marked; near; near = markedAround(near)) {
    const level = section.depth - near.depth
    for (const mark of near.marks) if (level < (rows[at + mark] as number)) rows[at + mark] = level
  }
  return end
}

/** Returns the number of levels up to the nearest element with this tag: 0 for the section itself, 255 if there isn't one. */
export function levelsToTag(section: MainContentSection, tag: WatchedTag): number {
  return levelsTo(section, purposes.length + (tagIndex.get(tag) as number))
}

/** Tag and classes without digits. Siblings with the same shape form a group. */
interface SectionShape {
  tag: string
  classes: string
  /** Numbered from 0, in page order. */
  number: number
}

interface ClassNames {
  classes: string
  /** Null until first needed. */
  purposes: readonly number[] | null
  /** Keyed by tag. Classes that differ only in digits share the same map. */
  shapes: Map<string, SectionShape>
}

/** Caches the names on one page, because a page repeats the same few names. */
class SectionNames {
  readonly #byClass = new Map<string, ClassNames>()
  /** The last look-up. Each element is looked up twice, and siblings often have the same classes. */
  #last: ClassNames | null = null
  #shapes = 0

  shapeOf({ name, attribs }: Element): SectionShape {
    const { shapes } = this.#ofClass(attribs.class ?? '')
    let shape = shapes.get(name)
    if (shape === undefined) {
      shape = { tag: name, classes: withoutDigits(attribs.class ?? ''), number: this.#shapes++ }
      shapes.set(name, shape)
    }
    return shape
  }

  /** Calls `visit` with lists of indices into `purposes`: the purposes suggested by an element's classes, its other names and its role. */
  eachPurposes({ attribs }: Element, visit: (purposes: readonly number[]) => void): void {
    const { class: classes, id, role, itemprop } = attribs
    if (classes) {
      const own = this.#ofClass(classes)
      own.purposes ??= scanNames(classes)
      visit(own.purposes)
    }
    if (id) visit(scanNames(id))
    if (itemprop) visit(scanNames(itemprop))
    if (role) visit(purposesOfRole(role))
  }

  #ofClass(classes: string): ClassNames {
    if (this.#last?.classes === classes) return this.#last
    let names = this.#byClass.get(classes)
    if (names === undefined) {
      const plain = withoutDigits(classes)
      names = { classes, purposes: null, shapes: plain === classes ? new Map() : this.#ofClass(plain).shapes }
      this.#byClass.set(classes, names)
    }
    this.#last = names
    return names
  }
}

function withoutDigits(classes: string): string {
  return classes.replace(/\d+/g, '').trim()
}
