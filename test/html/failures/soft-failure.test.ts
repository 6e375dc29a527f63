import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findSoftFailure } from '../../../src/html/failures/soft-failure.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { viewDocument } from '../../../src/html/visibility/page-view.ts'
import { htmlPage } from '../../format/page.ts'

/** A page that a site serves with status 200, and its warning code, or null for a real page. */
interface FailureCase {
  code: string | null
  url: string
  finalUrl: string
  html: string
}

const lines = readFileSync(new URL('../../fixtures/soft-failures.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const cases: FailureCase[] = lines.map((line) => JSON.parse(line))
const failures = cases.filter(({ code }) => code !== null)

function codeOf(
  { html, url = 'https://harbour.example/p/17', finalUrl = url }: Partial<FailureCase> & Pick<FailureCase, 'html'>,
  status = 200,
) {
  const document = parseDocument(html, finalUrl)
  return findSoftFailure(document, htmlPage(html, { url, finalUrl, status }), viewDocument(document, 'markdown'))
}

const titleOf = (html: string) => html.replace(/<header>.*?<\/header>/, '').slice(0, 160)

test.each(cases.map((one) => [one.code, titleOf(one.html), one] as const))('is %s: %s', (code, _, one) => {
  expect(codeOf(one)).toBe(code)
})

test('a page with a status other than 2xx is not a soft failure', () => {
  for (const one of failures) expect(codeOf(one, 404)).toBeNull()
})

test.each([
  'login',
  'anmelden',
  'site–login',
  'ログイン・新規登録',
  'cookie-policy',
  'errors/404',
  'wartung',
  'blog/page-not-found',
])('a page about such failures, according to its URL, is a real page: /%s', (path) => {
  for (const { html } of failures) expect(codeOf({ html, url: `https://harbour.example/${path}` })).toBeNull()
})

const sawing = 'Measure the board twice, clamp it to the bench and cut along the line. '

test('a page with more than 150 words of content is a real page', () => {
  const pageOf = (words: number) => {
    const text = sawing.repeat(20).split(' ').slice(0, words).join(' ')
    return `<title>Page not found</title><main><h1>Page not found</h1><p>The page may have been moved.</p><p>${text}</p></main>`
  }
  expect(codeOf({ html: pageOf(100) })).toBe('not_found_page')
  expect(codeOf({ html: pageOf(160) })).toBeNull()
})

test('a page with more than 40 links outside its navigation and footer is a real page', () => {
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
