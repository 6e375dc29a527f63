import { expect, test } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { findSoftFailure } from '../../../src/html/recognize/soft-failure.ts'
import { htmlPage } from '../../format/page.ts'
import { type FailureCase, failures, realPages } from './soft-failure-cases.ts'

function codeOf(
  { html, url = 'https://harbour.example/p/17', finalUrl = url }: Omit<FailureCase, 'code'>,
  status = 200,
) {
  return findSoftFailure(parseDocument(html, finalUrl), htmlPage(html, { url, finalUrl, status }))
}

const titleOf = ({ html }: FailureCase) => html.replace(/<header>.*<\/header>/, '').slice(0, 160)
const named = (cases: readonly FailureCase[]) => cases.map((one) => [titleOf(one), one] as const)

test.each(named(failures))('is a soft failure: %s', (_, one) => {
  expect(codeOf(one)).toBe(one.code)
})

test.each(named(realPages))('is a real page: %s', (_, one) => {
  expect(codeOf(one)).toBeNull()
})

test('a page with another status than 2xx is none', () => {
  for (const one of failures) expect(codeOf(one, 404)).toBeNull()
})

test.each(['login', 'anmelden', 'cookie-policy', 'errors/404', 'wartung', 'blog/page-not-found'])(
  'a page whose own URL names such a page is a real one: /%s',
  (path) => {
    for (const { html } of failures) expect(codeOf({ html, url: `https://harbour.example/${path}` })).toBeNull()
  },
)

const sawing = 'Measure the board twice, clamp it to the bench and cut along the line. '

test('a page with more than 150 words of content is a real one', () => {
  const pageOf = (words: number) => {
    const text = sawing.repeat(20).split(' ').slice(0, words).join(' ')
    return `<title>Page not found</title><main><h1>Page not found</h1><p>The page may have been moved.</p><p>${text}</p></main>`
  }
  expect(codeOf({ html: pageOf(100) })).toBe('not_found_page')
  expect(codeOf({ html: pageOf(160) })).toBeNull()
})

test('a page with more than 40 links outside its navigation and footer is a real one', () => {
  const links = (count: number) => Array.from({ length: count }, (_, n) => `<a href="/${n}">${n}</a>`).join(' ')
  const pageOf = (inside: number) =>
    `<title>Page not found</title><nav>${links(80)}</nav><main><h1>Page not found</h1><p>It may have been moved.</p>${links(inside)}</main><footer>${links(80)}</footer>`
  expect(codeOf({ html: pageOf(39) })).toBe('not_found_page')
  expect(codeOf({ html: pageOf(41) })).toBeNull()
})

test('a large menu around a failure makes no difference', () => {
  const menu = `<nav>${'<a href="/shop">Saws, planes and chisels</a> '.repeat(300)}</nav>`
  const html = `<title>Page not found</title>${menu}<main><h1>Page not found</h1><p>It may have been moved.</p></main>`
  expect(codeOf({ html })).toBe('not_found_page')
})
