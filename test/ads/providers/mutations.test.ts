import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGoogleHost } from '../../../src/ads/ad/google-urls.ts'
import { adsProviders } from '../../../src/ads/providers/providers.ts'
import type { AdsProviderName, ParsedResultPage } from '../../../src/contract/ads-reading.ts'
import { ad } from '../../../src/contract/google-ads.ts'
import { documentExamples } from './document-examples.ts'
import { samples } from './provider-samples.ts'
import { readPage } from './read-page.ts'

/** A change in one place in the JSON, given by the index of the place and the kind of change. */
interface Change {
  place: number
  how: 'remove' | 'rename' | 'replace' | 'wrap' | 'repeat'
  value: unknown
}

const otherTypes = [null, true, false, 0, -1, 1e308, '', ' ', [], {}, [[]], [null], { length: 5 }]
const otherSchemes = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd']
const brokenUrls = ['//', 'https://', 'http://[::1']
const googleUrls = [
  'https://www.google.com/',
  'https://www.google.de/search?q=x',
  'https://WWW.GOOGLE.COM./x',
  'https://user:x@www.google.com/',
  'https://ad.doubleclick.net/x',
  '/aclk?sa=L&ai=1',
  '/goto?url=CAES',
  '/url?q=x',
  'https://www.google.com/url?q=https://www.google.com/aclk?adurl=https://google.com/',
  'https://www.google.com/aclk?adurl=javascript:alert(1)',
]
const oddTexts = ['\u0000\u001b[2J', '\u202e\u200b', '\ud800', '💥'.repeat(3000), 'Sponsored', 'x'.repeat(20_000)]
const hostileValues: readonly unknown[] = [...otherTypes, ...otherSchemes, ...brokenUrls, ...googleUrls, ...oddTexts]

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(10_000),
  how: fc.constantFrom('remove', 'rename', 'replace', 'wrap', 'repeat'),
  value: fc.oneof(fc.constantFrom(...hostileValues), fc.jsonValue({ maxDepth: 2 })),
})

/** All places in a value, each as container and name. */
function placesOf(value: unknown): { holder: Record<string, unknown>; name: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesOf(holder[name])])
}

function changed(json: unknown, changes: readonly Change[]): unknown {
  const copy = structuredClone(json)
  for (const { place, how, value } of changes) {
    const places = placesOf(copy)
    const { holder, name } = places[place % places.length] ?? { holder: {}, name: '' }
    const before = holder[name]
    if (how === 'replace') holder[name] = structuredClone(value)
    else if (how === 'wrap') holder[name] = place % 2 === 0 ? [before] : { items: before }
    else if (how === 'repeat' && Array.isArray(holder)) holder.push(structuredClone(before))
    else if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else {
      delete holder[name]
      if (how === 'rename') holder[`new_${name}`] = before
    }
  }
  return copy
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** True if a value contains a click URL or a paid-result marker. */
function holdsAd(value: unknown): boolean {
  if (typeof value === 'string') return /^(?:https:\/\/www\.google\.com)?\/aclk\?/.test(value)
  if (!isFields(value)) return false
  if (value.sponsored === true || value.is_paid === true || value.type === 'paid') return true
  if (typeof value.tracking_link === 'string' && value.tracking_link.trim().length > 1) return true
  return Object.values(value).some(holdsAd)
}

/** The part of a response that represents the page, according to each service's documentation. */
const pageIn: Record<AdsProviderName, (json: never) => unknown> = {
  serpapi: ({ search_metadata, search_parameters, ...page }: Record<string, unknown>) => page,
  oxylabs: ({ results }: { results: [{ content: { results: Record<string, unknown> } }] }) => {
    const { search_information, navigation, ...page } = results[0].content.results
    return page
  },
  dataforseo: ({ tasks }: { tasks: [{ result: [{ items: unknown[] }] }] }) =>
    tasks[0].result[0].items.filter((item) => isFields(item) && (item.page ?? 1) === 1),
}

/** Checks the guarantees for every page. */
function check(name: AdsProviderName, json: unknown, { status, ads, unread = [] }: ParsedResultPage): void {
  for (const one of ads) {
    expect(ad.safeParse(one).error).toBeUndefined()
    for (const url of [one.url, ...one.sitelinks.map((link) => link.url)]) {
      if (url === null) continue
      const { protocol, hostname } = new URL(url)
      expect([/^https?:$/.test(protocol), isGoogleHost(hostname)]).toEqual([true, false])
    }
    expect(JSON.stringify(one).length).toBeLessThan(300_000)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for these characters
    expect(JSON.stringify(one)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]|\\u00[01]|\\ud[89a-f]/i)
  }
  if (status === 'ok') expect(ads.length).toBeGreaterThan(0)
  expect(unread.length > 0).toBe(status === 'layout_changed')
  if (status === 'no_ads' || status === 'no_results') {
    expect(ads).toEqual([])
    expect(holdsAd(pageIn[name](json as never))).toBe(false)
  }
}

const originals = [
  ...documentExamples.map(({ provider, json }) => ({ provider, json })),
  ...Object.entries(samples).map(([name, { ads }]) => ({ provider: name as AdsProviderName, json: ads(1) })),
]

describe('a modified response', () => {
  it('never yields a Google URL, and is never no_ads while a marked ad is left, in 2,400 modified responses', () => {
    const statuses: Record<string, number> = {}
    fc.assert(
      fc.property(
        fc.constantFrom(...originals),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        (original, changes) => {
          const { provider } = original
          const json = changed(original.json, changes)
          const answer = adsProviders[provider].readResponse(json, { page: 1, pages: 1 })
          if (answer.kind !== 'pages') return
          expect(answer.pages).toHaveLength(1)
          for (const page of answer.pages) {
            statuses[page.status] = (statuses[page.status] ?? 0) + 1
            check(provider, json, page)
          }
        },
      ),
      { numRuns: 2400 },
    )
    // The changes have the intended effect.
    expect(Object.keys(statuses).sort()).toEqual(expect.arrayContaining(['error', 'layout_changed', 'ok']))
  })

  it('is layout_changed with renamed ad lists if one has a mark', () => {
    const statuses = originals.map(({ provider, json }) => {
      const names =
        /"(ads|paid|pla|shopping|commercial_units|(?:inline_)?shopping_results|local_ads|vehicles_for_sale)"/g
      const renamed = JSON.parse(JSON.stringify(json).replaceAll(names, '"new_$1_unit"'))
      const page = readPage(adsProviders[provider], renamed)
      check(provider, renamed, page)
      return page.status
    })
    expect(statuses).toEqual(Array(originals.length).fill('layout_changed'))
  })
})
