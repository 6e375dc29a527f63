/** Builds archives for tests, including some with false headers. */

import { strToU8, zipSync } from 'fflate'

export type ZipFiles = Readonly<Record<string, string | Uint8Array>>

/** Deflates every file except `mimetype`, as the standards require. The bytes are the same on every run. */
export function zipOf(files: ZipFiles): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([name, content]) => {
    const bytes = typeof content === 'string' ? strToU8(content) : content
    return [name, [bytes, { level: name === 'mimetype' ? 0 : 6 }]] as const
  })
  return new Uint8Array(zipSync(Object.fromEntries(entries) as never, { mtime: '2024-01-01T12:00:00' }))
}

/** Returns the archive with a change in each directory header. */
export function withDirectory(zip: Uint8Array, change: (header: DataView) => void): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(zip)
  for (let at = 0; ; at++) {
    at = Buffer.from(changed.buffer).indexOf('PK\x01\x02', at, 'latin1')
    if (at < 0) return changed
    change(new DataView(changed.buffer, at))
  }
}

/** Returns the archive with a name in its headers replaced by one of the same length. */
export function withName(zip: Uint8Array, name: string, other: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(name, other), 'latin1'))
}
