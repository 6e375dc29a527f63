import { expect, test } from 'vitest'
import { lineOf } from '../../../src/documents/pdf/layout/line.ts'
import { plainFont, type Run } from '../../../src/documents/pdf/page/run.ts'
import { onePage, stream } from './pdf-document.ts'
import { pdfMarkdown } from './pdf-markdown.ts'

/** Codes of the font and their characters. */
const letters: Readonly<Record<string, string>> = {
  a: '\u0627', // alef
  l: '\u0644', // lam
  q: '\u0642', // qaf
  s: '\u0633', // seen
  m: '\u0645', // meem
  '*': '\u0644\u0623', // the ligature of lam and alef with hamza, as two characters
  '+': '\ufefb', // the ligature of lam and alef, as one character
  '(': '(',
  ')': ')',
}

/** Converts a line with glyphs drawn from left to right, right-aligned at 400 points. */
async function markdownOf(...lines: string[]): Promise<string> {
  const hex = (text: string) => Array.from(text, (char) => char.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  const codes = Object.entries(letters).map(
    ([code, text]) => `<${code.charCodeAt(0).toString(16).padStart(2, '0')}> <${hex(text)}>`,
  )
  const toUnicode = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${codes.length} beginbfchar ${codes.join(' ')} endbfchar endcmap`
  const shown = lines.map((text, at) => {
    const escaped = text.replace(/[\\()]/g, '\\$&')
    return `1 0 0 1 ${400 - 7.2 * text.length} ${700 - at * 16} Tm (${escaped}) Tj`
  })
  const body = onePage({
    content: `BT /F1 12 Tf ${shown.join(' ')} ET`,
    font: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>',
    objects: [stream(toUnicode)],
  })
  return (await pdfMarkdown(new Uint8Array(body))).replaceAll('`', '')
}

test('the letters of a ligature keep their order in right-to-left text', async () => {
  // The article is two glyphs, with alef on the right: `ال`, then the ligature `لأ`, then qaf, seen, alef, meem.
  expect(await markdownOf('masq*a')).toBe('الأقسام')
  expect(await markdownOf('+qla')).toBe('القلا')
  expect(await markdownOf('sla')).toBe('الس')
})

test('brackets enclose their content, regardless of how they are stored', async () => {
  expect(await markdownOf('mas (sq) la')).toBe('ال (قس) سام')
  expect(await markdownOf('mas )sq( la')).toBe('ال (قس) سام')
})

test('a right-to-left paragraph ends where its last line is short', async () => {
  expect(await markdownOf(`msq${' qsm'.repeat(10)}`, '.qsm', `msq${' qsm'.repeat(10)}`)).toContain('\n')
})

test('signs drawn apart from right-to-left text are in reading order', () => {
  const run = (text: string, left: number, isRightToLeft: boolean): Run => ({
    ...{ text, left, right: left + 20, baseline: 100, size: 12, font: plainFont, isRightToLeft },
    ...{ mark: null, isArtifact: false, href: null, shift: 0 },
  })
  const line = lineOf([run('\u05e2\u05dd', 120, true), run('.)', 100, false), run('(', 140, false)])
  expect(line.text).toBe('(\u05e2\u05dd).')
  expect(lineOf(line.runs).text).toBe('(\u05e2\u05dd).')
})

test('numbered lines of different lengths are a list', async () => {
  expect(await markdownOf('msq .1', 'msq msq msq .2')).toBe('1. قسم\n2. قسم قسم قسم')
})
