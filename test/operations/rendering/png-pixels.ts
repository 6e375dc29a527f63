/** Reads the colours of PNG images, as Chromium writes them: 8 bits per channel, not interlaced. */

import { setTimeout as sleep } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'

interface Pixels {
  width: number
  height: number
  /** The channels of each pixel, row by row. */
  pixels: Buffer
  channels: number
  /** The colour of a pixel as `rgb(…)`. */
  at(x: number, y: number): string
}

/** Lets other events happen before it resolves, such as the end of idle connections. */
export async function readPng(png: Buffer): Promise<Pixels> {
  const [width, height, colourType] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]]
  const channels = colourType === 6 ? 4 : 3
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const raw = inflateSync(Buffer.concat(data))
  const stride = width * channels
  const pixels = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const unfilter = filters[raw[y * (stride + 1)] as number] as (typeof filters)[number]
    const start = y * stride
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? (pixels[start + x - channels] as number) : 0
      const above = y > 0 ? (pixels[start - stride + x] as number) : 0
      const corner = x >= channels && y > 0 ? (pixels[start - stride + x - channels] as number) : 0
      pixels[start + x] = (raw[start + y + 1 + x] as number) + unfilter(left, above, corner)
    }
  }
  const at = (x: number, y: number) =>
    `rgb(${[...pixels.subarray(y * stride + x * channels, y * stride + x * channels + 3)].join(', ')})`
  await sleep(10)
  return { width, height, pixels, channels, at }
}

/** By the number of the filter (PNG, 9.2). */
const filters = [
  () => 0,
  (left: number) => left,
  (_: number, above: number) => above,
  (left: number, above: number) => (left + above) >> 1,
  paeth,
]

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const [toLeft, toAbove] = [Math.abs(estimate - left), Math.abs(estimate - above)]
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}
