import { describe, expect, it } from 'vitest'
import { checkAwaitedSelector } from '../../../src/html/select/awaited-selector.ts'
import { checkSelector } from '../../../src/html/select/selector.ts'

describe('checkAwaitedSelector', () => {
  it.each([
    '.results li',
    '[data-x="a,b"]',
    '[title="s"]',
    '[type=TEXT i]',
    'p:lang(de)',
    ':is(h1, h2):not(:has(> q))',
    ':nth-child(2 of p)',
    ':is(:unknown, a):focus',
    '/* :lang("de") */ p',
  ])('accepts %s', (selector) => {
    expect(checkAwaitedSelector(selector)).toBeNull()
  })

  it.each(['[type=text s]', ':not([type="text" S])', ':lang(de, en)', 'p:is(:lang("de"))'])(
    'refuses %s, which no browser supports',
    (selector) => {
      expect(checkSelector(selector)).toBeNull()
      expect(checkAwaitedSelector(selector)).toMatch(/^Value error, browsers /)
    },
  )

  it.each(['', '  ', 'li[', 'main >', 'p::before', ':nth-child(2 of)', ':valid', 'x'.repeat(1001)])(
    'refuses %j, as css_selector does',
    (selector) => {
      expect(checkAwaitedSelector(selector)).toBe(checkSelector(selector) ?? 'accepted')
    },
  )
})
