import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zipOf } from '../documents/office/archive/zip.ts'
import { onePage } from '../documents/pdf/pdf-document.ts'
import { type Origin, openOrigin, type Site } from '../origin.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'
import { readShell, shells } from './rendering/shell-site.ts'

interface SoftFailure {
  code: string | null
  html: string
}

const failures = readFileSync(new URL('../fixtures/soft-failures.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SoftFailure)
/** Up to three pages with each code, and only one for a parked domain, since most of these are recognized by their hosts. */
const softPages = failures.filter(({ code }, at) => {
  const before = failures.slice(0, at).filter((one) => one.code === code).length
  return code !== null && before < (code === 'parked_domain' ? 1 : 3)
})
const words = 'The bridge costs 14 million euros, and is free of charge for pedestrians.'
const pdf = { 'content-type': 'application/pdf' }
const image =
  '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>'

const site: Site = {
  ...Object.fromEntries(
    [401, 403, 404, 410, 429, 500, 503].map((status) => [`/${status}`, { status, body: `<p>${words}` }]),
  ),
  '/404.json': { status: 404, headers: { 'content-type': 'application/json' }, body: '{"detail": "Not found"}' },
  '/404.pdf': { status: 404, headers: pdf, body: onePage({ content: `BT /F1 12 Tf 72 720 Td (${words}) Tj ET` }) },
  ...Object.fromEntries(softPages.map(({ html }, at) => [`/soft/${at}`, { body: html }])),
  ...Object.fromEntries(shells.map((name) => [`/shell/${name}`, { body: readShell(name) }])),
  '/cut': {
    status: 206,
    headers: { 'content-type': 'text/html', 'content-range': 'bytes 0-99/9999' },
    body: `<p>${words}`,
  },
  '/cut.zip': {
    headers: { 'content-type': 'application/zip' },
    body: zipOf(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.txt`, words]))),
  },
  '/scan.pdf': { headers: pdf, body: onePage({ content: 'q 600 0 0 800 0 0 cm /Im Do Q', objects: [image] }) },
  '/whole': { body: `<main><p>${words.repeat(9)}</p></main>` },
}

let gleaner: TestService
let origin: Origin

beforeAll(async () => {
  origin = await openOrigin(site)
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const matchesOn = async (path: string, quotes: string[], more: Record<string, string> = {}) => {
  const body = await jsonOf(
    gleaner.get('/v1/scrape', { url: origin.url + path, quotes: JSON.stringify(quotes), ...more }),
  )
  return (body as unknown as { quotes?: { match: string }[] }).quotes?.map(({ match }) => match)
}

it.each(Object.keys(site).filter((path) => path !== '/whole'))(
  'a quote that a page other than the requested one lacks, or a part of it, is unknown: %s',
  async (path) => {
    const quotes = ['The bridge costs 41 million euros', 'Nobody has written this sentence']
    expect(await matchesOn(path, quotes)).toEqual(['unknown', 'unknown'])
  },
)

it('a quote that such a page contains is found', async () => {
  for (const path of ['/404', '/404.pdf', '/cut', '/cut.zip'])
    expect(await matchesOn(path, [words]), path).toEqual(['exact'])
})

it('a quote that a whole page lacks is absent', async () => {
  expect(await matchesOn('/whole', ['The bridge costs 41 million euros'])).toEqual(['none'])
})
