/** Reads the pages from which the weights are learned, with the share of reference text in each block. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Element } from 'domhandler'
import { parse as parseDomain } from 'tldts'
import { BlockFeatures, columns } from '../../src/format/main-content/block-features.ts'
import { composePage, type PageComposition } from '../../src/format/main-content/blocks.ts'
import { bodyOf } from '../../src/format/main-content/main-content.ts'
import { type PageFacts, readPageFacts } from '../../src/format/main-content/page-facts.ts'
import { pageKindFeatures } from '../../src/format/main-content/page-kind.ts'
import type { MainContentSection } from '../../src/format/main-content/sections.ts'
import { StatedWords, splitWords, TextCounts } from '../../src/format/main-content/text-counts.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'
import { textOf } from '../../src/html/traverse.ts'
import { viewDocument } from '../../src/html/visibility/page-view.ts'
import { align } from './alignment.ts'

export interface TrainingPage {
  set: string
  id: string
  kind: string
  /** All pages of a registrable domain are in the same fold. */
  fold: number
  /** Number of words in the reference text. */
  truthSize: number
  kindRow: Float32Array
  /** The same for a page that doesn't state its URL. */
  kindRowWithoutUrl: Float32Array
  composition: PageComposition
  /** Share of true words in each block. */
  labels: Float32Array
  /** Feature rows of the blocks. The chance of each kind isn't known yet. */
  rows: Float32Array
}

export interface Truth {
  url?: string
  type: string
  text?: string
  refMd?: string
  refHtml?: string
}

export const folds = 5

/** Reads all pages of the sets that exist in `folder`. */
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
  const facts = readPageFacts(document)
  const page = composePage(body, viewDocument(document, 'markdown').forMainContent, new StatedWords(facts))
  const truth = truthOf(given)
  const domain = parseDomain(url).domain
  const key = domain && domain !== 'example.com' ? domain : id
  return {
    ...{ set, id, kind: given.type, truthSize: countWords(truth) },
    kindRow: pageKindFeatures(facts, page),
    kindRowWithoutUrl: pageKindFeatures({ ...facts, url: null }, page),
    fold: (createHash('md5').update(key).digest()[0] as number) % folds,
    labels: labelsOf(page, truth),
    rows: blockRows(page, facts),
    composition: withoutTree(page),
  }
}

/** Returns the features of all blocks row by row. Each row ends with room for the chance of each kind. */
export function blockRows(page: PageComposition, facts: PageFacts): Float32Array {
  const features = new BlockFeatures(page, facts, [])
  const width = columns.length
  const rows = new Float32Array(page.blocks.length * width)
  page.blocks.forEach((_, n) => {
    features.put(n, rows, n * width)
    features.putPage(rows.subarray(n * width))
  })
  return rows
}

/** Counts words the way blocks do. In a script without spaces, two characters are a word. */
function countWords(words: readonly string[]): number {
  const counts = new TextCounts(1, new StatedWords({ title: new Set(), description: new Set(), data: new Set() }))
  counts.read(words.join(' '), 0)
  return counts.words[0] as number
}

/** Returns the composition with empty elements, so that the page's tree can be freed. */
function withoutTree(page: PageComposition): PageComposition {
  for (const section of page.sections) section.element = new Element(section.element.name, section.element.attribs)
  return { ...page, texts: [], body: (page.sections[0] as MainContentSection).element }
}

function textOfTruth({ text, refMd, refHtml }: Truth): string {
  if (text !== undefined) return text
  if (refHtml !== undefined) return textOf(parseDocument(refHtml, 'https://example.com/').root)
  return (refMd ?? '').replace(/!\[[^\]]*\]\([^)]*\)/g, ' ').replace(/\]\([^)]*\)/g, ' ')
}

/** Returns the words of a page's reference text, in lower case. */
export function truthOf(given: Truth): string[] {
  return splitWords(textOfTruth(given))
}

/** Returns the share of each block's words that are in the reference text. If blocks repeat a sentence, it counts only as often as the reference text contains it. */
export function labelsOf({ blocks }: PageComposition, truth: string[]): Float32Array {
  const words = blocks.map(({ text }) => splitWords(text))
  const matched = align(words.flat(), truth)
  const joined = ` ${truth.join(' ')} `
  let at = 0
  const labels = Float32Array.from(words, (ofBlock) => {
    let hits = 0
    for (const _ of ofBlock) hits += matched[at++] as number
    return hits / Math.max(1, ofBlock.length)
  })
  const copies = Map.groupBy(words.keys(), (n) => words[n]?.join(' ') ?? '')
  for (const [text, of] of copies) {
    const size = words[of[0] as number]?.length ?? 0
    if (size < minSentence) continue
    // The reference text may contain the page's parts in a different order.
    const found = Math.max(of.filter((n) => (labels[n] as number) >= 0.9).length, joined.includes(` ${text} `) ? 1 : 0)
    if (found > 0)
      of.forEach((n, copy) => {
        labels[n] = copy < found ? 1 : 0
      })
  }
  return labels
}

const minSentence = 6
