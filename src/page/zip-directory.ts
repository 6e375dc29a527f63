/** Reads the directory of a ZIP archive from its bytes, one entry at a time. Unpacks nothing. @see APPNOTE.TXT 6.3.10, §4.3 */

export interface ZipEntry {
  /** Name as stored: UTF-8, or code page 437 in old archives. */
  nameBytes: Uint8Array
  isEncrypted: boolean
  /** 0 for stored, 8 for deflated. */
  method: number
  packedBytes: number
  /** Size of the content as stated; null if it isn't stated. */
  bytes: number | null
  /** CRC-32 of the content; 0 if it isn't stated. */
  checksum: number
  /** Offset of the entry's local header in the file. */
  headerAt: number
}

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 }
const endBytes = 22
const maxCommentBytes = 0xffff
const centralBytes = 46
const localBytes = 30
/** Marks fields whose actual value is in the ZIP64 field. */
const inZip64 = 0xffffffff

/** True if the bytes start like a non-empty ZIP archive. */
export function startsAsZip([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04
}

/**
 * Returns the entries in directory order. If the directory is missing or corrupt, as in a truncated file, `isWhole` is false. Entries that
 * are only found by their own headers then follow.
 * @example
 * zipEntries(new TextEncoder().encode('PK\x03\x04 cut off')) // { entries: [], isWhole: false }
 */
export function zipEntries(bytes: Uint8Array, maxEntries = Number.POSITIVE_INFINITY): ZipDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const directory = findDirectory(view)
  const entries: ZipEntry[] = []
  const known = new Set<number>()
  for (const entry of directory ? entriesFrom(bytes, view, directory) : []) {
    if (entries.push(entry) > maxEntries) return { entries, isWhole: true }
    known.add(entry.headerAt)
  }
  if (directory && entries.length >= directory.count) return { entries, isWhole: true }
  for (const entry of entriesByHeader(bytes, view)) {
    if (!known.has(entry.headerAt) && entries.push(entry) > maxEntries) break
  }
  return { entries, isWhole: false }
}

interface ZipDirectory {
  entries: readonly ZipEntry[]
  /** False if entries may be missing. */
  isWhole: boolean
}

/**
 * An entry's compressed content, located by its local header; null if the header is corrupt or points outside the file. Shorter than stated
 * if the file is truncated.
 */
export function packedContent(bytes: Uint8Array, { headerAt, packedBytes }: ZipEntry): Uint8Array | null {
  if (headerAt + localBytes > bytes.length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(headerAt, true) !== signatures.local) return null
  const start = headerAt + localBytes + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true)
  return start <= bytes.length ? bytes.subarray(start, start + packedBytes) : null
}

/** Finds entries without a directory. An entry whose header doesn't state its size extends to the next header. */
function* entriesByHeader(bytes: Uint8Array, view: DataView): Generator<ZipEntry> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const next = (from: number) => file.indexOf('PK\x03\x04', from, 'latin1')
  for (let at = next(0); at !== -1 && at + localBytes <= bytes.length; ) {
    const nameAt = at + localBytes
    const nameEnd = nameAt + view.getUint16(at + 26, true)
    const start = nameEnd + view.getUint16(at + 28, true)
    const flags = view.getUint16(at + 6, true)
    const stated = (flags & 8) === 0 ? view.getUint32(at + 18, true) : 0
    const end = next(stated > 0 ? start + stated : nameAt)
    const packedBytes = stated || Math.max(0, (end === -1 ? bytes.length : end) - start)
    if (start <= bytes.length) {
      yield {
        ...{ nameBytes: bytes.subarray(nameAt, nameEnd), isEncrypted: (flags & 1) !== 0, headerAt: at, packedBytes },
        bytes: stated > 0 ? view.getUint32(at + 22, true) : null,
        method: view.getUint16(at + 8, true),
        checksum: (flags & 8) === 0 ? view.getUint32(at + 14, true) : 0,
      }
    }
    at = end
  }
}

interface Directory {
  /** Offset of the directory's first entry in the file. */
  at: number
  /** Number of bytes before the archive, which the archive's own offsets don't include. */
  shift: number
  count: number
}

function findDirectory(view: DataView): Directory | null {
  const { byteLength } = view
  const first = Math.max(0, byteLength - endBytes - maxCommentBytes)
  for (let at = byteLength - endBytes; at >= first; at--) {
    if (view.getUint32(at, true) !== signatures.end) continue
    const found = directoryBefore(view, at)
    if (found) return found
  }
  return null
}

function directoryBefore(view: DataView, endAt: number): Directory | null {
  const end64 = endOfZip64(view, endAt)
  const bytes = end64?.bytes ?? view.getUint32(endAt + 12, true)
  const at = end64?.at ?? view.getUint32(endAt + 16, true)
  const isEmpty = bytes === 0
  for (const shift of [0, (end64?.endAt ?? endAt) - bytes - at]) {
    if (shift >= 0 && (isEmpty || isCentral(view, at + shift)))
      return { at: at + shift, shift, count: end64?.count ?? view.getUint16(endAt + 10, true) }
  }
  return null
}

function endOfZip64(view: DataView, endAt: number) {
  const locator = endAt - 20
  if (locator < 0 || view.getUint32(locator, true) !== signatures.locator64) return null
  const end = Number(view.getBigUint64(locator + 8, true))
  if (end + 56 > view.byteLength || view.getUint32(end, true) !== signatures.end64) return null
  const [count = 0, bytes = 0, at = 0] = [32, 40, 48].map((field) => Number(view.getBigUint64(end + field, true)))
  return { count, bytes, at, endAt: end }
}

function isCentral(view: DataView, at: number): boolean {
  return at + centralBytes <= view.byteLength && view.getUint32(at, true) === signatures.central
}

function* entriesFrom(bytes: Uint8Array, view: DataView, { at: start, shift }: Directory): Generator<ZipEntry> {
  for (let at = start; isCentral(view, at); ) {
    const nameAt = at + centralBytes
    const extraAt = nameAt + view.getUint16(at + 28, true)
    const commentAt = extraAt + view.getUint16(at + 30, true)
    const next = commentAt + view.getUint16(at + 32, true)
    if (next > bytes.length) return
    const flags = view.getUint16(at + 8, true)
    const sizes = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
    const [contentBytes, packedBytes, headerAt] = sizes.includes(inZip64)
      ? sizes64(view, extraAt, commentAt, sizes)
      : sizes
    yield {
      nameBytes: bytes.subarray(nameAt, extraAt),
      isEncrypted: (flags & 1) !== 0,
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedBytes: packedBytes as number,
      bytes: contentBytes as number,
      headerAt: (headerAt as number) + shift,
    }
    at = next
  }
}

/** Reads from the ZIP64 field the values that don't fit into 32 bits. They appear there in this order. @see §4.5.3 */
function sizes64(view: DataView, start: number, end: number, sizes: readonly number[]): number[] {
  for (let at = start; at + 4 <= end; ) {
    const fieldEnd = at + 4 + view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === 1) {
      let valueAt = at + 4
      return sizes.map((size) => {
        if (size !== inZip64 || valueAt + 8 > Math.min(fieldEnd, end)) return size
        valueAt += 8
        return Number(view.getBigUint64(valueAt - 8, true))
      })
    }
    at = fieldEnd
  }
  return [...sizes]
}
