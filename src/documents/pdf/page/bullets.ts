/** Finds the bullets of list items: signs in symbol fonts, `o` in a monospaced font, and small shapes drawn next to text. */

import { apply, boxOfPoints, closePath, type Matrix, multiply, type Point, partsOfPath } from './geometry.ts'
import type { Run } from './run.ts'
import type { PaintedPath } from './vector-rules.ts'

const bullet = '•'
const symbolFont = /symbol|dings|dingbat/i
/** Signs without a meaning outside their font. Others, such as Greek letters and check marks, are kept. */
const symbols = /^[\ue000-\uf8ffa-zA-Z\u00a7-\u00ff]$/u
const letterSymbols = /dings|dingbat/i

/** Distance from a bullet to its text, in ems. */
const gaps = { min: 0.15, max: 4 }
/** Minimum distance after the letter `o`, which may also be code. */
const minGapOfLetter = 0.65
/** A page with more small shapes or signs is a drawing. */
const maxBullets = 500
const minAlike = 2

/** Returns the runs, with every bullet as a separate run whose text is `•`. `view`: converts page coordinates to the coordinates of the runs. */
export function withBullets(runs: readonly Run[], paths: readonly PaintedPath[], view: readonly number[]): Run[] {
  let count = 0
  const signs = runs.map((run) => {
    const sign = run.text.trim()
    if (!isSign(sign, run) || ++count > maxBullets) return run
    const next = textAfter(run, run.size, runs)
    const min = sign === 'o' ? minGapOfLetter : 0
    const isBullet = next !== null && !next.font.isMonospaced && next.left - run.right > next.size * min
    return isBullet ? { ...run, text: bullet, font: { ...run.font, isMonospaced: false }, edges: undefined } : run
  })
  return [...signs, ...drawnBullets(signs, paths, view)]
}

function isSign(sign: string, { font }: Run): boolean {
  if (sign === 'o') return font.isMonospaced || letterSymbols.test(font.name)
  const isSymbol = /[\ue000-\uf8ff]/u.test(sign) ? symbolFont : letterSymbols
  return symbols.test(sign) && isSymbol.test(font.name)
}

/** Returns the text next to a bullet; null if there isn't any, or other text precedes the bullet. */
function textAfter(box: Pick<Run, 'left' | 'right' | 'baseline'>, rise: number, runs: readonly Run[]): Run | null {
  const row = runs.filter(({ baseline, size }) => Math.abs(baseline - box.baseline) < Math.max(size, rise) * 0.5)
  const [next] = row.filter(({ left }) => left >= box.right).sort((a, b) => a.left - b.left)
  if (!next || !/[\p{L}\p{N}]/u.test(next.text)) return null
  const gap = (next.left - box.right) / next.size
  const isFirst = row.every((run) => run.left >= box.left || run.right < box.left - next.size)
  return gap > gaps.min && gap < gaps.max && isFirst ? next : null
}

function drawnBullets(runs: readonly Run[], paths: readonly PaintedPath[], view: readonly number[]): Run[] {
  const shapes = paths.flatMap(({ path, matrix }) => boxOf(path, multiply(view, matrix)) ?? [])
  if (shapes.length > maxBullets) return []
  const found = shapes.flatMap((shape) => {
    const next = textAfter(shape, shape.height, runs)
    const share = next ? shape.height / next.size : 0
    if (!next || share < 0.15 || share > 0.7) return []
    const size = Math.round(shape.height)
    return [{ size, run: { ...next, text: bullet, edges: undefined, left: shape.left, right: shape.right } }]
  })
  return [...Map.groupBy(found, ({ size }) => size).values()].flatMap((alike) =>
    alike.length < minAlike ? [] : alike.map(({ run }) => run),
  )
}

/** Returns the box of a shape that is about as wide as it is high, and small; null for any other shape. `baseline`: near its bottom. */
function boxOf(path: ArrayLike<number>, matrix: Matrix) {
  const points: Point[] = []
  for (const { code, x, y } of partsOfPath(path)) {
    if (code !== closePath) points.push(apply(matrix, x, y))
    if (points.length === 40) break
  }
  const { left, right, top, bottom } = boxOfPoints(points)
  const [width, height] = [right - left, bottom - top]
  const isSmall = height > 1 && height < 12 && Math.abs(width - height) < height * 0.3
  return isSmall ? { left, right, height, baseline: bottom + height * 0.4 } : null
}
