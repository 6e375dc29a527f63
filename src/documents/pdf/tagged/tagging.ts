/** Decides which kinds of structure to take from a document's structure trees, and reads pages in the order of their trees. */

import type { PdfLine } from '../layout/line.ts'
import { textLinesOf } from '../layout/page-lines.ts'
import type { PageLines, Table } from '../layout/tables/table.ts'
import { type Box, enclosingBox } from '../page/geometry.ts'
import { hrefsOf } from '../page/link-areas.ts'
import type { PageContent } from '../page/page-content.ts'
import { charsIn, isRunInside, type Run } from '../page/run.ts'
import { type ElementKind, isContent, kindOf, nodesOf, type StructureElement } from '../page/structure-tree.ts'
import { type Block, linesOfBlock } from '../text/block.ts'
import { HeldText } from './held-text.ts'
import { readTree } from './read-tree.ts'

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
  const ids = new Set<string>()
  const add = (element: StructureElement, isWithin: boolean): void => {
    const isInBlock = isWithin || !['group', 'inline'].includes(kindOf(element))
    for (const child of element.children) {
      if (!isContent(child)) add(child, isInBlock)
      else if (isInBlock) ids.add(child.id)
    }
  }
  if (tree) add(tree, false)
  return ids
}

/** If the tree contains a smaller share of the text, it describes too little of the page. */
const minHeld = 0.5

/**
 * Returns null if the page has no tree, or if the tree can't be trusted or lacks tables. `isText`: false for running text. `blocksIn`: finds
 * blocks by position.
 */
export function readTaggedPage(
  { tree, runs, annotations, lines, turnedLines, tables }: PageLines,
  { hasTables }: Tagging,
  isText: (line: PdfLine) => boolean,
  blocksIn: (lines: readonly PdfLine[], tables?: readonly Table[]) => Block[],
): Block[] | null {
  if (!tree) return null
  if (!hasTables && blocksIn(lines.filter(isText), tables).some(({ kind }) => kind === 'table')) return null
  const furniture = lines.filter((line) => !isText(line))
  const own = runs.filter((run) => !furniture.some((line) => isRunInside(run, line)))
  const turned = turnedLines.map((some) => some.filter(isText).flatMap((line) => line.runs))
  const text = new HeldText(tree, [own, ...turned], hrefsOf(annotations))
  if (text.heldShare < minHeld) return null
  const layOut = (some: readonly Run[]) => blocksIn(textLinesOf(some))
  const blocks = readTree(tree, { text, layOut, ruled: tables })
  if (!blocks || isOutOfOrder(blocks)) return null
  return [...blocks, ...text.rest().flatMap(layOut)]
}

/** Judging the order requires at least this many steps within columns. */
const minSteps = 4
const maxUpward = 0.35

/** True if the tree's order can't be trusted, because too many blocks are above the preceding block in their column. */
function isOutOfOrder(blocks: readonly Block[]): boolean {
  const boxes = blocks.map(linesOfBlock).flatMap((lines) => (lines.length > 0 ? enclosingBox(lines) : []))
  const steps = boxes.slice(1).map((box, at) => ({ box, before: boxes[at] as Box }))
  const widthOf = ({ left, right }: Pick<Box, 'left' | 'right'>) => right - left
  const inColumn = steps.filter(({ box, before }) => {
    const common = { left: Math.max(box.left, before.left), right: Math.min(box.right, before.right) }
    return widthOf(common) > Math.min(widthOf(box), widthOf(before)) * 0.5
  })
  const upward = inColumn.filter(({ box, before }) => box.bottom < before.top + 1)
  return inColumn.length >= minSteps && upward.length > inColumn.length * maxUpward
}
