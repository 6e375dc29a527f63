/** Tracks a page's graphics state from operator to operator: colors, transparency, clipping, layers. @see PDF 1.7, 8.4 */

import { black, hexColour, type Rgb } from '../../converted/hidden-text.ts'
import { closePath, type Matrix, multiply, partsOfPath } from './geometry.ts'
import { type Area, common, everywhere, moved, PaintedAreas } from './painted-areas.ts'
import type { OperatorNumbers, PaintedPath } from './vector-rules.ts'

export class GraphicsState {
  matrix: Matrix = [1, 0, 0, 1, 0, 0]
  /** Null if it is unknown, as for a pattern. */
  fill: Rgb | null = black
  stroke: Rgb | null = black
  fillAlpha = 1
  strokeAlpha = 1
  /** Opacity of the surrounding groups. */
  groupAlpha = 1
  clip = everywhere
  isClipWhole = true
  /** True if paint blends with the content below, or is only partly visible. */
  isMixed = false
  isMasked = false
  font = ''
  fontSize = 0
  charSpacing = 0
  wordSpacing = 0
  /** 1 for letters of normal width. */
  widthScale = 1
  leading = 0
  rise = 0
  /** Text rendering mode as in PDF: 3 draws nothing. */
  mode = 0
}

const maxStates = 1000
/** Images are drawn into a unit square. A unit square scaled to at least this size counts as an image. */
const minImageSize = 6
const unitSquare: Area = [0, 0, 1, 1]

const fillingPaints = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke']

type Follow = (args: readonly unknown[]) => void

export class DrawingState {
  now = new GraphicsState()
  readonly painted = new PaintedAreas()
  readonly paths: PaintedPath[] = []
  readonly #states: GraphicsState[] = []
  /** Visibility of the marked content at each level around the current position. */
  readonly #layers: boolean[] = []
  readonly #isLayerVisible: (layer: unknown) => boolean
  readonly #ops: OperatorNumbers
  readonly #follow: ReadonlyMap<number | undefined, Follow>
  #nextClip = false

  /** `isLayerVisible` receives a layer as represented in pdf.js. */
  constructor(ops: OperatorNumbers, isLayerVisible: (layer: unknown) => boolean) {
    this.#ops = ops
    this.#isLayerVisible = isLayerVisible
    const followed = { ...this.#structure(), ...this.#values() }
    this.#follow = new Map(Object.entries(followed).map(([name, follow]) => [ops[name], follow]))
  }

  /** True if the current layer is hidden. */
  get isInHiddenLayer(): boolean {
    return this.#layers.includes(false)
  }

  follow(operator: number, args: unknown): void {
    this.#follow.get(operator)?.((args ?? []) as readonly unknown[])
  }

  set(change: Partial<GraphicsState>): void {
    Object.assign(this.now, change)
  }

  #structure(): Record<string, Follow> {
    const save = () => {
      if (this.#states.length < maxStates) this.#states.push({ ...this.now })
    }
    const restore = () => {
      this.now = this.#states.pop() ?? this.now
    }
    const clip = () => {
      this.#nextClip = true
    }
    return {
      ...{ save, restore, paintFormXObjectEnd: restore, endGroup: restore },
      transform: (matrix) => this.#transform(matrix as Matrix),
      paintFormXObjectBegin: ([matrix, box]) => {
        save()
        if (matrix) this.#transform(matrix as Matrix)
        if (box) this.set({ clip: common(this.now.clip, moved(this.now.matrix, box as Area)) })
      },
      beginGroup: ([group]) => {
        const { bbox, matrix, smask } = group as { bbox: Area | null; matrix: Matrix | null; smask: unknown }
        save()
        const clip = bbox ? moved(matrix ? multiply(this.now.matrix, matrix) : this.now.matrix, bbox) : everywhere
        const { groupAlpha, fillAlpha, isMasked } = this.now
        this.set({
          clip: common(this.now.clip, clip),
          groupAlpha: groupAlpha * fillAlpha,
          fillAlpha: 1,
          strokeAlpha: 1,
          isMasked: isMasked || Boolean(smask),
        })
      },
      ...{ clip, eoClip: clip },
      beginMarkedContent: () => void this.#layers.push(true),
      beginMarkedContentProps: ([tag, properties]) =>
        void this.#layers.push(tag !== 'OC' || this.#isLayerVisible(properties)),
      endMarkedContent: () => void this.#layers.pop(),
      constructPath: ([paint, path, box]) =>
        this.#path(paint as number, (path as [ArrayLike<number> | null])[0], box as ArrayLike<number>),
      shadingFill: () => this.painted.add(this.now.clip, null, { isImage: true }),
    }
  }

  #values(): Record<string, Follow> {
    const unknown = (name: 'fill' | 'stroke') => () => this.set({ [name]: null })
    const number = (name: keyof GraphicsState) => (args: readonly unknown[]) => this.set({ [name]: Number(args[0]) })
    const setFont: Follow = ([font, fontSize]) => this.set({ font: String(font), fontSize: Number(fontSize) })
    return {
      setFillRGBColor: ([hex]) => this.set({ fill: hexColour(hex as string) }),
      setStrokeRGBColor: ([hex]) => this.set({ stroke: hexColour(hex as string) }),
      ...{ setFillColorN: unknown('fill'), setStrokeColorN: unknown('stroke') },
      ...{ setFillTransparent: unknown('fill'), setStrokeTransparent: unknown('stroke') },
      ...{
        setCharSpacing: number('charSpacing'),
        setWordSpacing: number('wordSpacing'),
        setLeading: number('leading'),
      },
      ...{ setTextRise: number('rise'), setTextRenderingMode: number('mode'), setFont },
      setHScale: ([percent]) => this.set({ widthScale: Number(percent) * 0.01 }),
      setGState: ([entries]) => {
        for (const [name, value] of entries as [string, unknown][]) {
          if (name === 'ca') this.set({ fillAlpha: Number(value) })
          else if (name === 'CA') this.set({ strokeAlpha: Number(value) })
          else if (name === 'BM') this.set({ isMixed: value !== 'source-over' && value !== 'normal' })
          else if (name === 'SMask') this.set({ isMasked: value !== false })
          else if (name === 'Font') setFont(value as [string, number])
        }
      },
    }
  }

  #transform(matrix: Matrix): void {
    this.set({ matrix: multiply(this.now.matrix, matrix) })
    const square = moved(this.now.matrix, unitSquare)
    if (square[2] - square[0] < minImageSize || square[3] - square[1] < minImageSize || this.isInHiddenLayer) return
    this.painted.add(common(square, this.now.clip), null, { isImage: true })
  }

  #path(paint: number, path: ArrayLike<number> | null, box: ArrayLike<number> | undefined): void {
    if (this.#nextClip) this.#clipTo(path, box)
    this.#nextClip = false
    const { now } = this
    const isPaint = (name: string) => this.#ops[name] === paint
    const isStroked = !isPaint('fill') && !isPaint('eoFill')
    if (path && !isPaint('endPath')) this.paths.push({ path, matrix: now.matrix, isStroked })
    const isFilled = fillingPaints.some(isPaint)
    const alpha = now.fillAlpha * now.groupAlpha
    if (!path || !box || !isFilled || alpha < 0.05 || this.isInHiddenLayer) return
    const isPlain = alpha > 0.95 && !now.isMixed && !now.isMasked
    const isWhole = isPlain && now.isClipWhole && now.fill !== null && isRectangle(path, now.matrix)
    this.painted.add(common(moved(now.matrix, boxOf(box)), now.clip), isPlain ? now.fill : null, { isWhole })
  }

  #clipTo(path: ArrayLike<number> | null, box: ArrayLike<number> | undefined): void {
    if (!path || !box) return
    const { clip, matrix, isClipWhole } = this.now
    this.set({ clip: common(clip, moved(matrix, boxOf(box))), isClipWhole: isClipWhole && isRectangle(path, matrix) })
  }
}

const boxOf = (box: ArrayLike<number>): Area => [box[0] ?? 0, box[1] ?? 0, box[2] ?? 0, box[3] ?? 0]

/** True if a pdf.js path is a single axis-aligned rectangle. */
function isRectangle(path: ArrayLike<number>, [a = 1, b = 0, c = 0, d = 1]: Matrix): boolean {
  if (!((b === 0 && c === 0) || (a === 0 && d === 0)) || path.length < 12 || path.length > 16) return false
  const parts = [...partsOfPath(path)]
  const points = parts.filter(({ code }) => code !== closePath)
  return (
    parts.every(({ code }, at) => code === closePath || code === (at === 0 ? 0 : 1)) &&
    points.length >= 4 &&
    points.every(({ x, y }, at) => at === 0 || x === points[at - 1]?.x || y === points[at - 1]?.y)
  )
}
