/** Recognizes marks whose comment only repeats the marked text, as some readers of PDFs store it. */

import type { Annotation } from './form-text.ts'
import { charEdges, type Run } from './run.ts'
import { apply } from './vector-rules.ts'

export interface DirectedRuns {
  runs: readonly Run[]
  /** Transforms page coordinates to those of the runs. */
  view: readonly number[]
}

const marks = new Set(['Highlight', 'Underline', 'StrikeOut', 'Squiggly'])

/** Maximum number of marked lines times runs on a page. */
const maxPairs = 200_000

export function repeatsMarkedText(
  { subtype = '', contentsObj, quadPoints }: Annotation,
  directions: readonly DirectedRuns[],
): boolean {
  const own = marks.has(subtype) && quadPoints ? lettersOf(contentsObj?.str ?? '') : ''
  if (own === '') return false
  return directions.some(({ runs, view }) => {
    const quads = quadsOf(quadPoints ?? [], view)
    if (quads.length * runs.length > maxPairs) return false
    const marked = lettersOf(quads.flatMap((quad) => runs.map((run) => textIn(quad, run))).join(''))
    const [short = '', long = ''] = [own, marked].sort((a, b) => a.length - b.length)
    return long.includes(short) && short.length >= long.length * minShare
  })
}

/** The edges of a mark may cut a letter or touch the next word. */
const minShare = 0.8

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

interface Quad {
  left: number
  right: number
  top: number
  bottom: number
}

function quadsOf(points: ArrayLike<number>, view: readonly number[]): Quad[] {
  return Array.from({ length: Math.floor(points.length / 8) }, (_, line) => {
    const corners = [0, 2, 4, 6].map((at) => apply(view, points[line * 8 + at] ?? 0, points[line * 8 + at + 1] ?? 0))
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  })
}

/** Returns the characters of a run whose middle is in the quad. */
function textIn({ left, right, top, bottom }: Quad, run: Run): string {
  const middle = run.baseline - run.size * 0.3
  if (middle < top || middle > bottom || run.right < left || run.left > right) return ''
  const edges = charEdges(run)
  return Array.from({ length: run.text.length }, (_, at) => {
    const x = ((edges[at] ?? 0) + (edges[at + 1] ?? 0)) / 2
    return x >= left && x <= right ? run.text[at] : ''
  }).join('')
}
