/** Checks text extraction from PDFs, for each predefined CMap that uses the codes of a text encoding. */

import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js'
import { predefinedCMaps } from '../../../src/documents/pdf/open-pdf.ts'
import { decodeText } from '../../../src/page/encodings.ts'
import { pageInCMap } from '../../../test/documents/pdf/pdf-document.ts'
import { pdfText } from '../../../test/documents/pdf/pdf-text.ts'
import { type Failure, type Suite, shareOf } from '../suite.ts'

export const pdfTexts: Suite = {
  name: 'pdf-text',
  source: 'predefined CMaps of ISO 32000 (Adobe, by pdf.js), 1,000 common characters in each',
  async run(options) {
    const cmaps = [...predefinedCMaps().keys()].filter((name) => codesOf(name) !== null)
    const failures: Failure[] = []
    let cases = 0
    let variants = 0
    for (const cmap of shareOf(cmaps, 10, options)) {
      const { collection, encode } = codesOf(cmap) as Codes
      const lines = shareOf(linesOf(collection), 2, options)
      cases += lines.length
      for (const line of lines) {
        const { text, warnings } = await pdfText(pageInCMap(cmap, collection, encode(line)))
        const got = text.replace(/\s/g, '')
        if (got === line) continue
        if (isVariant(cmap, got, line)) variants++
        else
          failures.push({ name: cmap, got: `${got} ${warnings.map(({ message }) => message).join()}`, expected: line })
      }
    }
    return {
      cases,
      passed: cases - failures.length - variants,
      style: { 'forms of another edition of JIS': variants },
      failures,
    }
  },
}

type Collection = 'Japan1' | 'GB1' | 'CNS1' | 'Korea1'

interface Codes {
  collection: Collection
  encode(text: string): Uint8Array
}

const utf8 = (text: string) => Buffer.from(text)
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()
const utf32 = (text: string) => Buffer.from([...text].flatMap((char) => [0, 0, ...utf16(char)]))
const legacy = (encoding: string) => (text: string) => createMultibyteEncoder(encoding)(text)
/** The same codes without the highest bit of each byte: the rows and cells of the national standard. */
const rows = (encoding: string) => (text: string) => legacy(encoding)(text).map((byte) => byte & 0x7f)

const unicode: [prefix: RegExp, Collection][] = [
  [/^UniJIS/, 'Japan1'],
  [/^UniGB/, 'GB1'],
  [/^UniCNS/, 'CNS1'],
  [/^UniKS/, 'Korea1'],
]
const national: [name: RegExp, Collection, encode: Codes['encode']][] = [
  [/RKSJ/, 'Japan1', legacy('shift_jis')],
  [/^(78-)?EUC/, 'Japan1', legacy('euc-jp')],
  [/^(78-|Add-|Ext-|NWP-)?[HV]$/, 'Japan1', rows('euc-jp')],
  [/^GB(K|Kp|pc)?-EUC|^GBK2K/, 'GB1', legacy('gbk')],
  [/^GB-[HV]/, 'GB1', rows('gbk')],
  [/B5/, 'CNS1', legacy('big5')],
  [/^KSC(pc)?-EUC|^KSCms/, 'Korea1', legacy('euc-kr')],
  [/^KSC-[HV]/, 'Korea1', rows('euc-kr')],
]

/** Returns null for a CMap that doesn't use the codes of an encoding, such as one for glyphs, Johab, CNS 11643 or GB/T 12345. */
function codesOf(cmap: string): Codes | null {
  const [, ofUnicode] = unicode.find(([prefix]) => prefix.test(cmap)) ?? []
  if (ofUnicode) return { collection: ofUnicode, encode: /UTF8/.test(cmap) ? utf8 : /UTF32/.test(cmap) ? utf32 : utf16 }
  const [, collection, encode] = national.find(([name]) => name.test(cmap)) ?? []
  return collection && encode ? { collection, encode } : null
}

/** For each standard's common characters, the first row and the cells in each row, as bytes of an encoding. */
const common: Record<Collection, [encoding: string, row: number, cells: number[]]> = {
  Japan1: ['euc-jp', 0xb0, range(0xa1, 0xfe)],
  GB1: ['gbk', 0xb0, range(0xa1, 0xfe)],
  CNS1: ['big5', 0xa4, [...range(0x40, 0x7e), ...range(0xa1, 0xfe)]],
  Korea1: ['euc-kr', 0xb0, range(0xa1, 0xfe)],
}

function linesOf(collection: Collection): string[] {
  const [encoding, first, cells] = common[collection]
  const codes = range(first, first + 10).flatMap((row) =>
    cells.map((cell) => decodeText(Buffer.from([row, cell]), encoding)),
  )
  const chars = codes.slice(0, 1000)
  return range(0, 24).map((line) => chars.slice(line * 40, line * 40 + 40).join(''))
}

/** True if the lines differ only in the few characters that editions of the standard map to different Unicode characters. */
function isVariant(cmap: string, got: string, expected: string): boolean {
  const [ours, theirs] = [[...got], [...expected]]
  const others = ours.filter((char, n) => char !== theirs[n]).length
  return /^78|^Add|^Ext|^NWP|^UniJIS.*2004|^UniJISX0213/.test(cmap) && ours.length === theirs.length && others < 9
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n)
}
