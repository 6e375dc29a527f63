/** Groups the text of a page by the marked content that the structure tree refers to, and keeps the text that the tree leaves out. */

import type { Run } from '../page/run.ts'
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
  chars = 0
  heldChars = 0
  nodes = 0

  /** `directions`: the runs of each text direction, the main one first. */
  constructor(tree: StructureElement, directions: readonly (readonly Run[])[]) {
    this.#all = directions
    for (const node of nodesOf(tree)) {
      this.nodes++
      if (isContent(node) && node.type === 'content') this.#pieces.set(node.id, [])
    }
    for (const [direction, runs] of directions.entries()) {
      for (const run of runs) {
        this.chars += run.text.length
        const own = this.#pieces.get(run.mark ?? '')
        if (own) this.heldChars += run.text.length
        own?.push({ run, direction })
      }
    }
  }

  /** Returns the text of marked content only once. If another element refers to it later, that element gets nothing. */
  take(id: string): Piece[] {
    const own = this.#pieces.get(id) ?? []
    this.#pieces.delete(id)
    for (const { run } of own) this.#taken.add(run)
    return own
  }

  /** Returns the runs of an element that no other element has taken. */
  runsOf(element: StructureElement): Run[] {
    return [...nodesOf(element)].flatMap((node) =>
      isContent(node) ? (this.#pieces.get(node.id) ?? []).map(({ run }) => run) : [],
    )
  }

  /** Returns the runs that no element has taken, by direction. */
  rest(): Run[][] {
    return this.#all.map((runs) => runs.filter((run) => !this.#taken.has(run)))
  }
}
