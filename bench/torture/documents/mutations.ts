/** Breaks valid documents in random ways: bytes, archive parts and their XML, PDF objects, RTF groups. */

import { unzipSync, zipSync } from 'fflate'
import type { Random } from '../random.ts'

interface Mutation {
  name: string
  bytes: Buffer
}

/** `canary` is a URL that must never be requested. */
export function mutate(kind: string, bytes: Buffer, canary: string, random: Random): Mutation {
  if (random.chance(0.25)) return { name: 'wrong bytes', bytes: flipped(bytes, random) }
  if (random.chance(0.15)) return { name: 'cut', bytes: bytes.subarray(0, random.integer(0, bytes.length)) }
  if (kind === 'pdf') return mutatePdf(bytes, canary, random)
  if (/^(?:rtf|csv|tsv)$/.test(kind)) return mutateText(bytes, canary, random)
  return mutateArchive(bytes, canary, random)
}

function flipped(bytes: Buffer, random: Random): Buffer {
  const broken = Buffer.from(bytes)
  for (let left = random.pick([1, 3, 20, 200]); left > 0; left--) {
    broken[random.integer(0, broken.length - 1)] = random.integer(0, 255)
  }
  return broken
}

const numbers = ['-1', '0', '99999999999', '1e308', '2147483648', '3'] as const

function mutatePdf(bytes: Buffer, canary: string, random: Random): Mutation {
  const text = bytes.toString('latin1')
  const objects = text.split(/(?=\d+ 0 obj)/)
  const [one, other] = [random.integer(0, objects.length - 1), random.integer(0, objects.length - 1)]
  const changes: readonly [string, () => string][] = [
    ['junk before its header', () => 'x'.repeat(random.pick([10, 1000, 1100, 5000])) + text],
    ['HTML behind its header', () => `%PDF-1.7\n<html><body><script>1</script>${text}`],
    [
      'other numbers',
      () => text.replace(/ \d+ /g, (found) => (random.chance(0.05) ? ` ${random.pick(numbers)} ` : found)),
    ],
    ['other names', () => text.replace(/\/[A-Z]\w+/g, (found) => (random.chance(0.03) ? '/Kids' : found))],
    [
      'exchanged objects',
      () =>
        objects
          .with(one, objects[other] ?? '')
          .with(other, objects[one] ?? '')
          .join(''),
    ],
    ['an action', () => text.replace(/\/Type ?\/Catalog/, `/Type/Catalog/OpenAction<</S/URI/URI(${canary})>>`)],
  ]
  const [name, write] = changes[random.integer(0, changes.length - 1)] as (typeof changes)[number]
  return { name, bytes: Buffer.from(write(), 'latin1') }
}

function mutateText(bytes: Buffer, canary: string, random: Random): Mutation {
  const at = random.integer(0, bytes.length)
  const inserted = random.pick([
    ...(['{'.repeat(3000), '}'.repeat(50), '\\u-99999?', '\\bin99999999 ', '""'.repeat(1000), '\0\0'] as const),
    ...(['\\trowd\\cellx5\\cell\\row', '{\\footnote ', '{\\*\\', ','.repeat(20_000)] as const),
    `{\\field{\\*\\fldinst INCLUDEPICTURE "${canary}"}{\\fldrslt x}}`,
  ])
  return {
    name: 'something inside',
    bytes: Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at)]),
  }
}

type Files = Record<string, Uint8Array>

const climbing = [
  '../../../../tmp/climbed',
  '/tmp/climbed',
  'C:\\climbed',
  '\u202efdp.exe',
  'a\0b.xml',
  'x'.repeat(60_000),
]

function mutateArchive(bytes: Buffer, canary: string, random: Random): Mutation {
  const files: Files = unzipSync(bytes)
  const names = Object.keys(files) as [string, ...string[]]
  const [one, other] = [random.pick(names), random.pick(names)]
  const changes: readonly [string, () => Buffer][] = [
    ['exchanged parts', () => zipped({ ...files, [one]: files[other], [other]: files[one] } as Files)],
    ['an empty part', () => zipped({ ...files, [one]: new Uint8Array() })],
    [
      'names that climb',
      () => zipped({ ...files, ...Object.fromEntries(climbing.map((name) => [name, new Uint8Array(9)])) }),
    ],
    ['junk before', () => Buffer.concat([Buffer.alloc(random.integer(1, 5000), 'x'), bytes])],
    ['junk behind', () => Buffer.concat([bytes, Buffer.alloc(random.integer(1, 70_000), 'x')])],
    ['a header of PDF before', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes])],
    ['an archive around', () => zipped({ 'inner.docx': bytes })],
    ['a directory that lies', () => lying(bytes, random)],
    ...Array.from({ length: 8 }, (): [string, () => Buffer] => [
      'other XML',
      () => zipped({ ...files, [one]: changedXml(Buffer.from(files[one] ?? []).toString(), canary, random) }),
    ]),
  ]
  const [name, write] = changes[random.integer(0, changes.length - 1)] as (typeof changes)[number]
  return { name, bytes: write() }
}

const zipped = (files: Files) => Buffer.from(zipSync(files, { level: 1 }))

function lying(bytes: Buffer, random: Random): Buffer {
  const lie = Buffer.from(bytes)
  const end = lie.lastIndexOf('PK\x05\x06')
  lie.writeUInt16LE(random.integer(0, 65_535), end + random.pick([8, 10]))
  if (random.chance(0.5)) lie.writeUInt32LE(random.integer(0, 2 ** 31), end + random.pick([12, 16]))
  const entry = lie.indexOf('PK\x01\x02')
  if (random.chance(0.5)) lie.writeUInt32LE(random.integer(0, 2 ** 31), entry + random.pick([20, 24, 42]))
  return lie
}

function changedXml(xml: string, canary: string, random: Random): Uint8Array {
  const tags = xml.split(/(?=<)/)
  const at = random.integer(0, tags.length - 1)
  const entities = `<!DOCTYPE x [<!ENTITY e SYSTEM "${canary}"><!ENTITY f SYSTEM "file:///etc/passwd">]>`
  const changes: readonly (() => string)[] = [
    () => `${entities}${xml.replace(/<\?.*?\?>/, '').replace(/>([^<>]{3,40})</, '>&e;&f;$1<')}`,
    () => xml.replace('?>', `?><?xml-stylesheet href="${canary}" type="text/xsl"?>`),
    () =>
      xml.replace(/>([^<>]{3,40})</, `><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${canary}"/>$1<`),
    () => xml.replace(/>([^<>]{3,40})</, `>${'<a>'.repeat(5000)}$1${'</a>'.repeat(5000)}<`),
    () => xml.replace(/ ([a-z:]+)="/, ` $1="${'x'.repeat(300_000)}`),
    () => xml.replace(/="\d+"/g, (found) => (random.chance(0.1) ? `="${random.pick(numbers)}"` : found)),
    () => tags.toSpliced(at, random.integer(1, 20)).join(''),
    () =>
      tags
        .toSpliced(
          at,
          0,
          tags
            .slice(at, at + 20)
            .join('')
            .repeat(random.integer(1, 200)),
        )
        .join(''),
  ]
  const text = (changes[random.integer(0, changes.length - 1)] as () => string)()
  return random.chance(0.2) ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text)
}
