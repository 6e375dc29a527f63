import { describe, expect, it } from 'vitest'
import { keyOf, originOf, urlKey } from '../../../src/render/tab/page-requests.ts'

const long = 'x'.repeat(1_000_000)

describe('the key of a URL', () => {
  it('is the URL itself, truncated if it is long', () => {
    expect(urlKey('http://a.example/b?c=d')).toBe('http://a.example/b?c=d')
    expect(urlKey(`http://a.example/?q=${long}`)).toMatch(/^http:\/\/a\.example\/\?q=x{230,}… [\w-]{43}$/)
  })

  it.each([
    ['data:text/javascript;base64,', 'data:text/javascript… '],
    ['data:,', 'data:… '],
    ['blob:http://a.example/', 'blob:http://a.example/'],
  ])('contains no content: %s', (beginning, expected) => {
    expect(urlKey(`${beginning}secret`)).not.toContain('secret'.repeat(2))
    expect(urlKey(beginning + long).startsWith(expected)).toBe(true)
    expect(urlKey(beginning + long).length).toBeLessThan(200)
  })

  it('differs if the URLs differ, even only at the end', () => {
    expect(urlKey(`data:,${long}a`)).not.toBe(urlKey(`data:,${long}b`))
    expect(keyOf(`${long}a`)).not.toBe(keyOf(`${long}b`))
    expect(keyOf(`${long}a`)).toBe(keyOf(`${long}a`))
  })
})

it('only the start of a URL is parsed, regardless of its length', () => {
  expect(originOf(`https://a.example/${long}`)).toBe('https://a.example')
})
