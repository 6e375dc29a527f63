/** Compares images pixel by pixel. */

import { readPng } from '../../test/operations/rendering/png-pixels.ts'

/** Channels that differ by no more than this are equal: rounding of blended colors. */
const tolerance = 24

interface Difference {
  /** Share of the pixels that differ, where both images have pixels. */
  share: number
  /** True if the first image has a single color. */
  isBlank: boolean
}

export async function compareImages(one: Buffer, other: Buffer): Promise<Difference> {
  const a = await readPng(one)
  const b = one.equals(other) ? a : await readPng(other)
  let equal = 0
  let isBlank = true
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const [p, q] = [(y * a.width + x) * a.channels, (y * b.width + x) * b.channels]
      if (isBlank) isBlank = distance(a.pixels, p, a.pixels, 0) === 0
      if (y >= b.height || x >= b.width) continue
      if (a === b || distance(a.pixels, p, b.pixels, q) <= tolerance) equal++
    }
  }
  const common = Math.min(a.width, b.width) * Math.min(a.height, b.height)
  return { share: 1 - equal / common, isBlank }
}

/** Returns the largest difference of a channel. */
function distance(one: Buffer, at: number, other: Buffer, otherAt: number): number {
  let most = 0
  for (let channel = 0; channel < 3; channel++) {
    most = Math.max(most, Math.abs((one[at + channel] ?? 0) - (other[otherAt + channel] ?? 0)))
  }
  return most
}
