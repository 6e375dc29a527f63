/** Handwritten ZIP archives, so that their headers can be false. */

import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  name: string
  content: string | Buffer
  /** 8 means deflate, and 0 means store. Other methods are merely declared. */
  method?: number
  /** True if `content` is already packed. */
  isPacked?: boolean
  /** Sizes to declare instead of the true ones. */
  size?: number
  packedSize?: number
  flags?: number
  /** The directory points to the content of this part instead. */
  sameAs?: number
}

export function zipFile(parts: readonly ZipPart[], { stated = parts.length, prefix = Buffer.alloc(0) } = {}): Buffer {
  const chunks: Buffer[] = [prefix]
  let offset = prefix.length
  const directory: Buffer[] = []
  const places: { offset: number; header: Buffer }[] = []
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const first = part.sameAs === undefined ? undefined : places[part.sameAs]
    if (first) {
      places.push(first)
      directory.push(directoryEntry(first.header, name, first.offset))
      continue
    }
    const { method = 8 } = part
    const bytes = Buffer.from(part.content)
    const packed = method === 8 && !part.isPacked ? deflateRawSync(bytes, { level: 1 }) : bytes
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(part.flags ?? 0, 2)
    header.writeUInt16LE(method, 4)
    header.writeUInt32LE(part.isPacked ? 0 : crc32(bytes), 10)
    header.writeUInt32LE(part.packedSize ?? packed.length, 14)
    header.writeUInt32LE(part.size ?? bytes.length, 18)
    header.writeUInt16LE(name.length, 22)
    places.push({ offset, header })
    directory.push(directoryEntry(header, name, offset))
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, name, packed])
    chunks.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Math.min(stated, 0xffff), 8)
  end.writeUInt16LE(Math.min(stated, 0xffff), 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...chunks, central, end])
}

function directoryEntry(header: Buffer, name: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.write('PK\x01\x02', 'latin1')
  entry.writeUInt16LE(20, 4)
  header.copy(entry, 6, 0, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}
