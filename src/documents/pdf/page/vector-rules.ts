/** Extracts from a page's drawing the straight lines that form tables. */

import type { Rule } from './run.ts'

/** Operators as represented in pdf.js: their numbers and arguments. */
export interface Operators {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

/** Numbers of the relevant operators, keyed by their names in pdf.js. */
export type OperatorNumbers = Readonly<Record<string, number>>

type Matrix = readonly number[]

/** Minimum length of table rules, in points. */
const minLength = 4
/** Maximum thickness of rectangles that count as lines. */
const thickest = 3
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

/** Number of coordinates for each pdf.js path operator: moveTo, lineTo, curveTo, quadraticCurveTo, closePath. */
const argumentsOf = [2, 2, 6, 4, 0]

function addRules(rules: Rule[], path: ArrayLike<number>, matrix: Matrix, isStroked: boolean): void {
  let points: [number, number][] = []
  let isStraight = true
  const end = (isClosed: boolean) => {
    const [first] = points
    if (first && isStraight) {
      if (isClosed) points.push(first)
      if (isStroked) addLines(rules, points)
      else addThin(rules, points)
    }
    points = []
    isStraight = true
  }
  for (let at = 0; at < path.length; ) {
    const code = path[at++] ?? 4
    const count = argumentsOf[code] ?? 0
    if (code === 4) end(true)
    else {
      if (code === 0) end(false)
      else if (code > 1) isStraight = false
      points.push(apply(matrix, path[at + count - 2] ?? 0, path[at + count - 1] ?? 0))
    }
    at += count
  }
  end(false)
}

function addLines(rules: Rule[], points: readonly [number, number][]): void {
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1], points[at]]
    if (!from || !to) continue
    const [width, height] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])]
    if (height < 1 && width >= minLength) rules.push(horizontal((from[1] + to[1]) / 2, from[0], to[0]))
    else if (width < 1 && height >= minLength) rules.push(vertical((from[0] + to[0]) / 2, from[1], to[1]))
  }
}

function addThin(rules: Rule[], points: readonly [number, number][]): void {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  if (points.length < 4 || points.length > 8) return
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  if (bottom - top <= thickest && right - left >= minLength) rules.push(horizontal((top + bottom) / 2, left, right))
  else if (right - left <= thickest && bottom - top >= minLength) rules.push(vertical((left + right) / 2, top, bottom))
}

const horizontal = (at: number, a: number, b: number): Rule => ({
  isVertical: false,
  at,
  from: Math.min(a, b),
  to: Math.max(a, b),
})
const vertical = (at: number, a: number, b: number): Rule => ({ ...horizontal(at, a, b), isVertical: true })

/** Merges pieces of a single line, such as the separate borders of adjacent cells. */
function joinRules(rules: readonly Rule[]): Rule[] {
  const near = 1.5
  const sorted = rules
    .map((rule) => ({ ...rule, lane: Math.round(rule.at / near) }))
    .sort((a, b) => Number(a.isVertical) - Number(b.isVertical) || a.lane - b.lane || a.from - b.from)
  const joined: (Rule & { lane: number })[] = []
  for (const rule of sorted) {
    const last = joined.at(-1)
    const continues = last?.isVertical === rule.isVertical && last.lane === rule.lane && rule.from <= last.to + near
    if (continues && last) last.to = Math.max(last.to, rule.to)
    else joined.push(rule)
  }
  return joined.map(({ lane: _, ...rule }) => rule)
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const [a0 = 1, a1 = 0, a2 = 0, a3 = 1, a4 = 0, a5 = 0] = a
  const [b0 = 1, b1 = 0, b2 = 0, b3 = 1, b4 = 0, b5 = 0] = b
  return [
    a0 * b0 + a2 * b1,
    a1 * b0 + a3 * b1,
    a0 * b2 + a2 * b3,
    a1 * b2 + a3 * b3,
    a0 * b4 + a2 * b5 + a4,
    a1 * b4 + a3 * b5 + a5,
  ]
}

export function apply(matrix: Matrix, x: number, y: number): [number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  return [a * x + c * y + e, b * x + d * y + f]
}
