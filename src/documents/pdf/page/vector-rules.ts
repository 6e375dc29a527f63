/** Extracts from a page's drawing the straight lines that form tables. */

import { apply, boxOfPoints, closePath, joined, type Matrix, multiply, type Point, partsOfPath } from './geometry.ts'
import type { Rule } from './run.ts'

/** Operators as represented in pdf.js: their numbers and arguments. */
export interface Operators {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

/** Numbers of the relevant operators, keyed by their names in pdf.js. */
export type OperatorNumbers = Readonly<Record<string, number>>

/** Minimum length of table rules, in points. */
const minLength = 4
/** Maximum thickness of rectangles that count as lines. */
const thickest = 3
/** Maximum distance of the ends of a stroked line from a horizontal or vertical line. */
const maxSlant = 0.999
/** A page with more rules is a drawing. */
const maxRules = 20_000

export interface PaintedPath {
  path: ArrayLike<number>
  matrix: Matrix
  isStroked: boolean
}

/** Returns rules in the coordinates of `view`, merging adjoining rules; empty for a page that is a drawing. */
export function readVectorRules(paths: readonly PaintedPath[], view: Matrix): Rule[] {
  const rules: Rule[] = []
  for (const { path, matrix, isStroked } of paths) {
    addRules(rules, path, multiply(view, matrix), isStroked)
    if (rules.length > maxRules) return []
  }
  return joinRules(rules)
}

function addRules(rules: Rule[], path: ArrayLike<number>, matrix: Matrix, isStroked: boolean): void {
  let points: Point[] = []
  let isStraight = true
  const end = (isClosed: boolean) => {
    const [first] = points
    if (first && isStraight) {
      if (isClosed) points.push(first)
      if (isStroked) for (const [at, to] of points.entries()) addRule(rules, [points[at - 1] ?? to, to], maxSlant)
      else if (points.length >= 4 && points.length <= 8) addRule(rules, points, thickest)
    }
    points = []
    isStraight = true
  }
  for (const { code, x, y } of partsOfPath(path)) {
    if (code === closePath) end(true)
    else {
      if (code === 0) end(false)
      else if (code > 1) isStraight = false
      points.push(apply(matrix, x, y))
    }
  }
  end(false)
}

/** Adds the rule that points form if it is long enough. `thickness`: its maximum width. */
function addRule(rules: Rule[], points: readonly Point[], thickness: number): void {
  const { left, right, top, bottom } = boxOfPoints(points)
  const [width, height] = [right - left, bottom - top]
  if (height <= thickness && width >= minLength)
    rules.push({ isVertical: false, at: (top + bottom) / 2, from: left, to: right })
  else if (width <= thickness && height >= minLength)
    rules.push({ isVertical: true, at: (left + right) / 2, from: top, to: bottom })
}

/** Merges pieces of a single line, such as the separate borders of adjacent cells. */
function joinRules(rules: readonly Rule[]): Rule[] {
  const near = 1.5
  const sorted = rules
    .map((rule) => ({ ...rule, lane: Math.round(rule.at / near) }))
    .sort((a, b) => Number(a.isVertical) - Number(b.isVertical) || a.lane - b.lane || a.from - b.from)
  const joinedRules = joined(sorted, (last, rule) => {
    const continues = last.isVertical === rule.isVertical && last.lane === rule.lane && rule.from <= last.to + near
    return continues ? { ...last, to: Math.max(last.to, rule.to) } : null
  })
  return joinedRules.map(({ lane: _, ...rule }) => rule)
}
