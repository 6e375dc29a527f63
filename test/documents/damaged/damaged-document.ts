/** A document with one fault, and the words that a reader must still find in it. */

import type { DocumentKind } from '../../../src/page/document-types.ts'

export interface DamagedDocument {
  /** `deck.pptx: slide3.xml is corrupt` */
  name: string
  kind: DocumentKind
  bytes: Buffer
  /** `Content-Type` of the response; null if it has none. */
  declared: string | null
  /** Texts of the parts that the fault doesn't touch. */
  intact: readonly string[]
  /** Number of bytes that are wrong in text without a checksum, where each can change a word. */
  wrongBytes: number
}

/** A sound document. */
export interface SoundDocument {
  name: string
  kind: DocumentKind
  bytes: Buffer
}

/** The effect of a fault on a document. */
export type Fault = Partial<Pick<DamagedDocument, 'declared' | 'intact' | 'wrongBytes'>> & {
  fault: string
  bytes: Buffer
}

export const damaged = ({ name, kind }: SoundDocument, { fault, ...rest }: Fault): DamagedDocument => ({
  ...{ name: `${name}: ${fault}`, kind, declared: null, intact: [], wrongBytes: 0 },
  ...rest,
})

/** Returns the words of a text, and their numbers. */
export function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const [word] of text.normalize('NFKC').matchAll(/[\p{L}\p{N}]{2,}/gu))
    words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** Faults that leave the whole document intact: other bytes around it, and wrong media types. */
export function* harmless({ bytes }: SoundDocument, whole: string): Generator<Fault> {
  const around = (before: string, after = '') =>
    Buffer.concat([Buffer.from(before, 'latin1'), bytes, Buffer.from(after, 'latin1')])
  const intact = [whole]
  yield { fault: 'a byte order mark before it', bytes: around('\xef\xbb\xbf'), intact }
  yield { fault: 'empty lines before it', bytes: around('\r\n\r\n'), intact }
  yield { fault: 'empty lines after it', bytes: around('', '\r\n\r\n'), intact }
  for (const declared of ['text/html', 'application/octet-stream', 'application/msword'])
    yield { fault: `declared as ${declared}`, bytes, declared, intact }
}

/** Cuts the document off. `intactBefore` returns the texts of the parts that end before a position. */
export function* cuts({ bytes }: SoundDocument, intactBefore: (end: number) => readonly string[]): Generator<Fault> {
  for (const share of [0.97, 0.9, 0.75, 0.5, 0.25, 0.1]) {
    const end = Math.floor(bytes.length * share)
    yield { fault: `cut off at ${share * 100}%`, bytes: bytes.subarray(0, end), intact: intactBefore(end) }
  }
}
