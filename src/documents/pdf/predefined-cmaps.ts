/** The predefined CMaps of PDF: which characters the codes of Chinese, Japanese and Korean fonts are. @see ISO 32000-2, 9.7.5.2 */

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** Made by scripts/pdf/pack-cmaps.mjs. */
const file = new URL('./predefined-cmaps.br', import.meta.url)

let unpacked: ReadonlyMap<string, Uint8Array> | null = null

/** The CMaps in the binary form of pdf.js, by their names in PDF (`90ms-RKSJ-H`). They are unpacked for the first document that has one. */
export function predefinedCMaps(): ReadonlyMap<string, Uint8Array> {
  unpacked ??= unpack(brotliDecompressSync(readFileSync(file)))
  return unpacked
}

/** A line of JSON with the length of each, and then all of them. */
function unpack(packed: Buffer): Map<string, Uint8Array> {
  let start = packed.indexOf('\n') + 1
  const lengths = JSON.parse(packed.toString('utf8', 0, start)) as Record<string, number>
  const found = new Map<string, Uint8Array>()
  for (const [name, length] of Object.entries(lengths)) {
    found.set(name, packed.subarray(start, start + length))
    start += length
  }
  return found
}

/** What pdf.js asks for the files that it needs. */
export class CMapReader {
  /** Throws an Error for fonts and programs: they are for drawing pages. */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const data = kind === 'cMapUrl' ? predefinedCMaps().get(filename.replace(/\.bcmap$/, '')) : undefined
    if (data === undefined) throw new Error(`There is no ${filename} here`)
    // pdf.js may take the buffer for itself.
    return new Uint8Array(data)
  }
}
