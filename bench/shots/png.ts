/** Writes and compares images. */

import { crc32, deflateSync } from 'node:zlib'
import { readPng } from '../../test/operations/rendering/png-pixels.ts'

/** Returns an image with a gradient between two colours that follow from its name. */
export function drawPng(name: string, width: number, height: number): Buffer {
  const hash = [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7)
  const [from, to] = [hash, hash * 2654435761].map((bits) => [bits & 255, (bits >>> 8) & 255, (bits >>> 16) & 255])
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = (x + y) / (width + height)
      for (let channel = 0; channel < 3; channel++) {
        const [start = 0, end = 0] = [from?.[channel], to?.[channel]]
        rows[y * (width * 3 + 1) + 1 + x * 3 + channel] = start + (end - start) * share
      }
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.of())])
}

/** Returns one chunk of a PNG (PNG, 5.3). */
export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Channels that differ by no more than this are equal: rounding of blended colours. */
const tolerance = 24

interface Difference {
  /** Share of the pixels of the larger image that differ, or exist in one image only. */
  share: number
  /** True if the first image has a single colour. */
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
  const all = Math.max(a.width, b.width) * Math.max(a.height, b.height)
  return { share: 1 - equal / all, isBlank }
}

/** Returns the largest difference of a channel. */
function distance(one: Buffer, at: number, other: Buffer, otherAt: number): number {
  let most = 0
  for (let channel = 0; channel < 3; channel++) {
    most = Math.max(most, Math.abs((one[at + channel] ?? 0) - (other[otherAt + channel] ?? 0)))
  }
  return most
}
