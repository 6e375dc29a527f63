/** Maps characters to Unicode for fonts such as Symbol and Wingdings, which have their own codes. */

// 0x20–0x7E, then 0xA0–0xFE. @see https://www.unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt
const lower = ' !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'
const upper = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…│─↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{f8ff}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'

const wingdingCodes = [
  74, 75, 76, 108, 110, 111, 113, 117, 118, 159, 167, 168, 216, 223, 224, 225, 226, 232, 240, 251, 252, 253, 254,
]
const wingdings = [...'☺😐☹●■□❑◆❖•▪◻➢←→↑↓➔⇨✗✓☒☑']

/** True if a font uses the codes in one of these tables instead of ordinary characters. */
export function isSymbolFont(name: string): boolean {
  return /^(?:symbol|wingdings(?: \d)?|webdings|zapfdingbats)$/i.test(name.trim())
}

/** Returns the character for a code, with or without the private-use offset 0xF000; empty if unknown. */
export function symbolOf(font: string, code: number): string {
  const byte = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  if (byte > 0xff) return String.fromCodePoint(Math.min(byte, 0x10ffff))
  if (!/^symbol$/i.test(font.trim())) return wingdings[wingdingCodes.indexOf(byte)] ?? (byte === 0x20 ? ' ' : '')
  return (byte >= 0xa0 ? upper[byte - 0xa0] : lower[byte - 0x20]) ?? ''
}
