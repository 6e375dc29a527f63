import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Ad } from '../../../src/ads/ad/ad.ts'
import { isGoogleHost } from '../../../src/ads/ad/google-urls.ts'
import { cleanText } from '../../../src/ads/text/short-texts.ts'
import type { ParsedResultPage } from '../../../src/contract/ads-reading.ts'
import { savedPage } from '../../needs.ts'
import { read, searchResponse } from '../fixtures.ts'
import { withoutNames } from './field-score.ts'

const { location: folder, isMissing } = savedPage('google-ads/')

type TrueAd = Pick<Ad, 'title' | 'kind'> & Partial<Pick<Ad, 'displayed_url' | 'description' | 'url' | 'block'>>

/** The content of a page, as a person read it. */
interface TruePage {
  file: string
  status: string
  ads: TrueAd[]
  shopping: { title: string }[]
}

const truth: TruePage[] = isMissing ? [] : JSON.parse(readFileSync(new URL('truth.json', folder), 'utf8'))

const plain = (text: string | null | undefined) => cleanText((text ?? '').normalize('NFC'))
const hostOf = (url: string | null | undefined) => URL.parse(url ?? '')?.hostname.replace(/^www\./, '') ?? ''

function readSaved({ file, status }: TruePage, change: (html: string) => string): ParsedResultPage {
  const html = change(readFileSync(new URL(`pages/${file}`, folder), 'utf8'))
  return read(html, { ...searchResponse, status: status === 'captcha' ? 429 : 200 })
}

/** Pairs each reference ad with the first unpaired ad with the same title, preferably also with the same displayed URL. */
function pair(trueAds: TrueAd[], readAds: Ad[]): { pairs: [TrueAd, Ad | undefined][]; rest: Ad[] } {
  const rest = [...readAds]
  const pairs = trueAds.map((want): [TrueAd, Ad | undefined] => {
    const titled = rest.filter((ad) => plain(ad.title) === plain(want.title))
    const exact = titled.find((ad) => plain(ad.displayed_url) === plain(want.displayed_url))
    const match = exact ?? titled[0]
    if (match) rest.splice(rest.indexOf(match), 1)
    return [want, match]
  })
  return { pairs, rest }
}

/** The figures that `npm run bench -- ads` prints, as counts of correct values. */
function score(pages: { want: TruePage; got: ParsedResultPage }[]) {
  const figures = { statuses: 0, ads: 0, displayedUrls: 0, descriptions: 0, hosts: 0, kinds: 0, blocks: 0, shopping: 0 }
  const wrong = { extraAds: 0, adsOnPagesWithout: 0, googleUrls: 0, blockedAsFree: 0 }
  for (const { want, got } of pages) {
    figures.statuses += Number(got.status === want.status)
    const isBlocked = ['captcha', 'consent', 'js_shell'].includes(want.status)
    wrong.blockedAsFree += Number(isBlocked && ['ok', 'no_ads', 'no_results'].includes(got.status))
    wrong.adsOnPagesWithout += want.status === 'ok' ? 0 : got.ads.length
    wrong.googleUrls += got.ads.filter(({ url }) => url !== null && isGoogleHost(hostOf(url))).length
    const shoppingTitles = got.ads.filter((ad) => ad.kind === 'shopping').map((ad) => plain(ad.title))
    figures.shopping += want.shopping.filter(({ title }) => shoppingTitles.includes(plain(title))).length
    const { pairs, rest } = pair(
      want.ads,
      got.ads.filter((ad) => ad.kind !== 'shopping'),
    )
    wrong.extraAds += rest.length
    for (const [trueAd, ad] of pairs) {
      if (!ad) continue
      const { displayed_url, description, url, block, kind } = trueAd
      figures.ads++
      figures.kinds += Number(ad.kind === kind)
      figures.displayedUrls += Number(displayed_url !== undefined && plain(ad.displayed_url) === plain(displayed_url))
      figures.descriptions += Number(description !== undefined && plain(ad.description) === plain(description))
      figures.hosts += Number(Boolean(url) && hostOf(ad.url) === hostOf(url))
      figures.blocks += Number(block !== undefined && ad.block === block)
    }
  }
  return { ...figures, ...wrong }
}

// The 51 pages have 99 shopping units and 146 ads, with 123 known displayed URLs, 123 descriptions, 128 landing pages and 125 blocks.
const reached = {
  statuses: 51,
  ads: 146,
  displayedUrls: 123,
  descriptions: 122,
  hosts: 128,
  kinds: 146,
  blocks: 125,
  shopping: 99,
  extraAds: 0,
  adsOnPagesWithout: 0,
  googleUrls: 0,
  blockedAsFree: 0,
}

describe.skipIf(isMissing).each<[string, (html: string) => string, typeof reached]>([
  ['unchanged', (html) => html, reached],
  ['without class names and ids', withoutNames, reached],
])('saved result pages %s', (_, change, figures) => {
  it.each(truth)('have the right status and ads: $file', (want) => {
    const { status, ads } = readSaved(want, change)
    const shown = (ad: Ad | TrueAd) => [plain(ad.title), plain(ad.displayed_url)].join(' | ')
    expect(status).toBe(want.status)
    expect(
      ads
        .filter((ad) => ad.kind !== 'shopping')
        .map(shown)
        .sort(),
    ).toEqual(want.ads.map(shown).sort())
    expect(ads.filter((ad) => ad.kind === 'shopping')).toHaveLength(want.shopping.length)
  })

  it('match the figures of npm run bench -- ads', () => {
    expect(truth).toHaveLength(51)
    expect(score(truth.map((want) => ({ want, got: readSaved(want, change) })))).toEqual(figures)
  })
})
