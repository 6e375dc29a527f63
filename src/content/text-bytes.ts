/** Converts a written content from JSON bytes to text bytes: an intermediate string would triple the memory used. */

const [quote, backslash, u] = [0x22, 0x5c, 0x75]

/** Meanings of letters after a backslash. Any other escaped character stands for itself. */
const controls = new Map(
  [...'bfnrt'].map((letter) => [letter.charCodeAt(0), JSON.parse(`"\\${letter}"`).charCodeAt(0)]),
)

/** True if the content is text. */
export function isText(json: Uint8Array): boolean {
  return json[0] === quote
}

/** Returns a JSON string's text in UTF-8; half a surrogate pair becomes U+FFFD. Expects the output format of `JSON.stringify`. */
export function textBytes(json: Uint8Array): Uint8Array {
  // An escape is never shorter than the character it encodes.
  const text = Buffer.allocUnsafeSlow(json.length)
  let length = 0
  for (let at = 1; at < json.length - 1; ) {
    const found = json.indexOf(backslash, at)
    const end = found < 0 ? json.length - 1 : found
    text.set(json.subarray(at, end), length)
    length += end - at
    if (found < 0) break
    const sign = json[found + 1] as number
    if (sign === u) length += text.write(unitAt(json, found + 2), length)
    else text[length++] = controls.get(sign) ?? sign
    at = found + (sign === u ? 6 : 2)
  }
  return new Uint8Array(text.buffer.transfer(length))
}

/** Returns the UTF-16 unit for four hexadecimal digits. */
function unitAt(json: Uint8Array, place: number): string {
  const digits = String.fromCharCode(...json.subarray(place, place + 4))
  return String.fromCharCode(Number.parseInt(digits, 16))
}
