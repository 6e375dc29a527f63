/** Turns pdf.js text items into runs, grouped by text direction. Each direction has coordinates in which its text runs to the right. */

import { apply, boxOfPoints, type Matrix, multiply, type Point } from './geometry.ts'
import { charsIn, type FontStyle, type Run } from './run.ts'

/** Items of `getTextContent`, including marked content. */
export type TextItem =
  | {
      str: string
      dir: string
      width: number
      height: number
      transform: readonly number[]
      fontName: string
      /** Distances from the start of the text to the start of each character and the end of the last one, if known. */
      edges?: readonly number[]
    }
  | { type: string; id?: string | null; tag?: string | null }

interface RunContext {
  /** Transforms page coordinates to points, as displayed, with the y axis pointing down. */
  view: Matrix
  /** Size of the page as displayed, in points. */
  size: { width: number; height: number }
  fontOf(name: string): { style: FontStyle; isVertical: boolean }
  readable(text: string, font: string): string
}

/** Returns the runs of each direction and its clockwise rotation in degrees, starting with the direction that has the most text. */
export function readRuns(items: readonly TextItem[], context: RunContext): { angle: number; runs: Run[] }[] {
  const marks: Mark[] = []
  const placed: { angle: number; run: Run }[] = []
  for (const item of items) {
    const mark = marks.at(-1) ?? { mark: null, isArtifact: false }
    if ('str' in item) {
      // Characters with neither a glyph nor a width are control characters.
      if (item.width === 0 && /^[\p{Cc}\s]*$/u.test(item.str)) continue
      const text = context.readable(item.str, context.fontOf(item.fontName).style.name)
      if (text.trim() !== '') placed.push(...placedRun(item, { ...mark, text }, context))
    } else if (item.type === 'endMarkedContent') marks.pop()
    else marks.push({ mark: item.id ?? mark.mark, isArtifact: item.tag === 'Artifact' || mark.isArtifact })
  }
  const directed = [...Map.groupBy(placed, ({ angle }) => angle)]
    .map(([angle, own]) => ({ angle, runs: own.map(({ run }) => run) }))
    .sort((a, b) => charsIn(b.runs) - charsIn(a.runs))
  if (isTurned(directed[0]?.angle ?? 0)) for (const { run } of placed) delete run.onPage
  return directed
}

/** False for text that a scan tilted slightly. */
const isTurned = (angle: number) => angle > 10 && angle < 350

type Mark = Pick<Run, 'mark' | 'isArtifact'>

/** Returns the run of an item; empty if it has no size or no place. */
function placedRun(
  item: Extract<TextItem, { str: string }>,
  marked: Mark & Pick<Run, 'text'>,
  { view, size: page, fontOf }: RunContext,
): { angle: number; run: Run }[] {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = multiply(view, item.transform)
  const { style, isVertical } = fontOf(item.fontName)
  const scale = Math.hypot(view[0] ?? 1, view[1] ?? 0)
  const radians = Math.atan2(b, a)
  const degrees = Math.round((radians * 180) / Math.PI) + (isVertical ? 90 : 0)
  const angle = ((degrees % 360) + 360) % 360
  const [left, baseline] = apply(uprightMatrix(angle, page), x, y)
  const size = Math.hypot(c, d)
  const length = (isVertical ? item.height : item.width) * scale
  if (![left, baseline, size, length].every(Number.isFinite) || size <= 0) return []
  const end: Point = [x + Math.cos(radians) * length, y + Math.sin(radians) * length]
  const run: Run = {
    ...marked,
    left,
    right: left + length,
    baseline,
    size,
    font: style,
    isRightToLeft: item.dir === 'rtl',
    ...(item.edges && marked.text === item.str && !isVertical ? { edges: item.edges.map((edge) => edge * scale) } : {}),
    href: null,
    shift: 0,
    ...(isTurned(angle) && !isVertical ? { onPage: boxOfPoints([[x, y], end]) } : {}),
  }
  return [{ angle, run }]
}

/** Returns the matrix that rotates text at this angle so that it runs to the right. The coordinates of the rotated page start at 0. */
export function uprightMatrix(angle: number, { width, height }: RunContext['size']): Matrix {
  const radians = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const left = Math.min(0, cos * width) + Math.min(0, sin * height)
  const top = Math.min(0, -sin * width) + Math.min(0, cos * height)
  return [cos, -sin, sin, cos, -left, -top]
}
