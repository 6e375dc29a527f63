/** Parity cases for `google_ads`. The search parameters determine which page the site sends. */

import type { ParityCase } from '../parity-case.ts'

const ads = (title: string, input: ParityCase['input'], expected: Pick<ParityCase, 'result' | 'error' | 'status'>) => {
  return { title, operation: 'google_ads', input: { query: 'shoes', ...input }, ...expected } as const
}

const refusal = (title: string, input: ParityCase['input'], error: string) => ads(title, input, { error, status: 422 })

const uuleOf = (base64: string) => `uule=w%2B${base64.replaceAll('=', '%3D')}`
const germany = uuleOf('CAIQICIHR2VybWFueQ==')

export const searchCases: ParityCase[] = [
  ads(
    'google_ads',
    { pages: 2 },
    {
      result: {
        query: 'shoes',
        domain: 'com',
        pages: [
          { page: 1, url: '{origin}/com/search?q=shoes&pws=0', status: 'ok' },
          { page: 2, url: '{origin}/com/search?q=shoes&start=10&pws=0', status: 'ok' },
        ],
        credits_charged: 5,
      },
    },
  ),
  ads(
    'google_ads as only a list',
    { output: 'json', locale: 'de-DE' },
    { result: { locale: 'de-DE', output: 'json', pages: [{ page: 1, status: 'ok' }], credits_charged: 5 } },
  ),
  ads('a search that Google blocks', { query: 'blocked' }, { error: 'target_blocked', status: 502 }),
  { title: 'no query', operation: 'google_ads', input: {}, error: 'missing', status: 422 },
  refusal('a domain that Google does not have', { domain: 'nowhere' }, 'enum'),
  refusal('a place without a country', { geo_location: 'Berlin' }, 'value_error'),

  ads(
    'a search from a country by its name',
    { geo_location: 'Germany' },
    { result: { geo_location: 'Germany', pages: [{ url: `{origin}/com/search?q=shoes&${germany}&pws=0` }] } },
  ),
  ads(
    'a search from a country by its code',
    { geo_location: 'de' },
    { result: { geo_location: 'de', pages: [{ url: `{origin}/com/search?q=shoes&${germany}&pws=0` }] } },
  ),
  ads(
    'a search from a point',
    { query: 'at a point', geo_location: '47.62,-122.35' },
    { result: { geo_location: '47.62,-122.35', pages: [{ status: 'ok' }], credits_charged: 5 } },
  ),
  ads(
    'a search from a point with a radius',
    { query: 'within 25000000', geo_location: 'lat: 47.62, lng: -122.35, rad: 25000' },
    { result: { pages: [{ status: 'ok' }] } },
  ),
  refusal('a point that is out of range', { geo_location: '91,0' }, 'value_error'),
  refusal('a point with a radius of zero', { geo_location: 'lat: 1, lng: 2, rad: 0' }, 'value_error'),
  refusal('a point with three numbers', { geo_location: '1,2,3' }, 'value_error'),
  ads('a search in a language', { query: 'in German', locale: 'de-CH' }, { result: { pages: [{ status: 'ok' }] } }),
  ads(
    'a search from a phone',
    { query: 'from ?1 "Android"', device: 'mobile' },
    { result: { pages: [{ status: 'ok' }] } },
  ),
  ads(
    'a search from a tablet',
    { query: 'from ?0 "Android"', device: 'tablet' },
    { result: { pages: [{ status: 'ok' }] } },
  ),
  ads('a search from a desktop', { query: 'from ?0 "Linux"' }, { result: { pages: [{ status: 'ok' }] } }),
  refusal('a search from an unknown device', { device: 'watch' }, 'enum'),
  ads(
    'a search from a phone at a point, in a language',
    {
      query: 'at a point',
      device: 'mobile',
      locale: 'de-CH',
      geo_location: 'lat: 47.62, lng: -122.35, rad: 100',
      pages: 2,
    },
    { result: { locale: 'de-CH', pages: [{ status: 'ok' }, { status: 'ok' }], credits_charged: 5 } },
  ),
  refusal('a search from a phone at an invalid point', { device: 'mobile', geo_location: 'lat: 47.62' }, 'value_error'),
  refusal('a search in an invalid language', { locale: 'German!' }, 'value_error'),
]
