/** Damages PDFs and documents that are text: RTF, CSV and TSV. */

import type { Random } from '../../../bench/torture/random.ts'
import { cuts, type DamagedDocument, damaged, type Fault, harmless, type SoundDocument } from './damaged-document.ts'

/** `whole`: the text of the sound document, with `<!-- page 2 -->` where a page starts. */
export function* damagedPdfs(sound: SoundDocument, whole: string, random: Random): Generator<DamagedDocument> {
  const all: Fault[] = [
    ...harmless(sound, whole),
    ...before(sound, whole),
    ...cuts(sound, () => []),
    ...withoutTables(sound, whole),
    ...brokenPages(sound, whole, random),
    ...wrongBytes(sound, { random, start: 0, end: sound.bytes.length }),
  ]
  for (const fault of all) yield damaged(sound, fault)
}

function* before({ bytes }: SoundDocument, whole: string): Generator<Fault> {
  const texts = {
    'a line': 'Warning: no such file in line 12\n',
    'an HTML head': '<html><head><title>x</title></head></html>\n',
  }
  for (const [name, text] of Object.entries(texts))
    yield { fault: `${name} before it`, bytes: Buffer.concat([Buffer.from(text), bytes]), intact: [whole] }
}

function* withoutTables({ bytes }: SoundDocument, whole: string): Generator<Fault> {
  const source = bytes.toString('latin1')
  const changes = {
    'startxref is wrong': source.replace(/startxref\s+\d+/, 'startxref\n17'),
    'the table is missing': source.replace(/\nxref[\s\S]*?(?=trailer)/, '\n'),
    'table, trailer and end are missing': source.replace(/\nxref[\s\S]*/, '\n'),
    'the offsets are wrong': source.replace(/^\d{10}(?= 00000 n)/gm, '0000000099'),
  }
  for (const [fault, text] of Object.entries(changes))
    yield { fault, bytes: Buffer.from(text, 'latin1'), intact: [whole] }
}

/** Replaces a page's dictionary, removes it, and corrupts its content. */
function* brokenPages({ bytes }: SoundDocument, whole: string, random: Random): Generator<Fault> {
  const source = bytes.toString('latin1')
  // A word that goes on on the next page is read with it.
  const pages = whole.split(/<!-- page \d+ -->/).map((page) => page.replace(/[\p{L}\p{N}-]+[^\p{L}\p{N}]*$/u, ''))
  const objects = [...source.matchAll(/(\d+) 0 obj\s*<<\s*\/Type\s*\/Page\b[\s\S]*?endobj/g)]
  for (const [at, found] of objects.entries()) {
    const intact = pages.toSpliced(at, 1)
    const [object, number] = found
    const put = (text: string) =>
      Buffer.from(
        source.replace(object, () => text.padEnd(object.length)),
        'latin1',
      )
    yield { fault: `page ${at + 1} is a number`, bytes: put(`${number} 0 obj 12345 endobj`), intact }
    yield { fault: `page ${at + 1} is missing`, bytes: put(''), intact }
    const content = Number(/\/Contents (\d+) 0 R/.exec(object)?.[1])
    const start = source.indexOf('stream', source.search(new RegExp(`(?<!\\d)${content} 0 obj`))) + 8
    const end = source.indexOf('endstream', start)
    yield {
      ...[...wrongBytes({ bytes }, { random, start, end })][2],
      fault: `page ${at + 1} is corrupt`,
      intact,
    } as Fault
  }
}

function* wrongBytes(
  { bytes }: Pick<SoundDocument, 'bytes'>,
  { random, start, end }: { random: Random; start: number; end: number },
): Generator<Fault> {
  for (const count of [1, 3, 10, 100]) {
    const flipped = Buffer.from(bytes)
    for (let flip = 0; flip < count; flip++) {
      const place = random.integer(start, end - 1)
      flipped[place] = (flipped[place] ?? 0) ^ (1 << random.integer(0, 7))
    }
    yield { fault: `${count} wrong bytes`, bytes: flipped, wrongBytes: count }
  }
}

/** Yields the faults of an RTF, CSV or TSV document. */
export function* damagedTexts(sound: SoundDocument, whole: string, random: Random): Generator<DamagedDocument> {
  const isTable = sound.kind !== 'rtf'
  const declared = isTable ? `text/${sound.kind === 'csv' ? 'csv' : 'tab-separated-values'}` : null
  const own = [...harmless(sound, whole)].filter((one) => !isTable || one.declared === undefined)
  const all: Fault[] = [
    ...own,
    // A table that is cut off is still a table.
    ...(isTable ? [] : cuts(sound, () => [])),
    ...wrongBytes(sound, { random, start: 0, end: sound.bytes.length }),
  ]
  for (const fault of all) yield damaged(sound, isTable ? { ...fault, declared } : fault)
}
