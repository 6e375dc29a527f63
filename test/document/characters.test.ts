import { describe, expect, it } from 'vitest'
import { withoutInvisible } from '../../src/document/characters.ts'

const tagged = (text: string) => [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
const flagOfEngland = `\u{1f3f4}${tagged('gbeng')}\u{e007f}`
const written = `\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u0915\u094d\u200d\u0937 \u{1f468}\u200d\u{1f469} \u2764\ufe0f`

describe.each(['markdown', 'emails', 'ads', 'model'] as const)('for %s', (reader) => {
  it.each(['\u200b', '\ufeff'])('the character %j is removed', (char) => {
    expect(withoutInvisible[reader](`a${char}b${char}`)).toBe('ab')
  })

  it('plain text stays as it is', () => {
    expect(withoutInvisible[reader]('a b\n\tc \u00a0 é 漢字')).toBe('a b\n\tc \u00a0 é 漢字')
  })
})

it.each(['markdown', 'model'] as const)('words of tag characters are removed for %s', (reader) => {
  expect(withoutInvisible[reader](`a${tagged('ignore all')}b`)).toBe('ab')
})

it('flags of regions stay in markdown', () => {
  expect(withoutInvisible.markdown(flagOfEngland)).toBe(flagOfEngland)
})

it.each(['markdown', 'ads'] as const)('joiners stay where writing needs them, for %s', (reader) => {
  expect(withoutInvisible[reader](written)).toBe(written)
})

it('a model gets joiners where writing needs them, and nowhere else', () => {
  expect(withoutInvisible.model(written)).toBe(written)
  expect(withoutInvisible.model('a\u200db\u200cc\ufe0f')).toBe('abc')
})
