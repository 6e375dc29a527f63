import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type ArchiveLimits, archiveLimits, openArchive } from '../../../../src/documents/office/archive/archive.ts'
import { withDirectory, withName, zipOf } from './zip.ts'

const limited = (limits: Partial<ArchiveLimits>) => ({ ...archiveLimits, ...limits })
const mebibyte = 1024 * 1024

it('reads entries by name, compressed or stored, more than once', () => {
  const archive = openArchive(zipOf({ mimetype: 'a/b', 'x/one.xml': '<a>é</a>', empty: '' }))
  expect(archive.names).toEqual(['mimetype', 'x/one.xml', 'empty'])
  expect(archive.readText('mimetype')).toBe('a/b')
  expect(archive.readText('x/one.xml')).toBe('<a>é</a>')
  expect(archive.readText('/X/One.XML')).toBe('<a>é</a>')
  expect(archive.read('empty')).toHaveLength(0)
  expect(archive.read('none')).toBeNull()
  expect(archive.read('__proto__')).toBeNull()
})

it('reads an archive with bytes before and after it', () => {
  const zip = zipOf({ 'a.txt': 'text' })
  expect(openArchive(Buffer.concat([Buffer.from('#!prefix\n'), zip])).readText('a.txt')).toBe('text')
  expect(openArchive(Buffer.concat([zip, Buffer.from('\n')])).readText('a.txt')).toBe('text')
})

it('reads sizes and offsets from the separate fields of ZIP64', () => {
  const content = Buffer.from('long '.repeat(50))
  const packed = deflateRawSync(content)
  const name = Buffer.from('a.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  extra.writeBigUInt64LE(BigInt(content.length), 4)
  extra.writeBigUInt64LE(BigInt(packed.length), 12)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.fill(0xff, 20, 28)
  central.writeUInt16LE(name.length, 28)
  central.writeUInt16LE(extra.length, 30)
  central.fill(0xff, 42, 46)
  const before = Buffer.concat([local, name, packed])
  const directory = Buffer.concat([central, name, extra])
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(BigInt(directory.length), 40)
  end64.writeBigUInt64LE(BigInt(before.length), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(before.length + directory.length), 8)
  const end = Buffer.alloc(22, 0xff)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(0, 20)
  const archive = openArchive(Buffer.concat([before, directory, end64, locator, end]))
  expect(archive.readText('a.xml')).toBe(content.toString())
})

it.each([
  ['a file that is not an archive', Buffer.from('PK\x03\x04 and nothing else')],
  ['an empty file', Buffer.alloc(0)],
  ['a truncated archive', zipOf({ 'a.txt': 'text '.repeat(1000) }).subarray(0, -30)],
])('refuses %s', (_, bytes) => {
  expect(() => openArchive(bytes)).toThrow(expect.objectContaining({ type: 'invalid_response' }))
})

it('refuses an entry with a broken offset or content only when it is read', () => {
  const zip = zipOf({ 'a.txt': 'some text that is packed, packed, packed' })
  const elsewhere = openArchive(withDirectory(zip, (header) => header.setUint32(42, 0xfffffff0, true)))
  expect(() => elsewhere.read('a.txt')).toThrow(/broken: an entry in its archive is cut off/)
  const long = openArchive(withDirectory(zip, (header) => header.setUint32(20, 0x7fffffff, true)))
  expect(() => long.read('a.txt')).toThrow(/broken: an entry in its archive/)
  const garbled = new Uint8Array(zip).fill(0xff, 36, 60)
  expect(() => openArchive(garbled).read('a.txt')).toThrow(/can't be unpacked/)
  const odd = openArchive(withDirectory(zip, (header) => header.setUint16(10, 14, true)))
  expect(() => odd.read('a.txt')).toThrow(/method 14/)
})

it('refuses a password-protected entry with an error that says so', () => {
  const locked = openArchive(withDirectory(zipOf({ 'a.txt': 'x' }), (header) => header.setUint16(8, 1, true)))
  expect(() => locked.read('a.txt')).toThrow(
    expect.objectContaining({ type: 'invalid_response', message: expect.stringContaining('password') }),
  )
})

it('unpacks no more than its limits allow, regardless of the declared sizes', () => {
  const zip = withDirectory(zipOf({ 'a.bin': new Uint8Array(9 * mebibyte) }), (header) =>
    header.setUint32(24, 10, true),
  )
  expect(zip.length).toBeLessThan(mebibyte / 8)
  expect(() => openArchive(zip).read('a.bin')).toThrow(
    /too large to read: an entry in its archive unpacks to more than/,
  )
  expect(openArchive(zip, limited({ ratio: 2000 })).read('a.bin')).toHaveLength(9 * mebibyte)
  expect(() => openArchive(zip, limited({ ratio: 2000, entryBytes: mebibyte })).read('a.bin')).toThrow(/too large/)
  const small = openArchive(zipOf({ a: 'x'.repeat(600), b: 'y'.repeat(600) }), limited({ bytes: 1000 }))
  expect(small.read('a')).toHaveLength(600)
  expect(() => small.read('b')).toThrow(/too large/)
  expect(() => small.read('a')).toThrow(/too large/)
})

it('refuses more entries than its limit', () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, 'x']))
  expect(() => openArchive(zipOf(files), limited({ entries: 29 }))).toThrow(/more than 29 entries/)
  expect(openArchive(zipOf(files), limited({ entries: 30 })).names).toHaveLength(30)
})

it('ignores names outside the archive, and keeps the first of two entries with the same name', () => {
  const zip = zipOf({
    'aa/evil.txt': 'a',
    '/bb/root.txt': 'b',
    'C:/drive.txt': 'c',
    'folder/': '',
    'x\\y.txt': 'd',
    'z\0z': 'e',
  })
  expect(openArchive(withName(zip, 'aa/evil', '../evil')).names).toEqual(['x/y.txt'])
  const twins = withName(zipOf({ 'a.txt': 'first', 'b.txt': 'second' }), 'b.txt', 'a.txt')
  expect(openArchive(twins).names).toEqual(['a.txt'])
  expect(openArchive(twins).readText('a.txt')).toBe('first')
})
