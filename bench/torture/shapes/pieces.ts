/** Building blocks of all shapes: random numbers, depths, long strings, and archives that look like real ones. */

import { deflateRawSync } from 'node:zlib'
import { type ZipPart, zipFile } from '../../../test/documents/hostile/zip-file.ts'
import type { Random } from '../random.ts'

/** One way to make a file that is hard to read. `write` draws the amounts. */
export type Family = readonly [name: string, write: (random: Random) => Buffer]

/** Start and end tags of elements to draw from. */
export type Pairs = readonly [Pair, ...Pair[]]
type Pair = readonly [open: string, close: string]

export const many = (times: number, write: (n: number) => string): string =>
  Array.from({ length: times }, (_, n) => write(n)).join('')

export const nested = (open: string, close: string, depth: number, inside = 'x'): string =>
  open.repeat(depth) + inside + close.repeat(depth)

/** Returns a log-uniform random number, so that both thousands and millions occur. Larger numbers are more frequent. */
export function amount(random: Random, min: number, max: number): number {
  return Math.round(min * (max / min) ** Math.max(random.next(), random.next()))
}

const giants = [
  ...(['-1', '0', '65536', '1000000', '16777216', '100000000', '2147483647', '4294967295', '4294967296'] as const),
  ...(['-2147483648', '9007199254740993', '99999999999999999999', '1e308', '-1e308', '0.0000001', 'NaN'] as const),
] as const

/** Returns a number for a field that counts something. */
export const giant = (random: Random): string => random.pick(giants)

const signs = ['x', ' ', '&', '<', 'ж', '*', '[', '|', '\u202e', 'a b ', '漢', '\\', '`', '"', '\n', '😀'] as const

/** Returns one character repeated, up to `maxBytes` bytes of UTF-8. */
export function longText(random: Random, maxBytes = 20_000_000): string {
  const sign = random.pick(signs)
  return sign.repeat(amount(random, 100_000, maxBytes) / Buffer.byteLength(sign))
}

/** Does the same for XML. */
export function longXml(random: Random, maxBytes = 60_000_000): string {
  return `<![CDATA[${random.chance(0.5) ? 'ж' : ''}${longText(random, maxBytes)}]]>`
}

/** Returns a document type declaration whose entities grow, from `&e1;` to `&e12;`. */
export function entities(random: Random): string {
  const times = random.integer(2, 10)
  const rows = many(12, (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(times)}">`)
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "${'ha'.repeat(amount(random, 1, 10_000))}">${rows}]>`
}

/** Real archives compress to about a hundredth at best. Readers refuse large parts beyond this ratio. */
const plainRatio = 390
const smallBytes = 8_000_000

/** Packs the parts. Most of the large ones contain noise, so that they look like real ones. */
export function pack(parts: readonly ZipPart[], random: Random): Buffer {
  return zipFile(
    parts.map((part) => {
      const bytes = Buffer.from(part.content)
      if (bytes.length < smallBytes || part.isPacked) return part
      const packed = deflateRawSync(bytes)
      const lacking = Math.ceil(bytes.length / plainRatio) - packed.length
      const isPlain = lacking > 0 && random.chance(0.8)
      const whole = isPlain ? Buffer.concat([bytes, noise(lacking, random)]) : bytes
      return { name: part.name, content: isPlain ? deflateRawSync(whole) : packed, isPacked: true, size: whole.length }
    }),
  )
}

/** Returns an XML comment that compresses to at least `bytes`. */
function noise(bytes: number, random: Random): Buffer {
  const drawn = Buffer.from(Array.from({ length: bytes }, () => random.integer(0, 255)))
  return Buffer.from(`<!--${drawn.toString('base64')}-->`)
}
