/** Scores one document, and formats the rows in the result tables. */

import { f1, type Kind, scoreOrder, scoreStructure, squeeze, sumOf, type Tally } from './score.ts'
import { structureOf } from './structure.ts'
import type { Truth } from './truth.ts'
import { scoreWords, type WordScore } from './words.ts'

const kinds: readonly Kind[] = ['headings', 'items', 'cells']

export interface Judged {
  structure: Record<Kind, Tally | null>
  words: WordScore | null
  order: number
  /** Descriptions of the faults. */
  faults: string[]
}

/** `reference`: text of the pages from another program, or null if no program provides it. */
export function judge(truth: Truth, markdown: string, reference: readonly string[] | null): Judged {
  const found = structureOf(markdown)
  const structure = scoreStructure(truth, found)
  const words = reference ? scoreWords(reference, found.text, truth) : null
  const { share, missing } = scoreOrder(truth.phrases ?? [], found.text)
  const squeezed = squeeze(found.text)
  const absent = (truth.absent ?? []).filter((text) => squeezed.includes(squeeze(text)))
  const notes = (truth.notes ?? []).filter((text) => !squeezed.includes(squeeze(text)))
  const links = (truth.links ?? []).filter(([, url]) => !markdown.includes(url.replace(/^mailto:/, '')))
  const faults = [
    ...missing.map((text) => `phrase missing: ${text}`),
    ...absent.map((text) => `unexpected: ${text}`),
    ...notes.map((text) => `note missing: ${text}`),
    ...links.map(([, url]) => `link missing: ${url}`),
    ...(words && words.missing.length > 0 ? [`words missing: ${words.missing.slice(0, 40).join(' ')}`] : []),
    ...(share < 1 && missing.length === 0 ? ['phrases are out of order'] : []),
  ]
  return { structure, words, order: share, faults }
}

/** Returns the mean score. Documents without any structure are scored by their words only. */
export function overall(judged: readonly Judged[]): number | null {
  return f1(sumOf(judged.flatMap(({ structure }) => kinds.flatMap((kind) => structure[kind] ?? []))))
}

const percent = (value: number | null) => (value === null ? '–' : value.toFixed(1))
export const wordShare = (words: WordScore | null) =>
  words && words.expected > 0 ? (100 * words.found) / words.expected : null

/** Returns table cells with the F1 of all structure and of headings, items and cells, the share of words, and the order of phrases. */
export function scores(judged: readonly Judged[]): string[] {
  const parts = kinds.map((kind) => percent(f1(sumOf(judged.flatMap(({ structure }) => structure[kind] ?? [])))))
  const words = judged.flatMap(({ words }) => words ?? [])
  const total = words.reduce((sum, one) => sum + one.expected, 0)
  const found = words.reduce((sum, one) => sum + one.found, 0)
  const order = judged.reduce((sum, one) => sum + one.order, 0) / Math.max(1, judged.length)
  const share = total > 0 ? (100 * found) / total : null
  return [percent(overall(judged)), ...parts, share === null ? '–' : share.toFixed(2), (100 * order).toFixed(1)]
}
