/** Files → one ZIP archive, the same bytes for the same files: sorted by name, dated 1980, compressed by level 9. */

import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  /** Path inside the archive, with `/`. */
  name: string
  data: Uint8Array
  executable?: boolean
}

// 1 January 1980, the first day that the format knows: day 1 of month 1 of year 0.
const date = (1 << 5) | 1
const utf8 = 0x0800
const deflate = 8
const unix = 3 << 8

/**
 * The archive's bytes. Throws a RangeError beyond 65,535 files or 4 GiB, which would need ZIP64.
 * @see PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16
 */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, executable } of sorted) {
    const path = Buffer.from(name)
    const packed = deflateRawSync(data, { level: 9 })
    // What both headers of a file say of it, from «version needed» to «length of the extra field».
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(utf8, 2)
    facts.writeUInt16LE(deflate, 4)
    facts.writeUInt16LE(date, 8)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(path.length, 22)

    const place = Buffer.alloc(14)
    place.writeUInt32LE(((executable ? 0o100755 : 0o100644) << 16) >>> 0, 6)
    place.writeUInt32LE(offset, 10)

    const local = Buffer.concat([signature(0x04034b50), facts, path, packed])
    directory.push(signature(0x02014b50), short(unix | 20), facts, place, path)
    files.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(sorted.length, 8)
  end.writeUInt16LE(sorted.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, list, end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
