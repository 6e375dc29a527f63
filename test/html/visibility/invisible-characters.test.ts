import { describe, expect, it } from 'vitest'
import { mayHoldInvisible, withoutInvisible } from '../../../src/html/visibility/invisible-characters.ts'

const tagged = (text: string) => [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
const region = (name: string) => `\u{1f3f4}${tagged(name)}\u{e007f}`

describe('removes an invisible character between Latin letters', () => {
  it.each([
    ['soft hyphen', '\u00ad'],
    ['zero-width space', '\u200b'],
    ['zero-width non-joiner', '\u200c'],
    ['zero-width joiner', '\u200d'],
    ['word joiner', '\u2060'],
    ['byte order mark', '\ufeff'],
    ['left-to-right mark', '\u200e'],
    ['Arabic letter mark', '\u061c'],
    ['right-to-left override', '\u202e'],
    ['isolate', '\u2066'],
    ['deprecated shaping control', '\u206c'],
    ['function application', '\u2061'],
    ['invisible plus', '\u2064'],
    ['combining grapheme joiner', '\u034f'],
    ['Hangul filler', '\u3164'],
    ['half-width Hangul filler', '\uffa0'],
    ['Hangul choseong filler', '\u115f'],
    ['Khmer inherent vowel', '\u17b5'],
    ['Mongolian vowel separator', '\u180e'],
    ['braille blank', '\u2800'],
    ['variation selector 1', '\ufe00'],
    ['variation selector 16', '\ufe0f'],
    ['variation selector 17', '\u{e0100}'],
    ['interlinear annotation anchor', '\ufff9'],
    ['musical beam', '\u{1d173}'],
    ['language tag', '\u{e0001}'],
    ['tag letter', '\u{e0041}'],
    ['cancel tag', '\u{e007f}'],
  ])('%s', (_, char) => {
    expect(withoutInvisible(`a${char}b${char}${char}c${char}`)).toBe('abc')
  })
})

it('the cheap test recognizes all characters that Unicode calls ignorable', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const char = String.fromCodePoint(code)
    if (/\p{Default_Ignorable_Code_Point}/u.test(char)) expect(mayHoldInvisible(char), code.toString(16)).toBe(true)
  }
})

it.each([
  ['spaces and letters', 'a b\n\tc \u00a0 é 漢字'],
  ['Persian with non-joiners', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Hindi with joiners', '\u0915\u094d\u200d\u0937 \u0915\u094d\u200c\u0937'],
  ['Sinhala with joiners', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
  ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
  ['a skin tone', '\u{1f469}\u{1f3fd}\u200d\u{1f52c}'],
  ['an emoji and a text symbol', '\u2764\ufe0f \u2764\ufe0e \u00a9\ufe0f'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['England, Scotland, Wales', `${region('gbeng')} ${region('gbsct')} ${region('gbwls')}`],
  ['Hebrew with direction marks', 'מימין (לשמאל)\u200f abc'],
  ['a Japanese name', '葛\u{e0100}城市'],
  ['Mongolian', '\u182d\u180b\u1820 \u182a\u180e\u1820'],
  ['braille', '\u2801\u2800\u2803'],
  ['an old Korean syllable', '\u1112\u1160\u11ab'],
])('leaves writing unchanged: %s', (_, written) => {
  expect(withoutInvisible(written)).toBe(written)
})

it.each([
  ['tags that do not form a region', `\u{1f3f4}${tagged('ignore all')}\u{e007f}`, '\u{1f3f4}'],
  ['tags after a region', `${region('gbeng')}${tagged('ignore')}`, region('gbeng')],
  ['bytes in variation selectors after an emoji', '\u{1f600}\ufe00\ufe0f\ufe05\u{e0120}', '\u{1f600}'],
  ['bytes in variation selectors after a selector', '\u2764\ufe0f\ufe05\ufe06', '\u2764\ufe0f'],
  ['bits in joiners after a Persian letter', '\u0645\u200c\u200d\u200c\u200c\u0645', '\u0645\u200c\u0645'],
  ['a million zero-width spaces', '\u200b'.repeat(1_000_000), ''],
])('removes a hidden message: %s', (_, smuggled, left) => {
  expect(withoutInvisible(smuggled)).toBe(left)
})
