/** Reads a changed result page and checks which guarantees its result breaks. */

import type { Element } from 'domhandler'
import type { Ad } from '../../src/ads/ad/ad.ts'
import { readResultPage } from '../../src/ads/page/read-result-page.ts'
import type { ParsedResultPage } from '../../src/contract/ads-reading.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'
import { comparable, findEvidence, isPaidText, type PageOfPayments, paymentsOf, seenText } from './payment.ts'
import type { SavedResultPage } from './saved-pages.ts'
import { elementsOf } from './tree.ts'

export interface Judgement extends ParsedResultPage {
  /** Returned ads that aren't paid content on the page. */
  falseAds: string[]
  /** Google URLs that were returned as an advertiser's URL. */
  googleAddresses: string[]
  /** The text of each ad on a page that was classified as having no ads. */
  silent: string[]
  /** Ad titles that paid links show but the result lacks, although the page counts as completely read. */
  missed: string[]
  readMs: number
}

/** The content of the unchanged page, against which the changed page is judged. */
export interface Original {
  page: SavedResultPage
  payments: PageOfPayments
}

export function original(page: SavedResultPage): Original {
  const { root } = parseDocument(page.html, page.response.finalUrl)
  const payments = paymentsOf(elementsOf(root))
  // Anything that a person identified as an ad counts as paid, regardless of its markup.
  for (const title of page.titles) payments.paidTexts.push(comparable(title))
  for (const title of page.titles) payments.resultTitles.delete(comparable(title))
  return { page, payments }
}

export function judge(html: string, { page, payments }: Original): Judgement {
  const document = parseDocument(html, page.response.finalUrl)
  const startedAt = performance.now()
  const result = readResultPage(document, page.response)
  const readMs = performance.now() - startedAt
  const elements = elementsOf(document.root)
  const evidence = findEvidence(elements)
  const own = paymentsOf(elements)
  const isSaidToHaveNone = result.status === 'no_ads' || result.status === 'no_results'
  const addresses = result.ads.flatMap((ad) => [ad.url, ...ad.sitelinks.map(({ url }) => url)])
  return {
    ...result,
    falseAds: result.ads.filter((ad) => isFalse(ad, payments, own)).map((ad) => `${ad.kind} «${ad.title}» ${ad.url}`),
    googleAddresses: addresses.filter((url) => url !== null).filter(isOfGoogle),
    missed: result.status === 'layout_changed' ? [] : missedTitles(page.titles, evidence, result.ads),
    silent: isSaidToHaveNone ? evidence.map((element) => seenText(element).slice(0, 60)) : [],
    readMs,
  }
}

function missedTitles(titles: string[], evidence: Element[], ads: Ad[]): string[] {
  const read = ads.map((ad) => comparable(ad.title ?? ''))
  const shown = evidence.map((element) => comparable(seenText(element)))
  return titles.filter((title) => {
    const wanted = comparable(title)
    return wanted !== '' && shown.some((text) => text.includes(wanted)) && !read.some((text) => text.includes(wanted))
  })
}

/** True if the ad has the title or URL of a result, or if its title isn't in any paid text. */
function isFalse({ title, url }: Ad, payments: PageOfPayments, changed: PageOfPayments): boolean {
  // A change can join two strings.
  if (title === null || !(isPaidText(title, payments) || isPaidText(title, changed))) return true
  const isResultTitle = payments.resultTitles.has(comparable(title))
  return (
    (isResultTitle && !payments.paidTexts.some((text) => text.includes(comparable(title)))) ||
    payments.resultAddresses.has(url ?? '')
  )
}

function isOfGoogle(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return /(?:^|\.)google\.[a-z.]+$|googleadservices|doubleclick/.test(host)
}
