/** Maps characters to Unicode for fonts such as Symbol and Wingdings, which have their own codes. */

// 0x20–0x7E, then 0xA0–0xFE. @see https://www.unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt
const lower = ' !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'
const upper = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…│─↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{f8ff}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'

const dingbatFonts = ['wingdings', 'wingdings 2', 'wingdings 3', 'webdings']
/** For each of these fonts, the symbols that documents use most, each after its code. */
const dingbats = `
 22✂ 28☎ 2A✉ 36⌛ 41✌ 43👍 44👎 45☜ 46☞ 47☝ 48☟ 4A☺ 4B😐 4C☹ 52☼ 6C● 6E■ 6F□ 70□ 71❑ 72❒ 74⧫ 75◆ 76❖ 77⬥ 78☒ 9E· 9F• A1○ A4◉ A7▪ A8◻ AB★ D8➢ \
 DF← E0→ E1↑ E2↓ E3↖ E4↗ E5↙ E6↘ E7← E8➔ E9↑ EA↓ EF⇦ F0⇨ F1⇧ F2⇩ F3⇔ F4⇕ FB✗ FC✓ FD☒ FE☑
 43☞ 4F✗ 50✓ 51☒ 52☑ 53☒ 54☒ 55⊗ 56⊗ 95· 96• 97• 98● 99○ 9D⊙ A0▪ A1■ A2■ A3□ A4□ A5□ A8▣ AE⬥ AF◇ B8◊
 21← 22→ 23↑ 24↓ 25↖ 26↗ 27↙ 28↘ 31↔ 32↕ 66← 67→ 68↑ 69↓ 6A↖ 6B↗ 6C↙ 6D↘ 70▲ 71▼ 72△ 73▽ 74◀ 75▶ 76◁ 77▷ 7C◂ 7D▸ 7E▴ 80▾
 33◀ 34▶ 35▲ 36▼ 61✓ 63□ 67■ 69ℹ 6E● 72✗ 73❓`.split('\n')

/** True if a font uses the codes in one of these tables instead of ordinary characters. */
export function isSymbolFont(name: string): boolean {
  return /^(?:symbol|wingdings(?: \d)?|webdings|zapfdingbats)$/i.test(name.trim())
}

/** Returns the character for a code, with or without the private-use offset 0xF000; empty if unknown. */
export function symbolOf(font: string, code: number): string {
  const byte = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  if (byte > 0xff || (byte === code && !isSymbolFont(font))) return String.fromCodePoint(Math.min(byte, 0x10ffff))
  if (/^symbol$/i.test(font.trim())) return (byte >= 0xa0 ? upper[byte - 0xa0] : lower[byte - 0x20]) ?? ''
  const signs = dingbats[1 + dingbatFonts.indexOf(font.trim().toLowerCase())] ?? ''
  const at = signs.indexOf(` ${byte.toString(16).toUpperCase().padStart(2, '0')}`)
  return at < 0 ? (byte === 0x20 ? ' ' : '') : String.fromCodePoint(signs.codePointAt(at + 3) ?? 0x20)
}

/** Returns text as its font shows it. Letters without a known symbol stay. */
export function textInFont(font: string, text: string): string {
  if (!isSymbolFont(font)) return text
  return text.replace(
    /[!-~¡-ÿ\uf020-\uf0ff]/g,
    (char) => symbolOf(font, char.charCodeAt(0)) || (char > 'ÿ' ? '' : char),
  )
}
