import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { DocumentMeter } from '../../../../src/documents/converted/document-meter.ts'
import {
  type ArchiveLimits,
  archiveLimits,
  entryPath,
  openArchive as openWith,
} from '../../../../src/documents/office/archive/archive.ts'
import { withDirectory, withName, zipOf } from './zip.ts'

const openArchive = (bytes: Uint8Array, limits?: ArchiveLimits) => openWith(bytes, new DocumentMeter(), limits)
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
])('refuses %s', (_, bytes) => {
  expect(() => openArchive(bytes)).toThrow(expect.objectContaining({ type: 'invalid_response' }))
})

const text = 'some text that is packed, packed, packed'

it('reads what is intact of a broken entry, and reports the entry', () => {
  const zip = zipOf({ 'a.txt': text, 'b.txt': 'intact' })
  const first = (change: (header: DataView) => void) => {
    let count = 0
    return withDirectory(zip, (header) => count++ === 0 && change(header))
  }
  const corrupt = new Uint8Array(zip).fill(0xff, 50, 54)
  const changed = new Uint8Array(zip)
  changed[40] = (changed[40] ?? 0) ^ 1
  const cases: [bytes: Uint8Array, start: string | null, reason: RegExp][] = [
    [first((header) => header.setUint32(42, 0xfffffff0, true)), null, /an entry in its archive is cut off/],
    [first((header) => header.setUint16(10, 14, true)), null, /method 14/],
    [first((header) => header.setUint32(20, 0x7fffffff, true)), text, /x/],
    [corrupt, text.slice(0, 10), /x/],
    [changed, '', /x/],
  ]
  for (const [bytes, start, reason] of cases) {
    const meter = new DocumentMeter()
    const archive = openWith(bytes, meter)
    const read = archive.readText('a.txt')
    if (start === null) expect(read).toBeNull()
    else expect(read).toContain(start)
    if (start === null) expect(() => archive.requiredText('a.txt')).toThrow(reason)
    expect(archive.readText('b.txt')).toBe('intact')
    expect(meter.cut).toEqual([
      { code: 'document_cut', message: 'The document is damaged. Missing or incomplete: a.txt' },
    ])
  }
})

it('finds the entries of an archive without a whole directory by their own headers', () => {
  const zip = Buffer.from(zipOf({ mimetype: 'a/b', 'a.txt': text, 'b.txt': text.toUpperCase() }))
  const directoryAt = zip.indexOf('PK\x01\x02')
  const lost = Buffer.from(zip)
  lost.write('XX', lost.indexOf('PK\x01\x02', directoryAt + 1))
  for (const bytes of [zip.subarray(0, directoryAt), zip.subarray(0, -30), lost]) {
    const meter = new DocumentMeter()
    const archive = openWith(bytes, meter)
    expect(archive.names).toEqual(['mimetype', 'a.txt', 'b.txt'])
    expect([archive.readText('mimetype'), archive.readText('a.txt')]).toEqual(['a/b', text])
    expect(archive.readText('b.txt')).toBe(text.toUpperCase())
    expect(meter.cut[0]?.message).toContain('the end of the file')
  }
  const meter = new DocumentMeter()
  const archive = openWith(zip.subarray(0, directoryAt - 8), meter)
  expect(text.toUpperCase()).toContain(archive.readText('b.txt') ?? 'nothing')
  expect(meter.cut[0]?.message).toBe('The document is damaged. Missing or incomplete: the end of the file, b.txt')
})

it('reads entries whose sizes follow their content, without a directory', () => {
  const entry = (name: string) => {
    const header = Buffer.alloc(30)
    header.write('PK\x03\x04', 'latin1')
    header.writeUInt16LE(8, 6)
    header.writeUInt16LE(8, 8)
    header.writeUInt16LE(name.length, 26)
    return Buffer.concat([header, Buffer.from(name), deflateRawSync(text), Buffer.from('PK\x07\x08............')])
  }
  const archive = openArchive(Buffer.concat([entry('a.txt'), entry('b.txt')]))
  expect([archive.readText('a.txt'), archive.readText('b.txt')]).toEqual([text, text])
})

it('reports a missing part that the document refers to', () => {
  const meter = new DocumentMeter()
  const archive = openWith(zipOf({ 'a.txt': text }), meter)
  expect([archive.readText('x'), archive.statedText('y'), archive.statedText('z', 'slide 3')]).toEqual([
    null,
    null,
    null,
  ])
  expect(archive.statedText('a.txt')).toBe(text)
  expect(meter.cut[0]?.message).toMatch(/incomplete: y, slide 3$/)
  expect(() => archive.requiredText('x')).toThrow('it has no part x')
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

it('resolves a path of a million steps', () => {
  expect(entryPath('word/', 'a/'.repeat(500_000) + 'b/../'.repeat(500_000))).toBeTypeOf('string')
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
