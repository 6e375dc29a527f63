/** Damages archives: their parts, headers and directory. */

import { unzipSync, type Zippable, zipSync } from 'fflate'
import type { Random } from '../../../bench/torture/random.ts'
import { type ZipEntry, zipEntries } from '../../../src/page/zip-directory.ts'
import { cuts, type DamagedDocument, damaged, type Fault, harmless, type SoundDocument } from './damaged-document.ts'

/** Parts that contain text of the document. */
const textParts =
  /^(?:word\/(?:document|footnotes)\.xml|xl\/worksheets\/sheet\d+\.xml|ppt\/(?:slides|notesSlides)\/\w+\.xml|content\.xml|.*\.x?html)$/

interface Part {
  name: string
  text: string
  /** Position of the packed content in the file. */
  start: number
  end: number
}

/** Returns the parts that contain text. The words of a sheet are in the workbook's shared strings too, and count as its own. */
function partsOf({ bytes, kind }: SoundDocument): Part[] {
  const files = unzipSync(bytes)
  const strings = textsIn(files['xl/sharedStrings.xml'], /<si>(.*?)<\/si>/gs)
  const place = ({ headerAt, packedBytes }: ZipEntry) => {
    const start = headerAt + 30 + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28)
    return { start, end: start + packedBytes }
  }
  return [...zipEntries(bytes).entries].flatMap((entry) => {
    const name = Buffer.from(entry.nameBytes).toString()
    const text = textsIn(files[name], /([\s\S]*)/g).join(' ')
    const ofSheet = Array.from(
      Buffer.from(files[name] ?? [])
        .toString()
        .matchAll(/t="s"[^>]*><v>(\d+)/g),
      (found) => strings[Number(found[1])],
    )
    const isText = textParts.test(name) && !/nav|toc|cover/.test(name)
    return isText ? [{ name, text: kind === 'xlsx' ? ofSheet.join(' ') : text, ...place(entry) }] : []
  })
}

function textsIn(xml: Uint8Array | undefined, pattern: RegExp): string[] {
  const source = Buffer.from(xml ?? [])
    .toString()
    .replace(/<head>[\s\S]*<\/head>/, '')
  return Array.from(source.matchAll(pattern), ([, inner = '']) => inner.replace(/<[^>]*>/g, ' '))
}

/** Notes count only with the text that they belong to. */
function textsOf(parts: readonly Part[]): string[] {
  const hasBody = parts.some(({ name }) => name === 'word/document.xml')
  const isShown = ({ name }: Part) => !/footnotes/.test(name) || hasBody
  return parts.filter(isShown).map(({ text }) => text)
}

/** Yields the faults of one archive. `whole`: the text of the sound document. */
export function* damagedArchives(sound: SoundDocument, whole: string, random: Random): Generator<DamagedDocument> {
  const parts = partsOf(sound)
  const stringsEnd = endOf(sound, 'xl/sharedStrings.xml')
  const all: Fault[] = [
    ...harmless(sound, whole),
    ...rewritten(sound, whole),
    ...cuts(sound, (end) =>
      stringsEnd > end
        ? []
        : textsOf(parts.filter(({ name, end: partEnd }) => partEnd <= end && !name.includes('notesSlides'))),
    ),
    {
      fault: 'its directory is missing',
      bytes: sound.bytes.subarray(0, sound.bytes.indexOf('PK\x01\x02')),
      intact: [whole],
    },
    ...brokenParts(sound, parts, random),
    ...wrongBytes(sound, parts, random),
  ]
  for (const fault of all) yield damaged(sound, fault)
}

function endOf({ bytes }: SoundDocument, name: string): number {
  const found = zipEntries(bytes).entries.find((one) => Buffer.from(one.nameBytes).toString() === name)
  return found ? found.headerAt + 30 + name.length + found.packedBytes : 0
}

/** Archives with the same parts, written by other programs. */
function* rewritten({ bytes }: SoundDocument, whole: string): Generator<Fault> {
  const files = Object.entries(unzipSync(bytes))
  const zip = (some: readonly (readonly [string, Uint8Array])[], level: 0 | 9) =>
    Buffer.from(zipSync(Object.fromEntries(some.map(([name, file]) => [name, [file, { level }]])) as Zippable))
  const isType = (name: string) => name === 'mimetype' || name === '[Content_Types].xml'
  const others = files.filter(([name]) => !isType(name))
  yield { fault: 'all entries packed', bytes: zip(files, 9), intact: [whole] }
  yield { fault: 'no entries packed', bytes: zip(files, 0), intact: [whole] }
  yield { fault: 'no type', bytes: zip(others, 9), intact: [whole] }
  yield {
    fault: 'its type last',
    bytes: zip([...others, ...files.filter(([name]) => isType(name))], 9),
    intact: [whole],
  }
}

function* brokenParts({ bytes }: SoundDocument, parts: readonly Part[], random: Random): Generator<Fault> {
  const files = unzipSync(bytes)
  for (let turn = 0; turn < 3; turn++) {
    const part = parts[random.integer(0, parts.length - 1)] as Part
    const intact = textsOf(parts.filter((one) => one !== part))
    const { name, start, end } = part
    const corrupt = Buffer.from(bytes)
    const at = random.integer(start, Math.max(start, end - 12))
    for (let offset = 0; offset < 12; offset++) corrupt[at + offset] = random.integer(0, 255)
    yield { fault: `${name} is corrupt`, bytes: corrupt, intact }
    const others = Object.fromEntries(Object.entries(files).filter(([one]) => one !== name))
    yield { fault: `${name} is missing`, bytes: Buffer.from(zipSync(others)), intact }
    const xml = files[name] ?? new Uint8Array()
    const cut = { ...files, [name]: xml.subarray(0, random.integer(0, xml.length - 1)) }
    yield { fault: `${name} ends early`, bytes: Buffer.from(zipSync(cut)), intact }
  }
}

/** Flips bytes anywhere outside the directory. */
function* wrongBytes({ bytes }: SoundDocument, parts: readonly Part[], random: Random): Generator<Fault> {
  const end = bytes.indexOf('PK\x01\x02')
  for (const count of [1, 1, 3, 3, 10]) {
    const flipped = Buffer.from(bytes)
    const places = Array.from({ length: count }, () => random.integer(0, end - 1))
    for (const place of places) flipped[place] = (flipped[place] ?? 0) ^ (1 << random.integer(0, 7))
    const inParts = parts.filter((part) => places.some((place) => place >= part.start && place < part.end))
    const isSound = places.every((place) => inParts.some((part) => place >= part.start && place < part.end))
    const intact = isSound ? textsOf(parts.filter((part) => !inParts.includes(part))) : []
    yield { fault: `${count} wrong bytes`, bytes: flipped, intact }
  }
}
