/** Which pages do the weights learn from, and which of their blocks hold true text? */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse as parseDomain } from 'tldts'
import { parseDocument } from '../../src/document/parse/parse.ts'
import { textOf } from '../../src/document/traverse.ts'
import { type Composition, compose } from '../../src/format/main-content/blocks.ts'
import { blockFeatures, columns } from '../../src/format/main-content/features.ts'
import { bodyOf } from '../../src/format/main-content/main-content.ts'
import { factsOf, type PageFacts } from '../../src/format/main-content/page-facts.ts'
import { kindFeatures } from '../../src/format/main-content/page-kind-features.ts'
import { type Totals, totalsOf } from '../../src/format/main-content/totals.ts'
import { isAllHidden } from '../../src/visibility/hidden.ts'
import { showLater } from '../../src/visibility/shown-later.ts'
import { align } from './alignment.ts'

export interface TrainingPage {
  set: string
  id: string
  kind: string
  /** Pages of one registrable domain are of one fold. */
  fold: number
  truth: string[]
  kindRow: Float32Array
  /** Words of each block, and the share of them that are true. */
  words: string[][]
  labels: Float32Array
  rows(kinds: ArrayLike<number>): Float32Array
}

interface Truth {
  url?: string
  type: string
  text?: string
  refMd?: string
  refHtml?: string
}

export const folds = 5

/** All pages of the sets that are there; what stands in `folder` is the work of others. */
export function readPages(folder: string, sets: readonly string[]): TrainingPage[] {
  return sets.flatMap((set) => {
    const file = `${folder}/${set}/truth.json`
    if (!existsSync(file)) return []
    const { pages } = JSON.parse(readFileSync(file, 'utf8')) as { pages: Record<string, Truth> }
    const ids = Object.keys(pages).sort()
    return ids.map((id) => readPage(`${folder}/${set}/pages/${id}.html.gz`, set, id, pages[id] as Truth))
  })
}

function readPage(file: string, set: string, id: string, given: Truth): TrainingPage {
  const url = given.url || 'https://example.com/'
  const document = parseDocument(gunzipSync(readFileSync(file)).toString('utf8'), url, { noscript: true })
  const body = bodyOf(document)
  if (!body) throw new Error(`${set}/${id} has no body`)
  showLater(document)
  const page = compose(body, { keepsHidden: isAllHidden(document) })
  const totals = totalsOf(page)
  const facts = factsOf(document)
  const truth = wordsOf(textOfTruth(given))
  const domain = parseDomain(url).domain
  const key = domain && domain !== 'example.com' ? domain : id
  return {
    ...{ set, id, kind: given.type, truth, kindRow: kindFeatures(facts, page, totals) },
    fold: (createHash('md5').update(key).digest()[0] as number) % folds,
    words: page.blocks.map(({ words }) => words),
    labels: labelsOf(page, truth),
    rows: lazily(page, totals, facts),
  }
}

/** The tree of a page is let go, its rows are kept: the chances of kinds come later and stand last in each row. */
function lazily(page: Composition, totals: Totals, facts: PageFacts) {
  const rows = blockFeatures(page, totals, facts, [])
  return (kinds: ArrayLike<number>) => {
    for (let end = columns.length; end <= rows.length; end += columns.length) rows.set(kinds, end - kinds.length)
    return rows
  }
}

function textOfTruth({ text, refMd, refHtml }: Truth): string {
  if (text !== undefined) return text
  if (refHtml !== undefined) return textOf(parseDocument(refHtml, 'https://example.com/').root)
  return (refMd ?? '').replace(/!\[[^\]]*\]\([^)]*\)/g, ' ').replace(/\]\([^)]*\)/g, ' ')
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

function labelsOf({ blocks }: Composition, truth: string[]): Float32Array {
  const matched = align(
    blocks.flatMap(({ words }) => words),
    truth,
  )
  const joined = ` ${truth.join(' ')} `
  let at = 0
  return Float32Array.from(blocks, ({ words }) => {
    let hits = 0
    for (const _ of words) hits += matched[at++] as number
    const share = hits / Math.max(1, words.length)
    // The order of the truth is not always the page's.
    return share < 0.9 && words.length >= 6 && joined.includes(` ${words.join(' ')} `) ? 1 : share
  })
}
