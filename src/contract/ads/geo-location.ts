/** Parses the place from which to search: a point, a country or a canonical place name. */

import { lazy } from '../../base/once.ts'
import { countryNames } from './country-names.ts'

export type GeoLocation =
  /** If a point is given without a radius, it gets the default radius. */
  | { kind: 'point'; latitude: number; longitude: number; radiusM: number; hasRadius: boolean }
  /** `name` is Google's name, and `code` is the ISO 3166-1 alpha-2 code. */
  | { kind: 'country'; code: string; name: string }
  /** `<region>,<country>` or a longer name, without white space around commas. */
  | { kind: 'name'; name: string }

const usualRadiusM = 30_000
/** Halfway around the Earth. */
const maxRadiusM = 20_000_000

/**
 * Returns the place that `geo_location` describes, or `{ problem }`, which explains why it is invalid.
 * @example
 * readGeoLocation('France') // { kind: 'country', code: 'FR', name: 'France' }
 * readGeoLocation('Austin, Texas, United States') // { kind: 'name', name: 'Austin,Texas,United States' }
 */
export function readGeoLocation(text: string): GeoLocation | { problem: string } {
  if ([...text].some(isControl)) return { problem: 'geo_location must not contain control characters' }
  const written = text.trim()
  if (isLikePoint(written)) return readPoint(written)
  const parts = written.split(',').map((part) => part.trim())
  const code = parts.includes('') ? null : codeOf(written)
  if (code !== null) return { kind: 'country', code, name: countryNames().get(code)?.[0] ?? written }
  if (parts.length >= 2 && !parts.includes('')) return { kind: 'name', name: parts.join(',') }
  const meant = isoCodeOf.get(written.toUpperCase())
  if (meant !== undefined) {
    return { problem: `geo_location must name a country by its English name or ISO code: ${meant}, not ${written}` }
  }
  return {
    problem:
      "geo_location must be written as <region>,<country>, as a country (its English name or ISO code), or as a point, such as '47.62,-122.35'",
  }
}

/** ISO 3166-1 codes, keyed by other common abbreviations of the countries. */
const isoCodeOf: ReadonlyMap<string, string> = new Map([
  ['EL', 'GR'],
  ['UAE', 'AE'],
  ['UK', 'GB'],
  ['USA', 'US'],
])

/** Like `readGeoLocation`, but throws RangeError for invalid text. */
export function geoLocationOf(text: string): GeoLocation {
  const read = readGeoLocation(text)
  if ('problem' in read) throw new RangeError(read.problem)
  return read
}

const number = String.raw`([+-]?(?:\d+(?:\.\d*)?|\.\d+))`
const twoNumbers = new RegExp(`^${number}\\s*,\\s*${number}$`)
const labelled = new RegExp(`^lat:\\s*${number}\\s*,\\s*lng:\\s*${number}(?:\\s*,\\s*rad:\\s*${number})?$`, 'i')

/** True for text that can't be a place name, because it has no letters or contains one of these labels. */
function isLikePoint(text: string): boolean {
  return (/^[\d\s.,+-]+$/.test(text) && /\d/.test(text)) || /(?:^|,)\s*(?:lat|lng|rad)\s*:/i.test(text)
}

function readPoint(text: string): GeoLocation | { problem: string } {
  const [, latitude, longitude, radius] = twoNumbers.exec(text) ?? labelled.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) {
    return {
      problem:
        "geo_location must be a point such as '47.62,-122.35' or 'lat: 47.62, lng: -122.35, rad: 25000' (meters)",
    }
  }
  const point = {
    latitude: Number(latitude),
    longitude: Number(longitude),
    radiusM: Number(radius ?? usualRadiusM),
    hasRadius: radius !== undefined,
  }
  if (Math.abs(point.latitude) > 90) return { problem: 'geo_location must have a latitude from -90 to 90' }
  if (Math.abs(point.longitude) > 180) return { problem: 'geo_location must have a longitude from -180 to 180' }
  if (point.radiusM < 1 || point.radiusM > maxRadiusM) {
    return { problem: `geo_location must have a radius from 1 to ${maxRadiusM} meters` }
  }
  return { kind: 'point', ...point }
}

/** Built on first use, because few commands need it. */
const codesByKey = lazy(
  () => new Map([...countryNames()].flatMap(([code, names]) => names.map((name) => [keyOf(name), code] as const))),
)

/** Returns the alpha-2 code for a country's code or one of its names; null for any other string. */
function codeOf(text: string): string | null {
  const code = text.toUpperCase()
  if (countryNames().has(code)) return code
  return codesByKey().get(keyOf(text)) ?? null
}

/**
 * Returns the same key for `Côte d’Ivoire` and `Cote d'Ivoire`, `St. Lucia` and `Saint Lucia`, `Korea (the Republic of)` and
 * `Republic of Korea`. Accents, small words and word order don't matter.
 */
function keyOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll('&', ' ')
    .split(/[^\p{L}\p{N}]+/u)
  return words
    .filter((word) => !smallWords.has(word))
    .map((word) => (word === 'st' ? 'saint' : word))
    .sort()
    .join(' ')
}

const smallWords = new Set(['', 'the', 'of', 'and'])

const isControl = (char: string) => char < ' ' || (char >= '\u007f' && char < '\u00a0')
