/** Decides which kinds of structure to take from a document's structure trees, based on all its pages. */

import type { PageContent } from '../page/read-page.ts'
import { type ElementKind, kindOf } from '../page/roles.ts'
import type { Run } from '../page/run.ts'
import { isContent, nodesOf } from '../page/structure-tree.ts'

/** Structure that is missing from all trees is inferred from the positions of the text, as in untagged documents. */
export interface Tagging {
  hasHeadings: boolean
  hasTables: boolean
}

/** A single heading may be a title in a document whose other headings are tagged as paragraphs. */
const minHeadings = 2

/** Returns null for a document without trees, and for a document whose trees contain only paragraphs. */
export function taggingOf(pages: readonly PageContent[]): Tagging | null {
  const counts = new Map<ElementKind, number>()
  for (const { tree } of pages) {
    for (const node of tree ? nodesOf(tree) : []) {
      if (!isContent(node)) counts.set(kindOf(node), (counts.get(kindOf(node)) ?? 0) + 1)
    }
  }
  const has = (...kinds: ElementKind[]) => kinds.some((kind) => counts.has(kind))
  if (!has('heading', 'list', 'table', 'note', 'contents', 'quote')) return null
  return { hasHeadings: (counts.get('heading') ?? 0) >= minHeadings, hasTables: has('table') }
}

/** If artifacts make up a larger share of a page, the tags are wrong, unless the artifacts are only a few characters. */
const maxArtifacts = 2 / 3
const fewChars = 500

/** Removes artifacts (content marked as decoration) from the page, unless they make up most of it. */
export function withoutArtifacts(page: PageContent): PageContent {
  const all = [page.runs, ...page.turned].flat()
  const chars = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0)
  const artifacts = all.filter(({ isArtifact }) => isArtifact)
  const isMistake = chars(artifacts) > Math.max(fewChars, chars(all) * maxArtifacts)
  if (artifacts.length === 0 || isMistake) return page
  const content = (runs: readonly Run[]) => runs.filter(({ isArtifact }) => !isArtifact)
  return { ...page, runs: content(page.runs), turned: page.turned.map(content).filter((runs) => runs.length > 0) }
}
