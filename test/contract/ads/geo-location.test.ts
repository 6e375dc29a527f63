import { describe, expect, it } from 'vitest'
import { countryNames } from '../../../src/contract/ads/country-names.ts'
import { geoLocationOf, readGeoLocation } from '../../../src/contract/ads/geo-location.ts'

describe('a country', () => {
  it.each([
    ['Germany', 'DE'],
    ['FRANCE', 'FR'],
    ['gb', 'GB'],
    ['united states of america', 'US'],
    ['Viet Nam', 'VN'],
    ['Türkiye', 'TR'],
    ['Côte d’Ivoire', 'CI'],
    ['St. Lucia', 'LC'],
    ['Trinidad & Tobago', 'TT'],
    ['The Netherlands', 'NL'],
    ['Korea (the Republic of)', 'KR'],
    ['Tanzania, the United Republic of', 'TZ'],
    ['Virgin Islands (U.S.)', 'VI'],
    ['Congo - Kinshasa', 'CD'],
    ['Palestinian Territories', 'PS'],
    ['Bonaire, Sint Eustatius and Saba', 'BQ'],
  ])('is known by its English name or code: %s', (text, code) => {
    expect(readGeoLocation(text)).toMatchObject({ kind: 'country', code })
  })

  it('is supported for all of ISO 3166-1, by its code and by all of its names', () => {
    expect(countryNames().size).toBe(249)
    for (const [code, names] of countryNames()) {
      for (const text of [code, ...names]) {
        expect(geoLocationOf(text), text).toEqual({ kind: 'country', code, name: names[0] })
      }
    }
  })
})

describe('a place name', () => {
  it.each([
    ['Bavaria, Germany', 'Bavaria,Germany'],
    ['Georgia,United States', 'Georgia,United States'],
    ['Luxembourg,Luxembourg', 'Luxembourg,Luxembourg'],
    ['10115,Berlin,Germany', '10115,Berlin,Germany'],
  ])('remains a place name: %s', (text, name) => {
    expect(readGeoLocation(text)).toEqual({ kind: 'name', name })
  })
})

describe('an invalid place', () => {
  // A number that can be split in many ways would take minutes, so a regression shows as a timeout.
  it('is found in linear time, even with long numbers', () => {
    const digits = '0'.repeat(4000)
    expect(readGeoLocation(`lat:${digits},lng:${digits},rad:${digits}x`)).toHaveProperty('problem')
  })

  it.each([
    ['Berlin', 'as a country'],
    ['UK', 'by its English name or ISO code: GB, not UK'],
    [' usa ', 'by its English name or ISO code: US, not usa'],
    ['constructor', 'as a country'],
    ['', '<region>,<country>'],
    ['Berlin,', '<region>,<country>'],
    [',Germany', '<region>,<country>'],
    ['A\u0000,B', 'control'],
    ['Germany\n', 'control'],
    ['90.0001,0', 'latitude from -90 to 90'],
    ['0,-180.1', 'longitude from -180 to 180'],
    ['lat: 1, lng: 2, rad: 0', 'radius from 1 to 20000000'],
    ['lat: 1, lng: 2, rad: 20000001', 'radius from 1 to 20000000'],
    ['lat: 1, lng: 2, rad: -5', 'radius from 1 to 20000000'],
    ['lat: 1', "'47.62,-122.35'"],
    ['lat: x, lng: y', "'47.62,-122.35'"],
    ['lng: 1, lat: 2', "'47.62,-122.35'"],
    ['1,2,3', "'47.62,-122.35'"],
    ['1.2.3,4', "'47.62,-122.35'"],
    ['1023191', "'47.62,-122.35'"],
  ])('is explained in the error message: %j', (text, words) => {
    expect(readGeoLocation(text)).toEqual({ problem: expect.stringContaining(words) })
    expect(() => geoLocationOf(text)).toThrow(RangeError)
  })
})
