import { describe, expect, it } from 'vitest'
import { printableLines, printableText } from '../../../src/base/terminal/printable-text.ts'

describe('untrusted text on a terminal', () => {
  it.each([
    ['a title for the window', '\x1b]0;pwn\x07', '\\u001b]0;pwn\\u0007'],
    ['the clipboard', '\x1b]52;c;cHdu\x1b\\', '\\u001b]52;c;cHdu\\u001b\\'],
    ['one-character sequences', '\u009b2J\u009d0;x\u009c\u007f', '\\u009b2J\\u009d0;x\\u009c\\u007f'],
    ['an overwritten line', 'ok\rforged', 'ok\\u000dforged'],
    ['backspaces', 'a\b\b', 'a\\u0008\\u0008'],
    [
      'direction marks',
      '\u061c\u200e\u200f\u202a\u202e\u2066\u2069',
      '\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069',
    ],
    ['line separators', '\u2028\u2029', '\\u2028\\u2029'],
  ])('shows the code of %s', (_, given, shown) => {
    expect(printableText(given)).toBe(shown)
    expect(printableLines(given)).toBe(shown)
  })

  it('keeps text in all scripts, and joined emoji', () => {
    const text = 'Zürich東京 \u05e9\u05dc\u05d5\u05dd 👩\u200d🚀'
    expect([printableText(text), printableLines(text)]).toEqual([text, text])
  })

  it('keeps line ends and tabs in text of several lines', () => {
    expect(printableLines('a\tb\r\nc\n')).toBe('a\tb\r\nc\n')
    expect(printableText('a\tb\r\nc')).toBe('a\\u0009b\\u000d\\u000ac')
  })
})
