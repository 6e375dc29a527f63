import { describe, expect, it } from 'vitest'
import { readDeepLink, writeDeepLink } from '../../../../src/playground/session/deep-link.ts'

describe('a link', () => {
  it('fills in the request it was made from', () => {
    const values = { url: 'https://a.example/?x=1&y=ä#z', prompt: 'a+b = "c"\n' }
    expect(readDeepLink(writeDeepLink('scrape', values))).toEqual({ operation: 'scrape', values, key: null })
  })

  it('may contain a key, but is never created with one', () => {
    expect(readDeepLink('#key=glnr_1&url=a')).toEqual({ operation: null, values: { url: 'a' }, key: 'glnr_1' })
    expect(writeDeepLink('scrape', { url: 'a', headers: '{}', cookies: '{}', key: 'glnr_1' })).toBe(
      '#operation=scrape&url=a',
    )
  })

  it('leaves out the Idempotency-Key, because it starts a new request', () => {
    expect(writeDeepLink('scrape', { url: 'a', 'Idempotency-Key': 'b' })).toBe('#operation=scrape&url=a')
  })

  it('is empty without a fragment, and contains no empty values', () => {
    expect(readDeepLink('')).toEqual({ operation: null, values: {}, key: null })
    expect(readDeepLink('#key=&operation=&output=')).toEqual({ operation: null, values: {}, key: null })
  })
})
