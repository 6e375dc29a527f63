/** The text of a page by the marked content that the structure tree refers to, as the tree says it reads: with links, code and notes. */

import { charsIn, type Run } from '../page/run.ts'
import { isContent, kindOf, nodesOf, type StructureElement } from '../page/structure-tree.ts'
import { noteSign } from '../text/notes.ts'

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
  /** Share of the text that the tree refers to; NaN for a page without text. */
  readonly heldShare: number
  readonly #hrefs: ReadonlyMap<string, string>
  nodes = 0

  /** `directions`: the runs of each text direction, the main one first. `hrefs`: URLs of link annotations, by annotation id. */
  constructor(tree: StructureElement, directions: readonly (readonly Run[])[], hrefs: ReadonlyMap<string, string>) {
    this.#all = directions
    this.#hrefs = hrefs
    for (const node of nodesOf(tree)) {
      this.nodes++
      if (isContent(node) && node.type === 'content') this.#pieces.set(node.id, [])
    }
    for (const [direction, runs] of directions.entries()) {
      for (const run of runs) this.#pieces.get(run.mark ?? '')?.push({ run, direction })
    }
    const held = [...this.#pieces.values()].flat().map(({ run }) => run)
    this.heldShare = charsIn(held) / charsIn(directions.flat())
  }

  /** Returns the text of marked content only once. If another element refers to it later, that element gets nothing. */
  take(id: string): Piece[] {
    const own = this.#pieces.get(id) ?? []
    this.#pieces.delete(id)
    for (const { run } of own) this.#taken.add(run)
    return own
  }

  /** Returns the text of an element and of the elements in it. */
  inline(element: StructureElement): Piece[] {
    const pieces = element.children.flatMap((child) => {
      if (!isContent(child)) return this.inline(child)
      return child.type === 'content' ? this.take(child.id) : []
    })
    return this.#readAs(element, pieces)
  }

  #readAs(element: StructureElement, pieces: Piece[]): Piece[] {
    const { role, actualText } = element
    if (role === 'Code') return changed(pieces, (run) => ({ ...run, font: { ...run.font, isMonospaced: true } }))
    if (role === 'Link') {
      const href = element.children.flatMap((child) => (isContent(child) ? (this.#hrefs.get(child.id) ?? []) : []))[0]
      return href === undefined ? pieces : changed(pieces, (run) => (run.href === null ? { ...run, href } : run))
    }
    // Typst tags a note reference as a label with a link.
    if (
      role === 'Reference' ||
      (role === 'Lbl' && element.children.some((child) => !isContent(child) && child.role === 'Link'))
    )
      return changed(pieces, (run) => (noteSign.test(run.text.trim()) ? { ...run, shift: 1 } : run))
    if (kindOf(element) === 'formula') return changed(pieces, (run) => ({ ...run, isFormula: true }))
    const isText = kindOf(element) === 'inline' && actualText !== undefined && isAsLong(actualText, pieces)
    return isText ? replaced(pieces, actualText) : pieces
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

export const changed = (pieces: readonly Piece[], change: (run: Run, at: number) => Run): Piece[] =>
  pieces.map(({ run, direction }, at) => ({ run: change(run, at), direction }))

/** True if the actual text is about as long as the drawn text. Otherwise, it may be a note about that text rather than the text itself. */
function isAsLong(actualText: string, pieces: readonly Piece[]): boolean {
  const drawn = pieces
    .map(({ run }) => run.text)
    .join('')
    .trim().length
  const stated = actualText.trim().length
  return stated > 0 && stated * 2 >= drawn && stated <= drawn * 4 + 20
}

function replaced(pieces: readonly Piece[], actualText: string): Piece[] {
  const [first] = pieces
  if (!first) return []
  const { run, direction } = first
  const inLine = pieces.filter((piece) => Math.abs(piece.run.baseline - run.baseline) < run.size * 0.5)
  const right = Math.max(...inLine.map((piece) => piece.run.right))
  const [start, end] = [run.text.startsWith(' ') ? ' ' : '', pieces.at(-1)?.run.text.endsWith(' ') ? ' ' : '']
  return [{ run: { ...run, text: start + actualText.replace(/\s+/g, ' ').trim() + end, right }, direction }]
}
