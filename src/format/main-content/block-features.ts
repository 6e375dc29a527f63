/** What is known of each block, as a row of numbers: its own features, its place, the sections around it, its neighbours, the page. */

import { purposes } from '../../document/class-names.ts'
import { isHeadingElement } from '../../document/elements.ts'
import { type BlockSums, proseOf, sumOver } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import { ownColumns, putOwn } from './own-features.ts'
import type { PageFacts } from './page-facts.ts'
import { groupColumns, type PathSums, putGroups, putScales, scaleColumns, sumPaths } from './section-features.ts'
import { levelsTo, watchedTags } from './sections.ts'

const kindCount = 7
const neighbourSteps = [-3, -2, -1, 1, 2, 3]

/** Names of the columns, in order. The weights were learned with these: a change needs new ones. */
export const columns: readonly string[] = [
  ...ownColumns,
  ...['index', 'place', 'depth', 'fromH1', 'fromMost', 'headingLevel', 'fromHeading', 'headingLinked'],
  ...purposes.map((purpose) => `near:${purpose}`),
  ...watchedTags.map((tag) => `in:${tag}`),
  ...scaleColumns,
  ...groupColumns,
  ...['pathCount', 'pathChars', 'pathLinks', 'pathShare'],
  ...neighbourSteps.flatMap((step) => [`n${step}:chars`, `n${step}:links`, `n${step}:heading`]),
  ...['pageBlocks', 'pageChars', 'pageLinks', 'pageProse', 'pageShort'],
  ...Array.from({ length: kindCount }, (_, n) => `kind:${n}`),
]

/** Rows of `columns` for all blocks, one after the other. `kinds`: the chance of each kind of page; when it is empty, the end of each row stays free for them. */
export function blockFeatures(
  page: PageComposition,
  sums: BlockSums,
  facts: PageFacts,
  kinds: ArrayLike<number>,
): Float32Array {
  const { blocks } = page
  const width = columns.length
  const rows = new Float32Array(blocks.length * width)
  const landmarks = findLandmarks(page, sums)
  const paths = sumPaths(page)
  const repeats = new Map<string, number>()
  for (const { text } of blocks) repeats.set(text, (repeats.get(text) ?? 0) + 1)
  const all = { first: 0, last: blocks.length }
  const pageChars = Math.max(1, sumOver(sums.chars, all))
  let heading: MainContentBlock | null = null
  let headingAt = 0
  const logChars = blocks.map(({ chars }) => Math.log(1 + chars))
  const linkShares = blocks.map(({ linked, chars }) => linked / Math.max(1, chars))
  const ofPage = [
    ...[Math.log(blocks.length), Math.log(pageChars), sumOver(sums.linked, all) / pageChars],
    ...[sumOver(sums.prose, all) / pageChars, sumOver(sums.short, all) / blocks.length, ...Array.from(kinds)],
  ]
  blocks.forEach((block, n) => {
    const { section, text } = block
    if (isHeadingElement(section.element)) {
      heading = block
      headingAt = n
    }
    let at = putOwn(block, facts, repeats.get(text) ?? 1, rows, n * width)
    rows[at++] = n / blocks.length
    rows[at++] = (sums.chars[n] as number) / pageChars
    rows[at++] = section.depth
    rows[at++] = landmarks.h1 < 0 ? -500 : Math.max(-300, Math.min(300, n - landmarks.h1))
    rows[at++] = ((sums.chars[n] as number) - landmarks.longestProse) / pageChars
    rows[at++] = heading ? Number(heading.section.element.name[1]) : 0
    rows[at++] = heading ? Math.min(60, n - headingAt) : 99
    rows[at++] = heading ? heading.linked / Math.max(1, heading.chars) : 0
    for (let mark = 0; mark < section.marks.length; mark++) rows[at++] = levelsTo(section, mark)
    at = putScales(section, sums, rows, at)
    at = putGroups(section, pageChars, rows, at)
    const path = paths.get(section.path) as PathSums
    rows[at++] = Math.log(path.count)
    rows[at++] = Math.log(1 + path.chars / path.count)
    rows[at++] = path.linked / Math.max(1, path.chars)
    rows[at++] = path.chars / pageChars
    for (const step of neighbourSteps) {
      const near = blocks[n + step]
      rows[at++] = logChars[n + step] ?? -1
      rows[at++] = linkShares[n + step] ?? -1
      rows[at++] = near ? Number(isHeadingElement(near.section.element)) : -1
    }
    rows.set(ofPage, at)
  })
  return rows
}

interface PageLandmarks {
  /** Index of the first `h1`; -1 when there is none. */
  h1: number
  /** Characters of the page before the middle of the five blocks in a row with the most prose. */
  longestProse: number
}

function findLandmarks({ blocks }: PageComposition, sums: BlockSums): PageLandmarks {
  let h1 = -1
  let longestProse = 0
  let most = -1
  blocks.forEach((block, n) => {
    if (h1 < 0 && block.section.element.name === 'h1') h1 = n
    let prose = 0
    for (let step = -2; step <= 2; step++) {
      const near = blocks[n + step]
      if (near) prose += proseOf(near)
    }
    if (prose > most) {
      most = prose
      longestProse = sums.chars[n] as number
    }
  })
  return { h1, longestProse }
}
