/** The entry point of this folder. The page and response readers are loaded on first use. */

import type { StageCounter } from '../base/stages.ts'
import type { AdsProviderName, AskedPages, ParsedResultPage, ProviderAnswer } from '../contract/ads-reading.ts'
import type { Page } from '../page/page.ts'
import type { Provider } from './providers/provider.ts'

export { formatAds } from './ads-markdown.ts'
export type { Provider, ProviderAccess } from './providers/provider.ts'
export { searchUrl } from './search/request.ts'

/**
 * Returns the status and the ads of a page that Google sent. `number` is the page number, from 1; `stages` records the parsing time.
 * @example
 * const { status } = await readGooglePage(page, 1, noStages)
 * status // 'ok': the other statuses say what Google sent instead
 */
export async function readGooglePage(page: Page, number: number, stages: StageCounter): Promise<ParsedResultPage> {
  const { parseResultPage, readResultPage } = await import('./page/read-result-page.ts')
  const startedAt = performance.now()
  const document = parseResultPage(page)
  stages.add('parse', startedAt)
  return readResultPage(document, { status: page.status, finalUrl: page.finalUrl, page: number })
}

/**
 * Returns a search-result service's answer: pages, or the reason for a refusal. Throws invalid_response if a 200 response isn't JSON.
 * @example
 * const answer = await readProviderAnswer('serpapi', 429, new Uint8Array(), { page: 1, pages: 1 })
 * answer // { kind: 'refused', refusal: { reason: 'too_many' }, code: 429 }
 */
export async function readProviderAnswer(
  name: AdsProviderName,
  status: number,
  body: Uint8Array,
  asked: AskedPages,
): Promise<ProviderAnswer> {
  const { readAnswer } = await import('./providers/providers.ts')
  return readAnswer(await openProvider(name), { status, body }, asked)
}

export async function openProvider(name: AdsProviderName): Promise<Provider> {
  return (await import('./providers/providers.ts')).adsProviders[name]
}
