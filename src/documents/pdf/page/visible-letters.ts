/** Locates the letters on a page from its operators, and checks which are visible. @see PDF 1.7, 9.3 and 9.4 */

import { type Grounds, isInvisible, minPoints } from '../../converted/hidden-text.ts'
import { DrawingState, type GraphicsState } from './drawing-state.ts'
import { apply, type Matrix, multiply, type Point } from './geometry.ts'
import { type Area, areaAround, common, contains, sizeOf } from './painted-areas.ts'
import type { OperatorNumbers, Operators } from './vector-rules.ts'

export interface DrawnLetter {
  text: string
  /** Start of the letter on the baseline, and its end, in page coordinates. */
  x: number
  y: number
  endX: number
  endY: number
  isHidden: boolean
}

export interface LetterFont {
  fontMatrix?: readonly number[]
  vertical?: boolean
  isType3Font?: boolean
}

interface Glyph {
  unicode: string
  width: number
  isSpace?: boolean
  vmetric?: readonly number[] | null
}

interface LetterContext {
  ops: OperatorNumbers
  fontOf(name: string): LetterFont
  isLayerVisible(layer: unknown): boolean
  measure(font: string, letter: string, width: number): void
  /** Points per unit of page coordinates. */
  unit: number
}

const upright: Matrix = [1, 0, 0, 1, 0, 0]

/** Returns a page's letters in drawing order, without spaces, the size of its largest image in square page units, and its paths. */
export function readLetters({ fnArray, argsArray }: Operators, context: LetterContext) {
  const { ops } = context
  const drawing = new DrawingState(ops, context.isLayerVisible)
  const letters: DrawnLetter[] = []
  /** Letters whose visibility depends on what is painted over them, or on an image at their position. */
  const open: { letter: DrawnLetter; at: Point; paintedBefore: number; needsImage: boolean }[] = []
  /** Letters that the clipping area cuts. The rest of each may be drawn in another area. */
  const cut = new Set<string>()
  let text = upright
  let line = upright
  const moveLine = (x: number, y: number) => {
    line = multiply(line, [1, 0, 0, 1, x, y])
    text = line
  }
  fnArray.forEach((operator, at) => {
    const args = argsArray[at] as readonly never[]
    if (operator === ops.showText) text = show(args[0] as never, text)
    else if (operator === ops.beginText) text = line = upright
    else if (operator === ops.setTextMatrix) text = line = args[0] as never
    else if (operator === ops.moveText) moveLine(args[0] as never, args[1] as never)
    else if (operator === ops.setLeadingMoveText) {
      drawing.set({ leading: -(args[1] as never) })
      moveLine(args[0] as never, args[1] as never)
    } else if (operator === ops.nextLine) moveLine(0, -drawing.now.leading)
    else drawing.follow(operator, args)
  })
  for (const { letter, at, paintedBefore, needsImage } of open) {
    const isCovered = drawing.painted.isCoveredAt(...at, paintedBefore)
    letter.isHidden = needsImage ? !drawing.painted.hasImageAt(...at) : isCovered
  }
  return { letters, imageArea: drawing.painted.imageArea, paths: drawing.paths }

  function show(glyphs: readonly (Glyph | number)[], from: Matrix): Matrix {
    const { now } = drawing
    const font = context.fontOf(now.font)
    const run = placeGlyphs(glyphs, { state: now, font, from })
    const points = Math.hypot(run.up[0], run.up[1]) * context.unit
    const isLost = drawing.isInHiddenLayer || (!font.isType3Font && isTooSmall(run, points))
    const below = drawing.painted.within(run.area)
    const isOnPaper = below.count === 0
    const needsImage = now.mode % 4 === 3
    // In the invisible text of a scan, all letters may have the same width.
    if (!needsImage)
      for (const glyph of glyphs) if (typeof glyph === 'object') context.measure(now.font, glyph.unicode, glyph.width)
    const hasOwnColours = needsImage || font.isType3Font === true || now.isMasked
    const isAllFaint = isOnPaper && !hasOwnColours && isFaint(now, below.groundsAt(0, 0))
    const isWithin = contains(now.clip, run.area)
    const paintedBefore = drawing.painted.count
    for (const letter of run.letters) {
      letters.push(letter)
      const { x, y, endX, endY } = letter
      const isSeen = () => cut.size === cut.add(`${letter.text} ${x.toFixed(1)} ${y.toFixed(1)}`).size
      letter.isHidden = isLost || isAllFaint || (!isWithin && (isCutOff(letter, run.up, now.clip) || isSeen()))
      if (letter.isHidden) continue
      const at: Point = [(x + endX) / 2 + run.up[0] * 0.3, (y + endY) / 2 + run.up[1] * 0.3]
      letter.isHidden = !isOnPaper && !hasOwnColours && isFaint(now, below.groundsAt(...at))
      if (!letter.isHidden) open.push({ letter, at, paintedBefore, needsImage })
    }
    return run.end
  }
}

/** True if neither the fill nor the outline of letters is visible on their background. */
function isFaint(state: GraphicsState, grounds: Grounds): boolean {
  const { mode, fill, stroke, fillAlpha, strokeAlpha, groupAlpha } = state
  const isFillFaint = () => isInvisible({ colour: fill, opacity: fillAlpha * groupAlpha, grounds })
  const isStrokeFaint = () => isInvisible({ colour: stroke, opacity: strokeAlpha * groupAlpha, grounds })
  return (mode % 4 === 1 || isFillFaint()) && (mode % 4 === 0 || isStrokeFaint())
}

/**
 * Returns the letters with the vector `up` from the baseline to their top, the text matrix after them (`end`), and the ratio of their actual
 * advance to their natural widths.
 */
function placeGlyphs(
  glyphs: readonly (Glyph | number)[],
  { state, font, from }: { state: GraphicsState; font: LetterFont; from: Matrix },
) {
  const { fontSize, charSpacing, wordSpacing, widthScale, rise } = state
  const isVertical = font.vertical === true
  const unit = (font.fontMatrix?.[0] ?? 0.001) * fontSize
  const whole = multiply(state.matrix, from)
  const [a = 1, b = 0, c = 0, d = 1] = whole
  const [originX, originY] = apply(whole, 0, rise)
  const [dirX, dirY] = isVertical ? [c, d] : [a, b]
  let [along, natural] = [0, 0]
  const letters: DrawnLetter[] = []
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      along += isVertical ? (glyph * fontSize) / 1000 : (-glyph * fontSize * widthScale) / 1000
      continue
    }
    if (!glyph) continue
    const width = isVertical ? (glyph.vmetric?.[0] ?? -glyph.width) * unit : glyph.width * unit * widthScale
    const spacing = charSpacing + (glyph.isSpace ? wordSpacing : 0)
    const to = along + width
    if (glyph.unicode.trim() !== '') {
      const [x, y] = [originX + along * dirX, originY + along * dirY]
      letters.push({ text: glyph.unicode, x, y, endX: originX + to * dirX, endY: originY + to * dirY, isHidden: false })
    }
    along = to + (isVertical ? -spacing : spacing * widthScale)
    natural += Math.abs(width)
  }
  const up: Point = [c * fontSize, d * fontSize]
  // A mirrored font in a mirrored coordinate system looks normal.
  const [across, high] = [Math.hypot(a, b) * Math.abs(widthScale), Math.hypot(c, d)]
  return {
    ...{ letters, up, advance: natural > 0 ? along / natural : 1, widthScale: high > 0 ? across / high : 0 },
    area: areaOf(letters[0], letters.at(-1), up),
    end: multiply(from, isVertical ? [1, 0, 0, 1, 0, along] : [1, 0, 0, 1, along, 0]),
  }
}

function areaOf(first: DrawnLetter | undefined, last: DrawnLetter | undefined, [upX, upY]: Point): Area {
  if (!first || !last) return [0, 0, 0, 0]
  const ends = [first, last].flatMap(({ x, y, endX, endY }): Point[] => [
    [x, y],
    [endX, endY],
  ])
  return areaAround(...ends, ...ends.map(([x, y]): Point => [x + upX, y + upY]))
}

/** In right-to-left text, letters advance backwards. */
const crowded = { from: -0.6, to: 0.15 }
const minCrowd = 5

function isTooSmall({ letters, advance, widthScale }: ReturnType<typeof placeGlyphs>, points: number): boolean {
  return (
    points < minPoints ||
    isInvisible({ widthScale }) ||
    (letters.length >= minCrowd && advance > crowded.from && advance < crowded.to)
  )
}

const minShare = 0.05

/** True if almost all of a letter is clipped. */
function isCutOff(letter: DrawnLetter, up: Point, clip: Area): boolean {
  const whole = areaOf(letter, letter, up)
  const seen = common(whole, clip)
  if (seen[2] < seen[0] || seen[3] < seen[1]) return true
  return sizeOf(whole) > 0 && sizeOf(seen) < sizeOf(whole) * minShare
}
