/** Groups the text of a page by the marked content that the structure tree names, and keeps what the tree leaves out. */

import type { Box, Run } from '../page/run.ts'
import { isContent, nodesOf, type StructureElement } from '../page/structure-tree.ts'

/** A run and the index of its text direction. Each direction has its own coordinates. */
export interface Piece {
  run: Run
  direction: number
}

export class HeldText {
  /** Keyed by marked-content id, in drawing order. */
  readonly #pieces = new Map<string, Piece[]>()
  readonly #taken = new Set<Run>()
  readonly #all: readonly (readonly Run[])[]
  /** Number of characters on the page, and of those that are in the tree. */
  chars = 0
  heldChars = 0

  /** `directions`: the runs of each text direction, the main one first. */
  constructor(tree: StructureElement, directions: readonly (readonly Run[])[]) {
    this.#all = directions
    const ids = new Set<string>()
    for (const node of nodesOf(tree)) if (isContent(node) && node.type === 'content') ids.add(node.id)
    for (const [direction, runs] of directions.entries()) {
      const marks = marksOf(runs, ids)
      for (const run of runs) {
        this.chars += run.text.length
        const mark = marks.get(run)
        if (mark === undefined) continue
        this.heldChars += run.text.length
        const own = this.#pieces.get(mark)
        if (own) own.push({ run, direction })
        else this.#pieces.set(mark, [{ run, direction }])
      }
    }
  }

  /** Returns the text of marked content only once. Another element that names it gets nothing. */
  take(id: string): Piece[] {
    const own = this.#pieces.get(id) ?? []
    this.#pieces.delete(id)
    for (const { run } of own) this.#taken.add(run)
    return own
  }

  /** Returns the number of characters of marked content not taken yet. */
  lengthOf(id: string): number {
    return (this.#pieces.get(id) ?? []).reduce((sum, { run }) => sum + run.text.length, 0)
  }

  /** Returns the runs that no element has taken, by direction. */
  rest(): Run[][] {
    return this.#all.map((runs) => runs.filter((run) => !this.#taken.has(run)))
  }
}

/** Maximum distance of a run from its neighbour's baseline, and maximum gap between them, in ems. */
const nearBaseline = 0.25
const nearSide = 0.9

/** Returns the marked content of each run: its own, or that of its neighbour on the line, such as for an untagged link. */
function marksOf(runs: readonly Run[], ids: ReadonlySet<string>): Map<Run, string> {
  const marks = new Map<Run, string>()
  for (const run of runs) if (run.mark !== null && ids.has(run.mark)) marks.set(run, run.mark)
  if (marks.size === runs.length || marks.size === 0) return marks
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline || a.left - b.left)
  const adopt = (run: Run, other: Run | undefined) => {
    const mark = other && marks.get(other)
    if (mark !== undefined && !marks.has(run) && other && isBeside(run, other)) marks.set(run, mark)
  }
  for (const [at, run] of sorted.entries()) adopt(run, sorted[at - 1])
  for (let at = sorted.length - 2; at >= 0; at--) adopt(sorted[at] as Run, sorted[at + 1])
  return marks
}

function isBeside(one: Run, other: Run): boolean {
  const size = Math.min(one.size, other.size)
  if (Math.abs(one.baseline - other.baseline) > size * nearBaseline) return false
  const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right)
  return gap < size * nearSide && gap > -size * nearSide
}

/** True if the middle of a run is in one of the boxes. */
export function isInBoxes(run: Run, boxes: readonly Box[]): boolean {
  const [x, y] = [(run.left + run.right) / 2, run.baseline - run.size * 0.3]
  return boxes.some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom)
}
