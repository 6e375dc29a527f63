/** How is a page made up? Its runs of text, and the sections that hold them, in document order. */

import type { AnyNode, Element, Text } from 'domhandler'
import { purposes, purposesOf } from '../../document/class-names.ts'
import { isHeadingElement, skippedElements } from '../../document/elements.ts'
import { isInertTemplate } from '../../document/text-runs.ts'
import { isElement, isText, walk } from '../../document/traverse.ts'
import { collapseSpaces } from '../../document/white-space.ts'
import { isForScreenReaders, isHidden } from '../../visibility/hidden.ts'

/** A run of text that no block element interrupts. */
export interface Block {
  /** The block element that it stands in. */
  section: Section
  nodes: Text[]
  text: string
  words: string[]
  /** Characters, white space folded; of these, inside links. */
  chars: number
  linked: number
  links: number
  /** Inside `strong`, `em`, `code` and the like. */
  marked: number
}

/** A block element. */
export interface Section {
  element: Element
  parent: Section | null
  depth: number
  /** Blocks below it: from `first` up to, not including, `last`. */
  first: number
  last: number
  /** At which depth the nearest element of each purpose stands, then of each of `tagsWatched`; -1 for none. */
  marks: readonly number[]
  /** Tag and class: siblings that share it are of one group. */
  shape: string
  /** Three levels of shapes: blocks that share it look alike wherever they stand. */
  path: string
  images: number
  controls: number
  sections: number
  group: Group
  indexInGroup: number
}

/** Siblings of one shape: cards, posts, rows. */
export interface Group {
  members: Section[]
  /** Of all members together. */
  chars: number
  linked: number
}

export interface Composition {
  body: Element
  blocks: Block[]
  /** Outermost first. */
  sections: Section[]
}

export const tagsWatched = [
  ...['nav', 'header', 'footer', 'aside', 'main', 'article', 'section', 'form', 'ul', 'ol', 'table', 'figure'],
  ...['blockquote', 'details', 'noscript', 'dl', 'a', 'button', 'label', 'address'],
] as const
const tagIndex = new Map<string, number>(tagsWatched.map((tag, at) => [tag, at]))

const inline = new Set(
  (
    'a abbr acronym audio b bdi bdo big button canvas cite code data del dfn em font i img input ins kbd label map mark meter ' +
    'nobr output picture progress q rp rt ruby s samp small span strike strong sub sup time tt u var video wbr slot'
  ).split(' '),
)
const marks = new Set('strong b em i code kbd mark u cite dfn'.split(' '))
const controls = new Set('input select textarea button'.split(' '))

/** Reads the body; what no visitor sees is left out unless `keepsHidden`. */
export function compose(body: Element, { keepsHidden = false } = {}): Composition {
  const blocks: Block[] = []
  const sections: Section[] = []
  const known: Known = { purposes: new Map(), shapes: new Map() }
  let section = newSection(body, null, 0, known)
  sections.push(section)
  let block: Block | null = null
  let linkDepth = 0
  let markDepth = 0

  const spoken = new Map<string, boolean>()
  const isSpoken = (element: Element) => {
    const names = element.attribs.class as string
    const seen = spoken.get(names)
    if (seen !== undefined) return seen
    const isSo = isForScreenReaders(element)
    spoken.set(names, isSo)
    return isSo
  }
  const enter = (node: AnyNode): boolean => {
    if (isText(node)) {
      readText(node)
      return false
    }
    if (!isElement(node)) return false
    const { name } = node
    if (name === 'img') section.images++
    if (controls.has(name)) section.controls++
    if (name === 'br') {
      if (block) block.text += ' '
      return false
    }
    if (skippedElements.mainContent.has(name)) return keepsHidden && name === 'svg'
    if (!keepsHidden) {
      if (isHidden(node)) return false
      if (node.attribs.class !== undefined && isSpoken(node) && lengthUpTo(node, 80) < 80) return false
      if (name === 'noscript' && lengthUpTo(node, 601) <= 600) return false
      if (name === 'button' && node.attribs['aria-controls'] === undefined && lengthUpTo(node, 41) <= 40) {
        return isHeadingElement(node.parent)
      }
    }
    if (isInertTemplate(node)) return false
    if (name === 'a') {
      linkDepth++
      if (block && block.section === section) block.links++
      else pendingLinks++
    }
    if (marks.has(name)) markDepth++
    if (!inline.has(name)) {
      block = null
      const inner = newSection(node, section, blocks.length, known)
      section.sections++
      sections.push(inner)
      section = inner
    }
    return true
  }
  let pendingLinks = 0
  const leave = (node: AnyNode) => {
    if (!isElement(node)) return
    if (node.name === 'a') linkDepth--
    if (marks.has(node.name)) markDepth--
    if (section.element === node && section.parent) {
      section.last = blocks.length
      block = null
      pendingLinks = 0
      const { parent } = section
      parent.images += section.images
      parent.controls += section.controls
      section = parent
    }
  }
  const readText = (node: Text) => {
    const { data } = node
    const length = foldedLength(data)
    if (length === 0) {
      if (block) block.text += ' '
      return
    }
    if (!block) {
      block = { section, nodes: [], text: '', words: [], chars: 0, linked: 0, links: pendingLinks, marked: 0 }
      pendingLinks = 0
      blocks.push(block)
    }
    block.nodes.push(node)
    block.text += data
    if (linkDepth > 0) block.linked += length
    if (markDepth > 0) block.marked += length
  }
  walk(body, enter, leave)
  for (const open of sections) if (open.last < 0) open.last = blocks.length
  for (const each of blocks) {
    each.text = collapseSpaces(each.text).trim()
    each.chars = each.text.length
    each.words = each.text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  }
  formGroups(sections, blocks)
  return { body, blocks, sections }
}

function foldedLength(text: string): number {
  let length = 0
  let isSpace = true
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    const isWhite = code <= 32 || code === 160
    if (!isWhite) length += isSpace && length > 0 ? 2 : 1
    isSpace = isWhite
  }
  return length
}

/** Length of the text below, counted no further than `limit`. */
function lengthUpTo(element: Element, limit: number): number {
  let length = 0
  walk(element, (node) => {
    if (length >= limit) return false
    if (isText(node)) length += foldedLength(node.data)
    return !isElement(node) || !skippedElements.mainContent.has(node.name)
  })
  return length
}

const markCount = purposes.length + tagsWatched.length
const noMarks: readonly number[] = new Array<number>(markCount).fill(-1)

/** What names say that were read before: a page repeats the same few. */
interface Known {
  purposes: Map<string, number>
  /** By class, then by tag. */
  shapes: Map<string, Map<string, string>>
}

function newSection(element: Element, parent: Section | null, first: number, known: Known): Section {
  const depth = parent ? parent.depth + 1 : 0
  const around = parent?.marks ?? noMarks
  // Most sections say nothing of their own: they share what stands around them.
  let own: number[] | null = null
  const mark = (at: number) => {
    own ??= around.slice()
    own[at] = depth
  }
  // Inline elements between two block elements have names too: a card's link, a custom tag's span.
  for (let up: AnyNode | null = element; parent && up && up !== parent.element; up = up.parent) {
    if (!isElement(up)) break
    const bits = purposesOf(up, known.purposes)
    if (bits) for (let n = 0; n < purposes.length; n++) if (bits & (1 << n)) mark(n)
    const tag = tagIndex.get(up.name)
    if (tag !== undefined) mark(purposes.length + tag)
  }
  const shape = shapeOf(element, known.shapes)
  const path = `${shape}<${parent?.shape ?? ''}<${parent?.parent?.shape ?? ''}`
  return {
    element,
    parent,
    depth,
    first,
    last: -1,
    marks: own ?? around,
    shape,
    path,
    images: 0,
    controls: 0,
    sections: 0,
    group: noGroup,
    indexInGroup: 0,
  }
}

function shapeOf({ name, attribs }: Element, known: Known['shapes']): string {
  const names = attribs.class ?? ''
  const ofNames = known.get(names) ?? new Map<string, string>()
  if (ofNames.size === 0) known.set(names, ofNames)
  let shape = ofNames.get(name)
  if (shape === undefined) {
    shape = `${name}.${names.replace(/\d+/g, '').trim()}`
    ofNames.set(name, shape)
  }
  return shape
}

const noGroup: Group = { members: [], chars: 0, linked: 0 }

/** How many levels up the nearest element of a purpose stands: 0 for the section itself, 255 for none. */
export function levelsTo({ marks, depth }: Section, purpose: number): number {
  const at = marks[purpose] as number
  return at < 0 ? 255 : Math.min(255, depth - at)
}

/** The same for a tag of `tagsWatched`, by its place there. */
export function levelsToTag(section: Section, tag: number): number {
  return levelsTo(section, purposes.length + tag)
}

function formGroups(sections: readonly Section[], blocks: readonly Block[]): void {
  const chars = new Float64Array(blocks.length + 1)
  const linked = new Float64Array(blocks.length + 1)
  blocks.forEach((block, n) => {
    chars[n + 1] = (chars[n] as number) + block.chars
    linked[n + 1] = (linked[n] as number) + block.linked
  })
  const groups = new Map<Section, Map<string, Group>>()
  for (const section of sections) {
    const { parent, shape, first, last } = section
    if (!parent) continue
    const ofParent = groups.get(parent) ?? new Map<string, Group>()
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
