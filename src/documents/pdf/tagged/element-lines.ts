/** Turns the text of an element into lines based on the positions of its pieces, as on an untagged page. */

import { joinedLine, type PdfLine } from '../layout/line.ts'
import { textLinesOf } from '../layout/page-lines.ts'
import { enclosingBox, groupsOf, joined } from '../page/geometry.ts'
import type { Run } from '../page/run.ts'
import { fits } from '../text/blocks.ts'
import type { Piece } from './held-text.ts'

/** Text that moves up by this number of ems starts a new part, which continues in the next column or in another direction. */
const maxRise = 1.6
/** Minimum size of a drop cap relative to the text after it. */
const dropCap = 1.6

/** Returns lines in reading order: from top to bottom in each part, each line joined across its gaps. */
export function elementLines(pieces: readonly Piece[]): PdfLine[] {
  return partsOf(pieces).flatMap((runs) => joined(textLinesOf(runs), joinedLine))
}

function partsOf(pieces: readonly Piece[]): Run[][] {
  const parts: Run[][] = []
  let lowest = Number.NEGATIVE_INFINITY
  let direction = -1
  for (const [at, piece] of pieces.entries()) {
    const run = withoutDrop(piece.run, pieces[at + 1]?.run)
    const own = piece.direction
    const part = parts.at(-1)
    const goesOn = part && own === direction && run.baseline > lowest - run.size * maxRise
    if (goesOn) part.push(run)
    else parts.push([run])
    lowest = goesOn ? Math.max(lowest, run.baseline) : run.baseline
    direction = own
  }
  return parts
}

/** Moves a drop cap to the line that it starts. */
function withoutDrop(run: Run, next: Run | undefined): Run {
  const isDrop = next && run.text.trim().length <= 2 && run.size > next.size * dropCap && next.baseline < run.baseline
  return isDrop ? { ...run, baseline: next.baseline } : run
}

/** Returns lines that the author broke on purpose. They end early even though the next word would have fit. */
export function statedBreaks(lines: readonly PdfLine[]): Set<PdfLine> {
  const breaks = new Set<PdfLine>()
  for (const column of groupsOf(lines, (before, line) => line.baseline > before.baseline)) {
    const box = enclosingBox(column)
    for (const [at, line] of column.entries()) {
      const next = column[at + 1]
      if (!next || /^\p{Ll}/u.test(next.text) || isCentred(line, next)) continue
      if (fits(line, next, box)) breaks.add(line)
    }
  }
  return breaks
}

function isCentred(line: PdfLine, next: PdfLine): boolean {
  const middle = (line.left + line.right - next.left - next.right) / 2
  return Math.abs(middle) < 4 && Math.abs(line.left - next.left) > 4
}
