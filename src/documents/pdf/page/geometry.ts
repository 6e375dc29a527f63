/** Boxes and transformations on a page, and groups of values that follow each other, such as the runs of a row or the lines of a column. */

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export type Point = readonly [x: number, y: number]

/** A transformation as in PDF: the six numbers `a` to `f`. */
export type Matrix = readonly number[]

/** Returns the box around boxes, or lines. Without any, `left` and `top` are infinite, and `right` and `bottom` minus infinite. */
export function enclosingBox(boxes: Iterable<Box>): Box {
  const around = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  for (const { left, right, top, bottom } of boxes) {
    around.left = Math.min(around.left, left)
    around.right = Math.max(around.right, right)
    around.top = Math.min(around.top, top)
    around.bottom = Math.max(around.bottom, bottom)
  }
  return around
}

/** Returns the box around points. `top` is the smallest y. */
export function boxOfPoints(points: readonly Point[]): Box {
  return enclosingBox(points.map(([x, y]) => ({ left: x, right: x, top: y, bottom: y })))
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

export function apply(matrix: Matrix, x: number, y: number): Point {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The operator of a pdf.js path that closes it. */
export const closePath = 4
/** Number of coordinates of each operator: moveTo, lineTo, curveTo, quadraticCurveTo, closePath. */
const coordinates = [2, 2, 6, 4, 0]

/** Returns the operators of a pdf.js path, each with its end point. */
export function* partsOfPath(path: ArrayLike<number>): Generator<{ code: number; x: number; y: number }> {
  for (let at = 0; at < path.length; ) {
    const code = path[at++] ?? closePath
    at += coordinates[code] ?? 0
    yield { code, x: path[at - 2] ?? 0, y: path[at - 1] ?? 0 }
  }
}

export type Group<Value> = [Value, ...Value[]]

/** Splits values into groups, in order. `goesOn`: true for a value that belongs to the group of the value before it. */
export function groupsOf<Value>(
  values: Iterable<Value>,
  goesOn: (before: Value, value: Value, group: Readonly<Group<Value>>) => boolean,
): Group<Value>[] {
  const groups: Group<Value>[] = []
  for (const value of values) {
    const group = groups.at(-1)
    if (group && goesOn(group.at(-1) as Value, value, group)) group.push(value)
    else groups.push([value])
  }
  return groups
}

/** Returns the values, with neighbors replaced by one value if `join` doesn't return null for them. */
export function joined<Value>(values: Iterable<Value>, join: (before: Value, value: Value) => Value | null): Value[] {
  const all: Value[] = []
  for (const value of values) {
    const before = all.at(-1)
    const both = before === undefined ? null : join(before, value)
    if (both === null) all.push(value)
    else all[all.length - 1] = both
  }
  return all
}

/** Returns the differences between neighbors. */
export const stepsOf = (values: readonly number[]): number[] =>
  values.slice(1).map((value, at) => value - (values[at] ?? value))

/** Returns the value below which the given share of the values is; undefined if there are no values. */
export const quantile = (values: readonly number[], share: number): number | undefined =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]
