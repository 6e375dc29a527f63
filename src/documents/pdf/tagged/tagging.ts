/** Decides which kinds of structure to take from the structure trees of a document, judging by all pages. */

import type { PageContent } from '../page/read-page.ts'
import { kindOf } from '../page/roles.ts'
import type { Run } from '../page/run.ts'
import { isContent, nodesOf } from '../page/structure-tree.ts'

/** Structure that isn't in any tree is found by the positions of the text, as in untagged documents. */
export interface Tagging {
  hasHeadings: boolean
  hasLists: boolean
  hasTables: boolean
  hasNotes: boolean
  /** True if running heads and the like are marked as artifacts. */
  hasArtifacts: boolean
}

/** A single heading may be a title in a document whose other headings are tagged as paragraphs. */
const minHeadings = 2

/** Returns null for a document without trees, and for one whose trees contain only paragraphs. */
export function taggingOf(pages: readonly PageContent[]): Tagging | null {
  const counts = { heading: 0, list: 0, table: 0, note: 0, other: 0 }
  for (const { tree } of pages) {
    if (!tree) continue
    for (const node of nodesOf(tree)) {
      if (isContent(node)) continue
      const kind = kindOf(node)
      if (kind === 'heading' || kind === 'list' || kind === 'table' || kind === 'note') counts[kind]++
      else if (kind === 'contents' || kind === 'quote') counts.other++
    }
  }
  if (counts.heading + counts.list + counts.table + counts.note + counts.other === 0) return null
  return {
    hasHeadings: counts.heading >= minHeadings,
    hasLists: counts.list > 0,
    hasTables: counts.table > 0,
    hasNotes: counts.note > 0,
    hasArtifacts: pages.some(({ runs }) => runs.some(({ isArtifact }) => isArtifact)),
  }
}

/** If artifacts make up a larger share of a page, the tags are wrong, unless the artifacts are only a few characters. */
const maxArtifacts = 2 / 3
const fewChars = 500

/** Removes artifacts (content marked as decoration) from the page, unless they are most of it. */
export function withoutArtifacts(page: PageContent): PageContent {
  const all = [page.runs, ...page.turned].flat()
  const chars = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0)
  const artifacts = all.filter(({ isArtifact }) => isArtifact)
  const isMistake = chars(artifacts) > Math.max(fewChars, chars(all) * maxArtifacts)
  if (artifacts.length === 0 || isMistake) return page
  const content = (runs: readonly Run[]) => runs.filter(({ isArtifact }) => !isArtifact)
  return { ...page, runs: content(page.runs), turned: page.turned.map(content).filter((runs) => runs.length > 0) }
}
