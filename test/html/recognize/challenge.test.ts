import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { findAnnouncedChallenge, findChallenge } from '../../../src/html/recognize/challenge.ts'
import type { Page } from '../../../src/page/page.ts'
import { savedPage } from '../../needs.ts'

const cases = new URL('../../fixtures/challenge/', import.meta.url)
const expected: Record<string, string | null> = JSON.parse(readFileSync(new URL('expected.json', cases), 'utf8'))
const { location: googlePages, isMissing } = savedPage('google-ads/pages/')

function challengeOf(html: string, facts: Partial<Page> = {}): string | null {
  const page: Page = {
    url: 'https://shop.example/',
    finalUrl: 'https://shop.example/',
    status: 200,
    contentType: 'text/html',
    mediaType: 'text/html',
    charset: 'utf-8',
    headers: {},
    body: new Uint8Array(),
    rendered: false,
    complete: true,
    warnings: [],
    ...facts,
  }
  return findChallenge(parseDocument(html, page.finalUrl), page)
}

const article = `<title>Soup</title><article><h1>Soup</h1><p>${'Cut the onions and let them sweat. '.repeat(200)}</p></article>`

test('every fixture page has an expectation, and vice versa', () => {
  const files = readdirSync(cases).filter((name) => name.endsWith('.html'))
  expect(files.map((name) => name.replace('.html', '')).sort()).toEqual(Object.keys(expected).sort())
})

test.each(Object.entries(expected))('%s is %s', (file, name) => {
  expect(challengeOf(readFileSync(new URL(`${file}.html`, cases), 'utf8'))).toBe(name)
})

test.each([
  [{ 'cf-mitigated': 'challenge' }, 'Cloudflare'],
  [{ 'x-amzn-waf-action': 'captcha' }, 'AWS WAF'],
  [{ 'x-vercel-mitigated': 'challenge' }, 'Vercel'],
])('recognizes a bot check that announces itself: %o', (headers, name) => {
  expect(findAnnouncedChallenge({ headers: headers as unknown as Record<string, string> })).toBe(name)
})

test.each([
  { server: 'cloudflare', 'cf-ray': '8f00' },
  { 'x-datadome': 'protected' },
  { server: 'ddos-guard' },
  { 'x-amzn-waf-action': 'allow' },
  { server: 'AkamaiGHost' },
])('ignores a header that only names the CDN: %o', (headers) => {
  expect(findAnnouncedChallenge({ headers: headers as unknown as Record<string, string> })).toBeNull()
})

test("Google's /sorry URL is a captcha, regardless of the page", () => {
  expect(challengeOf('<title>x</title><p>…', { finalUrl: 'https://www.google.de/sorry/index?continue=x' })).toBe(
    'Google',
  )
  expect(challengeOf('<title>x</title><p>…', { finalUrl: 'https://example.com/sorry/index' })).toBeNull()
})

test('recognizes a challenge page at any status', () => {
  const html = readFileSync(new URL('turnstile-only.html', cases), 'utf8')
  for (const status of [200, 202, 403, 429, 503]) expect(challengeOf(html, { status })).toBe('captcha')
})

test('a long page with all signs of a bot check in its markup is a real page', () => {
  const signs = readdirSync(cases)
    .filter((name) => name.endsWith('.html') && !name.startsWith('page-'))
    .map((name) => readFileSync(new URL(name, cases), 'utf8'))
  expect(challengeOf(article + signs.join(''))).toBeNull()
})

test('a bot check is searched for in a megabyte of inline script and 100,000 elements', () => {
  const html = `<title>x</title><script>${'var dd={};captcha '.repeat(60_000)}</script>${'<i class="g-recaptcha"></i>'.repeat(100_000)}`
  expect(challengeOf(html)).toBeNull()
})

test.skipIf(isMissing)("Google's saved captcha pages are challenge pages, but its result pages are not", () => {
  const small = readdirSync(googlePages).filter((name) =>
    /captcha|jsshell|consent|2015-05|top-hotels-lite|nojs/.test(name),
  )
  expect(small.length).toBeGreaterThan(8)
  for (const name of small) {
    const html = readFileSync(new URL(name, googlePages), 'utf8')
    const wall = challengeOf(html, { finalUrl: 'https://www.google.com/search?q=x' })
    expect([name, wall]).toEqual([name, name.includes('captcha') ? 'Google' : null])
  }
})
