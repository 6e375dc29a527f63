/** What is known of a block by itself, by the sections around it and by its neighbours, as one row of numbers. */

import { purposes } from '../../document/class-names.ts'
import { isHeadingElement } from '../../document/elements.ts'
import { type Block, type Composition, type Group, levelsTo, type Section, tagsWatched } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'
import { proseOf, scalesOf, sum, type Totals } from './totals.ts'
import { readThemes, themes } from './words.ts'

const tagKinds = [
  ...[['p'], ['li'], ['h1'], ['h2'], ['h3', 'h4', 'h5', 'h6'], ['td', 'th'], ['pre'], ['dt', 'dd'], ['blockquote']],
  ...[
    ['figcaption', 'caption', 'figure'],
    ['div'],
    ['section', 'article', 'main'],
    ['label', 'legend', 'fieldset', 'form'],
  ],
]
const kindOfTag = new Map(tagKinds.flatMap((tags, at) => tags.map((tag) => [tag, at + 1] as const)))

const scaleCount = 5
const kindCount = 7
const neighbourSteps = [-3, -2, -1, 1, 2, 3]

/** Names of the columns, in order: what the weights were trained on. */
export const columns: readonly string[] = [
  ...['tag', 'chars', 'words', 'linkShare', 'links', 'marked', 'wordLength', 'sentences', 'commas', 'endsSentence'],
  ...['startsLower', 'digits', 'upper', 'copyright', 'currency', 'bar', 'colon', 'question', 'inTitle', 'ofTitle'],
  ...['ofDescription', 'mixed', 'ownImages', 'ownControls', 'repeats'],
  ...themes.map((theme) => `theme:${theme}`),
  ...['index', 'place', 'depth', 'fromH1', 'fromMost', 'headingLevel', 'fromHeading', 'headingLinked'],
  ...themes.map((theme) => `heading:${theme}`),
  ...purposes.map((purpose) => `near:${purpose}`),
  ...tagsWatched.map((tag) => `in:${tag}`),
  ...Array.from({ length: scaleCount }, (_, n) =>
    ['chars', 'links', 'prose', 'perBlock', 'share', 'headings', 'blocks'].map((name) => `scale${n}:${name}`),
  ).flat(),
  ...['groupLevel', 'groupCount', 'groupChars', 'groupLinks', 'groupShare', 'groupIndex'],
  ...['bigGroupCount', 'bigGroupChars', 'bigGroupLinks', 'bigGroupShare'],
  ...['pathCount', 'pathChars', 'pathLinks', 'pathShare'],
  ...neighbourSteps.flatMap((step) => [`n${step}:chars`, `n${step}:links`, `n${step}:heading`]),
  ...['pageBlocks', 'pageChars', 'pageLinks', 'pageProse', 'pageShort'],
  ...Array.from({ length: kindCount }, (_, n) => `kind:${n}`),
]

/** Rows of `columns` for all blocks, one after the other. `kinds`: the chance of each kind of page. */
export function blockFeatures(
  page: Composition,
  totals: Totals,
  facts: PageFacts,
  kinds: ArrayLike<number>,
): Float32Array {
  const { blocks } = page
  const width = columns.length
  const rows = new Float32Array(blocks.length * width)
  const landmarks = landmarksOf(page, totals)
  const paths = pathsOf(page)
  const texts = new Map<string, number>()
  for (const { text } of blocks) texts.set(text, (texts.get(text) ?? 0) + 1)
  const all = { first: 0, last: blocks.length }
  const pageChars = Math.max(1, sum(totals.chars, all))
  let heading: Block | null = null
  let headingAt = 0
  const headingThemes = new Float32Array(themes.length)
  const logChars = blocks.map(({ chars }) => Math.log(1 + chars))
  const linkShares = blocks.map(({ linked, chars }) => linked / Math.max(1, chars))
  const ofPage = [
    ...[Math.log(blocks.length), Math.log(pageChars), sum(totals.linked, all) / pageChars],
    ...[sum(totals.prose, all) / pageChars, sum(totals.short, all) / blocks.length, ...Array.from(kinds)],
  ]
  let at = 0
  const put = (value: number) => {
    rows[at++] = value
  }
  blocks.forEach((block, n) => {
    // While weights are learned the chances of kinds are not known yet: their places stay free.
    at = n * width
    const { section, text, chars, words } = block
    const { element } = section
    if (isHeadingElement(element)) {
      heading = block
      headingAt = n
      headingThemes.fill(0)
      readThemes(words, headingThemes, 0)
    }
    put(kindOfTag.get(element.name) ?? 0)
    put(logChars[n] as number)
    put(Math.log(1 + words.length))
    put(linkShares[n] as number)
    put(Math.min(20, block.links))
    put(Math.min(1, block.marked / Math.max(1, chars)))
    put(chars / Math.max(1, words.length))
    const marks = marksOf(text)
    put(Math.min(30, marks.sentenceEnds))
    put(Math.min(30, marks.commas))
    put(Number(/[.!?。！？…:"”’)]/.test(text.charAt(text.length - 1))))
    put(Number(/^\p{Ll}/u.test(text)))
    put(marks.digits / Math.max(1, chars))
    put(marks.uppers / Math.max(1, chars))
    put(Number(/©|\(c\) ?(?:19|20)\d\d|all rights reserved/i.test(text)))
    put(Number(/[$€£¥₹]\s?\d|\d\s?[€£]/.test(text)))
    put(Number(/[|›»·•/>]/.test(text)))
    put(Number(text.endsWith(':')))
    put(Number(text.endsWith('?')))
    const inTitle = countIn(words, facts.title)
    put(inTitle / Math.max(1, words.length))
    put(Math.min(1, inTitle / Math.max(1, facts.title.size)))
    put(countIn(words, facts.description) / Math.max(1, words.length))
    put(Number(section.last - section.first > 1))
    put(Math.min(20, section.images))
    put(Math.min(20, section.controls))
    put(Math.min(10, texts.get(text) ?? 1))
    readThemes(words, rows, at)
    at += themes.length
    put(n / blocks.length)
    put((totals.chars[n] as number) / pageChars)
    put(section.depth)
    put(landmarks.h1 < 0 ? -500 : Math.max(-300, Math.min(300, n - landmarks.h1)))
    put(((totals.chars[n] as number) - landmarks.most) / pageChars)
    put(heading ? Number(heading.section.element.name[1]) : 0)
    put(heading ? Math.min(60, n - headingAt) : 99)
    put(heading ? heading.linked / Math.max(1, heading.chars) : 0)
    rows.set(headingThemes, at)
    at += themes.length
    for (let mark = 0; mark < section.marks.length; mark++) put(levelsTo(section, mark))
    at = putScales(section, totals, rows, at)
    at = putGroups(section, pageChars, rows, at)
    const path = paths.get(section.path) as Path
    put(Math.log(path.count))
    put(Math.log(1 + path.chars / path.count))
    put(path.linked / Math.max(1, path.chars))
    put(path.chars / pageChars)
    for (const step of neighbourSteps) {
      const near = blocks[n + step]
      put(logChars[n + step] ?? -1)
      put(linkShares[n + step] ?? -1)
      put(near ? Number(isHeadingElement(near.section.element)) : -1)
    }
    rows.set(ofPage, at)
    at += ofPage.length
  })
  return rows
}

interface Marks {
  sentenceEnds: number
  commas: number
  digits: number
  uppers: number
}

/** Counts a text's characters in one go; its white space must be folded. */
function marksOf(text: string): Marks {
  const marks: Marks = { sentenceEnds: 0, commas: 0, digits: 0, uppers: 0 }
  for (let n = 0; n < text.length; n++) {
    const code = text.codePointAt(n) as number
    const sort = code < sortOfCode.length ? sortOfCode[code] || readSort(code) : sortOf(code)
    if (code > 0xffff) n++
    if (sort <= 1) continue
    if (sort === 2) marks.digits++
    else if (sort === 3) marks.uppers++
    else if (sort === 4) marks.commas++
    else if (n + 1 === text.length || text[n + 1] === ' ') marks.sentenceEnds++
  }
  return marks
}

const sorts = [/\p{Nd}/u, /\p{Lu}/u, /[,，、]/, /[.!?。！？]/]
/** By code unit, 0 until it is read: a regular expression for every character of a text costs three times the pass. */
const sortOfCode = new Uint8Array(0x10000)

function readSort(code: number): number {
  const sort = sortOf(code)
  sortOfCode[code] = sort
  return sort
}

/** 1 for none of `sorts`, 2 for the first of them. */
function sortOf(code: number): number {
  const char = String.fromCodePoint(code)
  return 2 + sorts.findIndex((pattern) => pattern.test(char))
}

function countIn(words: readonly string[], set: ReadonlySet<string>): number {
  let found = 0
  if (set.size > 0) for (const word of words) if (set.has(word)) found++
  return found
}

/** Where the page's title stands, and where its longest run of prose is. */
function landmarksOf({ blocks }: Composition, totals: Totals): { h1: number; most: number } {
  let h1 = -1
  let most = 0
  let best = -1
  blocks.forEach((block, n) => {
    if (h1 < 0 && block.section.element.name === 'h1') h1 = n
    let near = 0
    for (let step = -2; step <= 2; step++) {
      const other = blocks[n + step]
      if (other) near += proseOf(other)
    }
    if (near > best) {
      best = near
      most = totals.chars[n] as number
    }
  })
  return { h1, most }
}

interface Path {
  count: number
  chars: number
  linked: number
}

function pathsOf({ blocks }: Composition): Map<string, Path> {
  const paths = new Map<string, Path>()
  for (const { section, chars, linked } of blocks) {
    const key = section.path
    const path = paths.get(key) ?? { count: 0, chars: 0, linked: 0 }
    path.count++
    path.chars += chars
    path.linked += linked
    paths.set(key, path)
  }
  return paths
}

function putScales(section: Section, totals: Totals, rows: Float32Array, at: number): number {
  const scales = scalesOf(section, scaleCount)
  const pageChars = Math.max(1, totals.chars[totals.chars.length - 1] as number)
  for (let n = 0; n < scaleCount; n++) {
    const scale = scales[Math.min(n, scales.length - 1)] as Section
    const chars = Math.max(1, sum(totals.chars, scale))
    const blocks = Math.max(1, scale.last - scale.first)
    rows[at++] = Math.log(1 + chars)
    rows[at++] = sum(totals.linked, scale) / chars
    rows[at++] = sum(totals.prose, scale) / chars
    rows[at++] = Math.log(1 + chars / blocks)
    rows[at++] = chars / pageChars
    rows[at++] = sum(totals.headings, scale) / blocks
    rows[at++] = Math.log(blocks)
  }
  return at
}

/** The nearest group of three or more that the block is in, and the group around it that holds most text. */
function putGroups(section: Section, pageChars: number, rows: Float32Array, at: number): number {
  let level = 0
  let near: Section | null = null
  let nearLevel = 0
  let big: Section | null = null
  for (let up: Section | null = section; up?.parent; up = up.parent, level++) {
    const { members } = up.group
    if (members.length < 3) continue
    if (!near) {
      near = up
      nearLevel = level
    }
    // Paragraphs of one text are no group of cards.
    if (up.element.name !== 'p' && (!big || up.group.chars > big.group.chars)) big = up
  }
  rows[at++] = near ? nearLevel : 30
  at = putGroup(near?.group, pageChars, rows, at)
  rows[at++] = near ? near.indexInGroup / near.group.members.length : -1
  return putGroup(big?.group, pageChars, rows, at)
}

function putGroup(group: Group | undefined, pageChars: number, rows: Float32Array, at: number): number {
  if (!group) return at + 4
  const { chars, linked, members } = group
  rows[at++] = Math.log(members.length)
  rows[at++] = Math.log(1 + chars / members.length)
  rows[at++] = linked / Math.max(1, chars)
  rows[at++] = chars / pageChars
  return at
}
