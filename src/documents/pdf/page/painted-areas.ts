/** Records the areas that a page paints, in order, to find the background of a letter and anything painted over the letter later. */

import { type Grounds, type Rgb, white } from '../../converted/hidden-text.ts'
import { apply, boxOfPoints, type Matrix, type Point } from './geometry.ts'

/** Edges in page coordinates. */
export type Area = readonly [left: number, bottom: number, right: number, top: number]

interface Painted {
  area: Area
  /** Null if it is unknown, as for an image. */
  colour: Rgb | null
  isWhole: boolean
  isImage: boolean
}

export const everywhere: Area = [-1e9, -1e9, 1e9, 1e9]

export function common(a: Area, b: Area): Area {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
}

export function contains(outer: Area, inner: Area): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]
}

export const sizeOf = ([left, bottom, right, top]: Area) => (right - left) * (top - bottom)

/** True if a box has no size or is off the page. Its edges may be in any order. */
export function isOutsideArea([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[], page: readonly number[]): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = page
  const seen = common(areaAround([x0, y0], [x1, y1]), [left, bottom, right, top])
  return seen[2] <= seen[0] || seen[3] <= seen[1]
}

export function areaAround(...points: Point[]): Area {
  // In page coordinates, the y axis points up.
  const { left, right, top: lowest, bottom: highest } = boxOfPoints(points)
  return [left, lowest, right, highest]
}

/** Returns the bounding box of a transformed box. */
export function moved(matrix: Matrix, [left, bottom, right, top]: Area): Area {
  return areaAround(...[left, right].flatMap((x) => [bottom, top].map((y) => apply(matrix, x, y))))
}

const isIn = ([left, bottom, right, top]: Area, x: number, y: number) =>
  x >= left && x <= right && y >= bottom && y <= top

/** A page with more areas is a drawing, whose text colors aren't checked. */
const maxAreas = 5000
/** Thinner areas are lines, not backgrounds. */
const minThickness = 3

export class PaintedAreas {
  readonly #all: Painted[] = []
  isFull = false

  get count(): number {
    return this.#all.length
  }

  add(area: Area, colour: Rgb | null, { isWhole = false, isImage = false } = {}): void {
    if (!(area[2] - area[0] >= minThickness && area[3] - area[1] >= minThickness)) return
    if (this.#all.length >= maxAreas) this.isFull = true
    else this.#all.push({ area, colour, isWhole, isImage })
  }

  /** Returns the areas that overlap the given area. Called before the letters in that area are checked. */
  within(area: Area): PaintedAreas {
    const some = new PaintedAreas()
    some.isFull = this.isFull
    for (const one of this.#all) {
      const [left, bottom, right, top] = common(one.area, area)
      if (left <= right && bottom <= top) some.#all.push(one)
    }
    return some
  }

  /** Returns the possible backgrounds at a point. */
  groundsAt(x: number, y: number): Grounds {
    if (this.isFull) return [null]
    const grounds: (Rgb | null)[] = []
    for (let i = this.#all.length - 1; i >= 0; i--) {
      const { area, colour, isWhole } = this.#all[i] as Painted
      if (!isIn(area, x, y)) continue
      grounds.push(colour)
      if (isWhole) return grounds
    }
    return [...grounds, white]
  }

  /** Returns the size of the largest image, in square units. */
  get imageArea(): number {
    return this.#all.reduce((most, { area, isImage }) => (isImage ? Math.max(most, sizeOf(area)) : most), 0)
  }

  hasImageAt(x: number, y: number): boolean {
    return this.isFull || this.#all.some(({ area, isImage }) => isImage && isIn(area, x, y))
  }

  /** True if something opaque was painted over a point. `from`: the number of areas painted before the letter at that point. */
  isCoveredAt(x: number, y: number, from: number): boolean {
    for (let at = from; at < this.#all.length; at++) {
      const one = this.#all[at] as Painted
      if (one.isWhole && isIn(one.area, x, y)) return true
    }
    return false
  }
}
