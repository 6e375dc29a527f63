/** Why was a part of the page kept or dropped? In words, from what is known of its section. */

import { type Purpose, purposes } from '../../document/class-names.ts'
import { isHeadingElement } from '../../document/elements.ts'
import { type Block, type Composition, levelsTo, levelsToTag, type Section } from './blocks.ts'
import { nearestGroup } from './choice.ts'
import type { Judgement } from './main-content.ts'

export interface Part {
  /** Tags and names from the body down. */
  where: string
  reason: string
  /** Mean chance of its text to be content, by words: 0 to 1. */
  chance: number
  chars: number
  /** How it begins. */
  text: string
}

export interface Parts {
  kept: Part[]
  dropped: Part[]
}

/** Every part of the page, each as large as it can be without mixing both; in document order. */
export function partsOf({ page, chances, kept, level }: Judgement): Parts {
  const parts: Parts = { kept: [], dropped: [] }
  const { blocks } = page
  let n = 0
  while (n < blocks.length) {
    const block = blocks[n] as Block
    const isKept = kept[n] === true
    const section = largestOf(block.section, n, isKept, kept)
    const last = section ? section.last : n + 1
    const range = { first: n, last }
    const owner = section ?? block.section
    const reason = isKept ? whyKept(page, owner, range, level) : whyDropped(page, owner, range)
    parts[isKept ? 'kept' : 'dropped'].push({
      where: pathTo(owner),
      reason,
      chance: meanOf(blocks, chances, range),
      chars: blocks.slice(n, last).reduce((sum, { chars }) => sum + chars, 0),
      text: beginningOf(blocks, range),
    })
    n = last
  }
  return parts
}

interface Range {
  first: number
  last: number
}

/** The outermost section that begins with the block and is all of its kind; null when not even its own is. */
function largestOf(own: Section, first: number, isKept: boolean, kept: readonly boolean[]): Section | null {
  let found: Section | null = null
  for (let up: Section | null = own; up && up.first === first; up = up.parent) {
    if (kept.slice(up.first, up.last).some((one) => one !== isKept)) break
    found = up
  }
  return found
}

const tagReasons: Record<string, string> = {
  nav: 'navigation',
  aside: 'set beside the content',
  footer: 'a footer',
  header: 'a header',
  form: 'a form',
  dialog: 'a dialog',
  menu: 'a menu',
  search: 'a search',
  button: 'a button',
}

const nameReasons: Partial<Record<Purpose, string>> = {
  nav: 'navigation',
  banner: 'a banner, a dialog or a consent notice',
  ad: 'advertising',
  related: 'related pages',
  share: 'sharing',
  crumbs: 'breadcrumbs',
  pager: 'turning pages',
  toc: 'a table of contents',
  footer: 'a footer',
  sidebar: 'a sidebar',
  comment: 'comments',
  form: 'a form',
  author: 'the author',
  byline: 'a byline',
  tags: 'tags',
  review: 'reviews',
  header: 'a header',
  widget: 'an extra',
}

function whyDropped({ blocks }: Composition, section: Section, range: Range): string {
  const tag = ancestorTag(section)
  if (tag) return `stands in <${tag}>: ${tagReasons[tag]}`
  const named = purposeOf(section)
  if (named) return `its name speaks of ${named}`
  let chars = 0
  let linked = 0
  for (let n = range.first; n < range.last; n++) {
    chars += blocks[n]?.chars ?? 0
    linked += blocks[n]?.linked ?? 0
  }
  if (linked > 0.6 * chars) return `mostly links: ${Math.round((100 * linked) / chars)} % of its text`
  const group = nearestGroup(section)
  if (group) return `reads unlike content, with its group of ${group.members.length}`
  return chars < 80 ? 'a label, not text of the content' : 'reads unlike content where it stands'
}

const keptByLevel: Partial<Record<Judgement['level'], string>> = {
  loose: 'kept as too little was left without it',
  tags: 'kept as the page is short',
  nothing: 'kept as nothing else is there',
}

function whyKept({ blocks }: Composition, section: Section, { first, last }: Range, level: Judgement['level']): string {
  const byLevel = keptByLevel[level]
  if (byLevel) return byLevel
  if (last - first === 1 && isHeadingElement(section.element)) {
    return section.element.name === 'h1' ? 'the title' : 'a heading of the content'
  }
  if (section.element.name === 'table') return 'a table of the content'
  if (section.element.name === 'pre') return 'code'
  const group = section.group.members.length
  if (group >= 3 && section.element.name !== 'p') return `one of a group of ${group} alike`
  let chars = 0
  for (let n = first; n < last; n++) chars += blocks[n]?.chars ?? 0
  return chars >= 200 ? 'text of the content' : 'belongs to the text around it'
}

function ancestorTag(section: Section): string | null {
  for (let up: Section | null = section; up; up = up.parent) {
    const { name } = up.element
    if (name in tagReasons && !(name === 'header' && levelsToTag(up, 5) !== 255)) return name
    if (name === 'main' || name === 'article') return null
  }
  return null
}

/** What the nearest telling name says, up to two levels up. */
function purposeOf(section: Section): string | null {
  let best: { level: number; words: string } | null = null
  for (const [purpose, words] of Object.entries(nameReasons)) {
    const level = levelsTo(section, purposes.indexOf(purpose as Purpose))
    if (level <= 2 && (!best || level < best.level)) best = { level, words }
  }
  return best?.words ?? null
}

function meanOf(blocks: readonly Block[], chances: Float64Array, { first, last }: Range): number {
  let hits = 0
  let words = 0
  for (let n = first; n < last; n++) {
    const size = Math.max(0.5, blocks[n]?.words.length ?? 0)
    hits += (chances[n] as number) * size
    words += size
  }
  return Math.round((100 * hits) / words) / 100
}

const shownChars = 80
const shownLevels = 4

function beginningOf(blocks: readonly Block[], { first, last }: Range): string {
  let text = ''
  for (let n = first; n < last && text.length < shownChars; n++) text += `${text && ' '}${blocks[n]?.text ?? ''}`
  return text.length > shownChars ? `${text.slice(0, shownChars).toWellFormed()}…` : text
}

function pathTo(section: Section): string {
  const steps: string[] = []
  for (let up: Section | null = section; up && steps.length < shownLevels; up = up.parent) {
    const { name, attribs } = up.element
    const [firstClass] = (attribs.class ?? '').trim().split(/\s+/)
    steps.unshift(name + (attribs.id ? `#${attribs.id}` : firstClass ? `.${firstClass}` : ''))
  }
  return steps.join(' > ')
}
