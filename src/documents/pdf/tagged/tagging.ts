/** Decides which kinds of structure to take from a document's structure trees, based on all its pages. */

import type { PageContent } from '../page/read-page.ts'
import { charsIn, type Run } from '../page/run.ts'
import { type ElementKind, isContent, kindOf, nodesOf, type StructureElement } from '../page/structure-tree.ts'

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

/** Separates artifacts (content marked as decoration) from the page, unless they make up most of it. */
export function splitArtifacts(page: PageContent): { content: PageContent; artifacts: readonly Run[][] } {
  const all = [page.runs, ...page.turned]
  const artifacts = all.map((runs) => runs.filter(({ isArtifact }) => isArtifact))
  const isMistake = charsIn(artifacts.flat()) > Math.max(fewChars, charsIn(all.flat()) * maxArtifacts)
  if (isMistake) return { content: page, artifacts: [] }
  const plain = (runs: readonly Run[]) => runs.filter(({ isArtifact }) => !isArtifact)
  const turned = page.turned.map(plain).filter((runs) => runs.length > 0)
  return { content: { ...page, runs: plain(page.runs), turned }, artifacts }
}

/** Returns the ids of the marked content in paragraphs, headings, lists, tables and other blocks, but not directly in sections. */
export function contentIds({ tree }: PageContent): Set<string> {
  const isBlock = (element: StructureElement) => !['group', 'inline'].includes(kindOf(element))
  const idsIn = (element: StructureElement, isInBlock: boolean): string[] =>
    element.children.flatMap((child) => {
      if (!isContent(child)) return idsIn(child, isInBlock || isBlock(child))
      return isInBlock ? child.id : []
    })
  return new Set(tree ? idsIn(tree, isBlock(tree)) : [])
}
