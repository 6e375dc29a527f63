/** Reduces a screenshot to a PNG with its 256 most frequent colors, which is enough for text on a plain background. */

import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Picture {
  width: number
  height: number
  /** One number for each pixel: red, green and blue. */
  pixels: Uint32Array
}

/**
 * Returns a smaller PNG of the same image. Accepts PNGs from Chromium: eight bits per channel, not interlaced, with or without
 * alpha.
 */
export function shrinkPng(png: Buffer): Buffer {
  const picture = decode(png)
  const counts = new Map<number, number>()
  for (const color of picture.pixels) counts.set(color, (counts.get(color) ?? 0) + 1)
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([color]) => color)
  const places = new Map(palette.map((color, n) => [color, n]))
  const rows = Buffer.alloc((picture.width + 1) * picture.height)
  picture.pixels.forEach((color, n) => {
    const place = places.get(color) ?? nearest(palette, color)
    places.set(color, place)
    rows[n + Math.floor(n / picture.width) + 1] = place
  })
  return encode(picture, palette, rows)
}

function nearest(palette: readonly number[], color: number): number {
  const distance = (one: number) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((color >> shift) & 255)) ** 2, 0)
  return palette.reduce((best, one, n) => (distance(one) < distance(palette[best] ?? 0) ? n : best), 0)
}

function encode({ width, height }: Picture, palette: readonly number[], rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function decode(png: Buffer): Picture {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const channels = png[25] === 6 ? 4 : 3
  const rows = unfilter(inflateSync(Buffer.concat(parts)), width * channels, channels)
  const at = (n: number) => n * channels
  const pixels = Uint32Array.from({ length: width * height }, (_, n) => rows.readUIntBE(at(n), 3))
  return { width, height, pixels }
}

/** The unfiltered bytes of the rows. @see https://www.w3.org/TR/png-3/#9Filters */
function unfilter(data: Buffer, stride: number, channels: number): Buffer {
  const height = data.length / (stride + 1)
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x++) {
      const here = y * stride + x
      const left = x < channels ? 0 : (rows[here - channels] ?? 0)
      const up = y === 0 ? 0 : (rows[here - stride] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (rows[here - stride - channels] ?? 0)
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)]
      rows[here] = (data[y * (stride + 1) + 1 + x] ?? 0) + (guesses[filter] ?? 0)
    }
  }
  return rows
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one)) as [number, number, number]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
