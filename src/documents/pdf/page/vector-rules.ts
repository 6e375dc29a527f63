/** Extracts from a page's drawing the straight lines that form tables. */

import { apply, boxOfPoints, closePath, type Matrix, multiply, type Point, partsOfPath } from './geometry.ts'
import { joined } from './neighbours.ts'
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
      if (isStroked) addLines(rules, points)
      else addThin(rules, points)
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

function addLines(rules: Rule[], points: readonly Point[]): void {
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1], points[at]]
    if (!from || !to) continue
    const [width, height] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])]
    if (height < 1 && width >= minLength) rules.push(ruleAt(false, (from[1] + to[1]) / 2, from[0], to[0]))
    else if (width < 1 && height >= minLength) rules.push(ruleAt(true, (from[0] + to[0]) / 2, from[1], to[1]))
  }
}

function addThin(rules: Rule[], points: readonly Point[]): void {
  if (points.length < 4 || points.length > 8) return
  const { left, right, top, bottom } = boxOfPoints(points)
  if (bottom - top <= thickest && right - left >= minLength) rules.push(ruleAt(false, (top + bottom) / 2, left, right))
  else if (right - left <= thickest && bottom - top >= minLength)
    rules.push(ruleAt(true, (left + right) / 2, top, bottom))
}

function ruleAt(isVertical: boolean, at: number, a: number, b: number): Rule {
  return { isVertical, at, from: Math.min(a, b), to: Math.max(a, b) }
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
