import { expect, it } from 'vitest'
import { parseUrl, resolveUrl } from '../../src/html/absolute-url.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'

const pageWithBase = () => parseDocument('<base href="https://example.com/base/">', 'https://example.com/page')

it('parseUrl resolves a fragment against the base, and resolveUrl against the page, in any order', () => {
  const [one, other] = [pageWithBase(), pageWithBase()]
  const ofBase = 'https://example.com/base/#a'
  const ofPage = 'https://example.com/page#a'
  expect([parseUrl(one, '#a')?.href, resolveUrl(one, '#a')]).toEqual([ofBase, ofPage])
  expect([resolveUrl(other, '#a'), parseUrl(other, '#a')?.href]).toEqual([ofPage, ofBase])
})

it('parses each spelling once, with or without surrounding space, even if it is invalid', () => {
  const document = pageWithBase()
  expect(parseUrl(document, ' a ')).toBe(parseUrl(document, 'a'))
  expect([parseUrl(document, 'https://[x'), parseUrl(document, 'https://[x')]).toEqual([null, null])
  expect([...document.knownUrls.keys()]).toEqual(['a', 'https://[x'])
})

it('resolves every URL, but caches at most 10,000 and no long ones', () => {
  const document = pageWithBase()
  for (let n = 0; n < 10_100; n++) expect(parseUrl(document, `${n}`)?.href).toBe(`https://example.com/base/${n}`)
  expect(document.knownUrls.size).toBe(10_000)
  const other = pageWithBase()
  expect(parseUrl(other, 'a'.repeat(3000))?.pathname).toHaveLength(3006)
  expect(other.knownUrls.size).toBe(0)
})
