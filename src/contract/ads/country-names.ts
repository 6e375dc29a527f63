/** The names of the countries and territories in ISO 3166-1, by alpha-2 code: English names from Unicode's CLDR and other sources. */

import { lazy } from '../../base/once.ts'

/** Google's names for countries, if they differ from those in CLDR. */
const googleNames: Readonly<Record<string, string>> = {
  BS: 'The Bahamas',
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  CV: 'Cabo Verde',
  FK: 'Falkland Islands (Islas Malvinas)',
  GM: 'The Gambia',
  GS: 'South Georgia and the South Sandwich Islands',
  HK: 'Hong Kong',
  HM: 'Heard Island and McDonald Islands',
  MM: 'Myanmar (Burma)',
  MO: 'Macao',
  PS: 'Palestine',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  TF: 'French Southern and Antarctic Lands',
  TR: 'Turkiye',
  UM: 'United States Minor Outlying Islands',
  VC: 'Saint Vincent and the Grenadines',
}

/** Other English names: those from ISO 3166-1, and common ones. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  BN: ['Brunei Darussalam'],
  BO: ['Plurinational State of Bolivia'],
  BQ: ['Bonaire, Sint Eustatius and Saba'],
  CG: ['Congo'],
  CI: ['Ivory Coast'],
  CZ: ['Czech Republic'],
  FK: ['Falkland Islands [Malvinas]'],
  FM: ['Federated States of Micronesia'],
  GB: ['United Kingdom of Great Britain and Northern Ireland'],
  IR: ['Islamic Republic of Iran'],
  KP: ["Democratic People's Republic of Korea"],
  KR: ['Republic of Korea'],
  LA: ["Lao People's Democratic Republic"],
  MD: ['Republic of Moldova'],
  MF: ['Saint Martin (French part)'],
  MM: ['Myanmar', 'Burma'],
  MO: ['Macau'],
  NL: ['Kingdom of the Netherlands'],
  PN: ['Pitcairn'],
  PS: ['State of Palestine'],
  RU: ['Russian Federation'],
  SX: ['Sint Maarten (Dutch part)'],
  SY: ['Syrian Arab Republic'],
  TR: ['Turkey'],
  TW: ['Taiwan (Province of China)'],
  TZ: ['United Republic of Tanzania'],
  US: ['United States of America'],
  VA: ['Holy See'],
  VE: ['Bolivarian Republic of Venezuela'],
  VN: ['Viet Nam'],
}

/** Regions in CLDR that aren't countries in ISO 3166-1. */
const notCountries = /^(?:AC|CP|CQ|DG|EA|EU|EZ|IC|QO|TA|UN|XA|XB|XK|ZZ)$/

/**
 * Returns names by code. The first one is Google's name for the country. They are read on first use, because few requests name a place, and
 * loading CLDR takes 30 ms (2026-11-27).
 */
export const countryNames = lazy((): ReadonlyMap<string, readonly [string, ...string[]]> => {
  const cldr = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(
    codes.flatMap((code) => {
      const name = plainName(cldr.of(code) ?? '')
      // A withdrawn code, such as BU, is an alias of its successor.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code
      if (name === '' || !isCurrent || notCountries.test(code)) return []
      return [[code, [googleNames[code] ?? name, name, ...(otherNames[code] ?? [])]] as const]
    }),
  )
})

/** `St. Barthélemy` → `Saint Barthelemy`, as Google writes names. */
function plainName(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'")
  return ascii.replaceAll('&', 'and').replace(/\bSt\. /, 'Saint ')
}
