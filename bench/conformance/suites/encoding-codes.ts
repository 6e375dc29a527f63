/** The codes of the web's encodings: every byte sequence that may be a code, valid or not. */

interface CodeBlock {
  codes: readonly number[][]
  /** Terminates any code. It is a line break in the text. */
  separator: Buffer
}

const singleByte =
  'ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10 iso-8859-13 ' +
  'iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253 ' +
  'windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic x-user-defined'
const twoBytes = 'utf-8 gbk gb18030 big5 euc-jp shift_jis euc-kr'

/** All encodings in the standard except `replacement`, which browsers don't decode. */
export const encodingNames = `${singleByte} ${twoBytes} iso-2022-jp utf-16be utf-16le`.split(' ')

const lineBreak = 0x0a
const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== lineBreak)
const pairs = bytes.flatMap((first) => bytes.map((second) => [first, second]))
const range = (from: number, to: number) => bytes.filter((byte) => byte >= from && byte <= to)

export function codesOf(encoding: string): CodeBlock[] {
  const separator = Buffer.from('\n')
  const block = (codes: number[][]): CodeBlock => ({ codes, separator })
  const singles = block(bytes.map((byte) => [byte]))
  if (encoding.startsWith('utf-16')) {
    const wide = Buffer.from(encoding === 'utf-16be' ? [0, lineBreak] : [lineBreak, 0])
    // A lone surrogate, and one followed by another unit, to check how the second unit is interpreted.
    const surrogates = range(0xd7, 0xe0).flatMap((high) => range(0xd7, 0xe0).map((low) => unitsOf(encoding, high, low)))
    return [pairs, surrogates].map((codes) => ({ codes, separator: wide }))
  }
  if (encoding === 'iso-2022-jp') return [singles, ...shiftedBlocks()]
  if (singleByte.split(' ').includes(encoding)) return [singles]
  // In EUC-JP, 8F starts a three-byte code. If its third byte is wrong, Chromium 156 treats the next code as part of it.
  const blocks = [singles, block(encoding === 'euc-jp' ? pairs.filter(([first]) => first !== 0x8f) : pairs)]
  if (encoding === 'euc-jp') blocks.push(block(pairs.map((pair) => [0x8f, ...pair])))
  if (encoding === 'gb18030') blocks.push(...fourByteCodes().map(block))
  if (encoding === 'utf-8') blocks.push(...range(0xe0, 0xef).map((lead) => block(pairs.map((pair) => [lead, ...pair]))))
  return blocks
}

function unitsOf(encoding: string, first: number, second: number): number[] {
  return encoding === 'utf-16be' ? [first, 0x41, second, 0x42] : [0x41, first, 0x42, second]
}

/** Codes after each escape sequence. Chromium 156 rereads the bytes of broken codes and doesn't report an error for `0E`. */
function shiftedBlocks(): CodeBlock[] {
  const escapeCode = 0x1b
  const ascii = Buffer.from([escapeCode, 0x28, 0x42, lineBreak])
  const sequences = ['(B', '(J', '(I', '$@', '$B'].map((text) => [escapeCode, ...Buffer.from(text)])
  const unescaped = pairs.filter((pair) => !pair.includes(escapeCode))
  return sequences.map((sequence) => ({ codes: unescaped.map((pair) => [...sequence, ...pair]), separator: ascii }))
}

/** Returns a list of codes for each first byte. In addition to four-byte codes, some lists contain codes with one wrong byte. */
function fourByteCodes(): number[][][] {
  const digits = [0x2f, ...range(0x30, 0x39), 0x3a]
  const leads = [0x80, ...range(0x81, 0xfe), 0xff]
  return leads.map((first) =>
    digits.flatMap((second) => leads.flatMap((third) => digits.map((fourth) => [first, second, third, fourth]))),
  )
}
