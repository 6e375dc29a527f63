/** Turns pdf.js text items into runs, grouped by text direction. Each direction has coordinates in which its text runs to the right. */

import { type FontStyle, plainFont, type Run } from './run.ts'
import { apply, multiply } from './vector-rules.ts'

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

interface DirectedRuns {
  /** Clockwise rotation of the text, in degrees. */
  angle: number
  runs: Run[]
}

interface RunContext {
  /** Transforms page coordinates to points, as displayed, with the y axis pointing down. */
  view: readonly number[]
  /** Size of the page as displayed, in points. */
  size: PageSize
  fontOf(name: string): { style: FontStyle; isVertical: boolean }
  readable(text: string, font: string): string
}

/** Returns the runs of each direction, starting with the one that has the most text. */
export function readRuns(items: readonly TextItem[], context: RunContext): DirectedRuns[] {
  const marks: { id: string | null; isArtifact: boolean }[] = []
  const byAngle = new Map<number, Run[]>()
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') marks.pop()
      else marks.push(markOf(item, marks.at(-1)))
      continue
    }
    // Characters with neither a glyph nor a width are control characters.
    if (item.width === 0 && /^[\p{Cc}\s]*$/u.test(item.str)) continue
    const text = context.readable(item.str, context.fontOf(item.fontName).style.name)
    if (text.trim() === '') continue
    const { angle, run } = runOf(item, text, context)
    if (!run) continue
    const mark = marks.at(-1)
    run.mark = mark?.id ?? null
    run.isArtifact = mark?.isArtifact ?? false
    const runs = byAngle.get(angle)
    if (runs) runs.push(run)
    else byAngle.set(angle, [run])
  }
  const chars = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0)
  const directed = [...byAngle]
    .map(([angle, runs]) => ({ angle, runs, chars: chars(runs) }))
    .sort((a, b) => b.chars - a.chars)
  if (isTurned(directed[0]?.angle ?? 0)) for (const { runs } of directed) for (const run of runs) delete run.onPage
  return directed.map(({ angle, runs }) => ({ angle, runs }))
}

/** False for text that a scan tilted slightly. */
const isTurned = (angle: number) => angle > 10 && angle < 350

type OpenMark = { id: string | null; isArtifact: boolean }

function markOf({ id, tag }: { id?: string | null; tag?: string | null }, around: OpenMark | undefined): OpenMark {
  return { id: id ?? around?.id ?? null, isArtifact: tag === 'Artifact' || (around?.isArtifact ?? false) }
}

function runOf(
  item: Extract<TextItem, { str: string }>,
  text: string,
  { view, size: page, fontOf }: RunContext,
): { angle: number; run: Run | null } {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = multiply(view, item.transform)
  const { style = plainFont, isVertical } = fontOf(item.fontName)
  const scale = scaleOf(view)
  const degrees = Math.round((Math.atan2(b, a) * 180) / Math.PI) + (isVertical ? 90 : 0)
  const angle = ((degrees % 360) + 360) % 360
  const [left, baseline] = apply(uprightMatrix(angle, page), x, y)
  const size = Math.hypot(c, d)
  const length = (isVertical ? item.height : item.width) * scale
  if (![left, baseline, size, length].every(Number.isFinite) || size <= 0) return { angle, run: null }
  const [toX, toY] = [x + Math.cos(Math.atan2(b, a)) * length, y + Math.sin(Math.atan2(b, a)) * length]
  const onPage = { left: Math.min(x, toX), right: Math.max(x, toX), top: Math.min(y, toY), bottom: Math.max(y, toY) }
  const run: Run = {
    text,
    left,
    right: left + length,
    baseline,
    size,
    font: style,
    isRightToLeft: item.dir === 'rtl',
    ...(item.edges && text === item.str && !isVertical ? { edges: item.edges.map((edge) => edge * scale) } : {}),
    mark: null,
    isArtifact: false,
    href: null,
    shift: 0,
    ...(isTurned(angle) && !isVertical ? { onPage } : {}),
  }
  return { angle, run }
}

const scaleOf = ([a = 1, b = 0]: readonly number[]) => Math.hypot(a, b)

interface PageSize {
  width: number
  height: number
}

/** Returns the matrix that rotates text at this angle so that it runs to the right. The coordinates of the rotated page start at 0. */
export function uprightMatrix(angle: number, { width, height }: PageSize): readonly number[] {
  const radians = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const left = Math.min(0, cos * width) + Math.min(0, sin * height)
  const top = Math.min(0, -sin * width) + Math.min(0, cos * height)
  return [cos, -sin, sin, cos, -left, -top]
}
