/** Writes PNG images. */

import { crc32, deflateSync } from 'node:zlib'

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
