/** Splits the bytes of RTF into tokens. Nothing is an error: RTF readers skip unknown tokens. @see RTF specification 1.9.1 */

type RtfToken = 'open' | 'close' | 'word' | 'byte' | 'end'

const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
/** Maximum length of a control word's name, from the specification. */
const maxNameChars = 32

/** Reads one token after another. The fields describe the current token. */
export class RtfTokens {
  /** Name of a control word or character of a control symbol. */
  name = ''
  /** Number after a control word; null if there isn't one. */
  number: number | null = null
  /** Value of a text byte. */
  byte = 0
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): RtfToken {
    const bytes = this.#bytes
    while (this.#at < bytes.length) {
      const byte = bytes[this.#at++] as number
      if (byte === openBrace) return 'open'
      if (byte === closeBrace) return 'close'
      if (byte === backslash) return this.#control()
      // Line breaks in the file aren't text.
      if (byte === 0x0d || byte === 0x0a || byte === 0) continue
      this.byte = byte
      return 'byte'
    }
    return 'end'
  }

  /** Skips the bytes after `\binN`. */
  skip(bytes: number): void {
    this.#at = Math.min(this.#at + Math.max(0, bytes), this.#bytes.length)
  }

  #control(): RtfToken {
    const first = this.#bytes[this.#at]
    if (first === undefined) return 'end'
    if (!isLetter(first)) return this.#symbol(first)
    const start = this.#at
    while (isLetter(this.#bytes[this.#at]) && this.#at - start < maxNameChars) this.#at++
    this.name = String.fromCharCode(...this.#bytes.subarray(start, this.#at))
    this.number = this.#readNumber()
    if (this.#bytes[this.#at] === 0x20) this.#at++
    return 'word'
  }

  #symbol(char: number): RtfToken {
    this.#at++
    if (char === 0x27) {
      const value = hexOf(this.#bytes[this.#at]) * 16 + hexOf(this.#bytes[this.#at + 1])
      this.#at = Math.min(this.#at + 2, this.#bytes.length)
      this.byte = value >= 0 ? value : 0x3f
      return 'byte'
    }
    if (char === backslash || char === openBrace || char === closeBrace) {
      this.byte = char
      return 'byte'
    }
    this.name = char === 0x0a || char === 0x0d ? 'par' : String.fromCharCode(char)
    this.number = null
    return 'word'
  }

  #readNumber(): number | null {
    const bytes = this.#bytes
    const isNegative = bytes[this.#at] === 0x2d && isDigit(bytes[this.#at + 1])
    if (isNegative) this.#at++
    if (!isDigit(bytes[this.#at])) return null
    let value = 0
    for (let digits = 0; isDigit(bytes[this.#at]); digits++) {
      if (digits < 10) value = value * 10 + ((bytes[this.#at] as number) - 0x30)
      this.#at++
    }
    return isNegative ? -value : value
  }
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a))
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/** Returns a large negative number for anything but a hexadecimal digit. */
function hexOf(byte: number | undefined): number {
  if (byte === undefined) return -1000
  if (isDigit(byte)) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1000
}
