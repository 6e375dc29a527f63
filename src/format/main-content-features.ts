/** What is known of a block by itself, by the sections around it and by its neighbours, as one row of numbers. */

import { type Block, type Composition, isHeading, levelsTo, type Section, tagsWatched } from './main-content-blocks.ts'
import { purposes } from './main-content-names.ts'
import { proseOf, scalesOf, sum, type Totals } from './main-content-totals.ts'
import { readThemes, themes } from './main-content-words.ts'
import type { PageFacts } from './page-facts.ts'

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
  blocks.forEach((block, n) => {
    let at = n * width
    const put = (value: number) => {
      rows[at++] = value
    }
    const { section, text, chars, words } = block
    const { element } = section
    if (isHeading(element)) {
      heading = block
      headingAt = n
      headingThemes.fill(0)
      readThemes(words, headingThemes, 0)
    }
    put(kindOfTag.get(element.name) ?? 0)
    put(Math.log(1 + chars))
    put(Math.log(1 + words.length))
    put(block.linked / Math.max(1, chars))
    put(Math.min(20, block.links))
    put(Math.min(1, block.marked / Math.max(1, chars)))
    put(chars / Math.max(1, words.length))
    put(Math.min(30, count(text, sentenceEnd)))
    put(Math.min(30, count(text, comma)))
    put(Number(/[.!?。！？…:"”’)]$/.test(text)))
    put(Number(/^\p{Ll}/u.test(text)))
    put(count(text, digit) / Math.max(1, chars))
    put(count(text, upper) / Math.max(1, chars))
    put(Number(/©|\(c\) ?(?:19|20)\d\d|all rights reserved/i.test(text)))
    put(Number(/[$€£¥₹]\s?\d|\d\s?[€£]/.test(text)))
    put(Number(/[|›»·•/>]/.test(text)))
    put(Number(text.endsWith(':')))
    put(Number(text.endsWith('?')))
    const inTitle = words.length === 0 ? 0 : words.filter((word) => facts.title.has(word)).length
    put(inTitle / Math.max(1, words.length))
    put(Math.min(1, inTitle / Math.max(1, facts.title.size)))
    put(words.length === 0 ? 0 : words.filter((word) => facts.description.has(word)).length / words.length)
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
    const scales = scalesOf(section, scaleCount)
    for (let s = 0; s < scaleCount; s++) {
      const scale = scales[Math.min(s, scales.length - 1)] as Section
      const scaleChars = Math.max(1, sum(totals.chars, scale))
      const scaleBlocks = Math.max(1, scale.last - scale.first)
      put(Math.log(1 + scaleChars))
      put(sum(totals.linked, scale) / scaleChars)
      put(sum(totals.prose, scale) / scaleChars)
      put(Math.log(1 + scaleChars / scaleBlocks))
      put(scaleChars / pageChars)
      put(sum(totals.headings, scale) / scaleBlocks)
      put(Math.log(scaleBlocks))
    }
    at = putGroups(section, pageChars, rows, at)
    const path = paths.get(section.path) as Path
    put(Math.log(path.count))
    put(Math.log(1 + path.chars / path.count))
    put(path.linked / Math.max(1, path.chars))
    put(path.chars / pageChars)
    for (const step of neighbourSteps) {
      const near = blocks[n + step]
      put(near ? Math.log(1 + near.chars) : -1)
      put(near ? near.linked / Math.max(1, near.chars) : -1)
      put(near ? Number(isHeading(near.section.element)) : -1)
    }
    put(Math.log(blocks.length))
    put(Math.log(pageChars))
    put(sum(totals.linked, all) / pageChars)
    put(sum(totals.prose, all) / pageChars)
    put(sum(totals.short, all) / blocks.length)
    rows.set(kinds, at)
  })
  return rows
}

const sentenceEnd = /[.!?。！？](?:\s|$)/g
const comma = /[,，、]/g
const digit = /\p{Nd}/gu
const upper = /\p{Lu}/gu

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
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

/** The nearest group of three or more that the block is in, and the group around it that holds most text. */
function putGroups(section: Section, pageChars: number, rows: Float32Array, at: number): number {
  let level = 0
  let near: { level: number; section: Section } | null = null
  let big: { chars: number; section: Section } | null = null
  for (let up: Section | null = section; up?.parent; up = up.parent, level++) {
    const { members } = up.group
    if (members.length < 3) continue
    near ??= { level, section: up }
    const chars = up.group.chars
    // Paragraphs of one text are no group of cards.
    if (up.element.name !== 'p' && (!big || chars > big.chars)) big = { chars, section: up }
  }
  const measured = (of: Section | null) => {
    if (!of) return [0, 0, 0, 0]
    const chars = of.group.chars
    const size = of.group.members.length
    return [Math.log(size), Math.log(1 + chars / size), of.group.linked / Math.max(1, chars), chars / pageChars]
  }
  rows[at++] = near ? near.level : 30
  for (const value of measured(near?.section ?? null)) rows[at++] = value
  rows[at++] = near ? near.section.indexInGroup / near.section.group.members.length : -1
  for (const value of measured(big?.section ?? null)) rows[at++] = value
  return at
}
