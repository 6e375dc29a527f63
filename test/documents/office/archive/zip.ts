/** Archives that tests build: honest ones, and ones whose headers lie. */

import { strToU8, zipSync } from 'fflate'

export type ZipFiles = Readonly<Record<string, string | Uint8Array>>

/** Deflated, but for `mimetype`, as its standards ask. The same bytes on every run. */
export function zipOf(files: ZipFiles): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([name, content]) => {
    const bytes = typeof content === 'string' ? strToU8(content) : content
    return [name, [bytes, { level: name === 'mimetype' ? 0 : 6 }]] as const
  })
  return new Uint8Array(zipSync(Object.fromEntries(entries) as never, { mtime: '2024-01-01T12:00:00' }))
}

/** The archive with this changed in each header of its directory. */
export function withDirectory(zip: Uint8Array, change: (header: DataView) => void): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(zip)
  for (let at = 0; ; at++) {
    at = Buffer.from(changed.buffer).indexOf('PK\x01\x02', at, 'latin1')
    if (at < 0) return changed
    change(new DataView(changed.buffer, at))
  }
}

/** The archive with a name written over by one of the same length, in its headers. */
export function withName(zip: Uint8Array, name: string, other: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(name, other), 'latin1'))
}
