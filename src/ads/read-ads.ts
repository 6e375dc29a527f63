/** The entry to this folder. What reads pages and answers is loaded with the first of them. */

import type { StageCounter } from '../base/stages.ts'
import type { AdsProviderName, AskedPages, ParsedResultPage, ProviderAnswer } from '../contract/ads-reading.ts'
import type { Page } from '../html/page.ts'
import type { Provider } from './providers/provider.ts'

export { formatAds } from './ads-markdown.ts'
export type { Provider, ProviderAccess } from './providers/provider.ts'
export { searchUrl } from './search/request.ts'

/** Status and ads of a page that Google has sent. `number` is the number of the page that the ads get; `stages` counts the parsing. */
export async function readGooglePage(page: Page, number: number, stages: StageCounter): Promise<ParsedResultPage> {
  const { parseResultPage, readResultPage } = await import('./page/read-result-page.ts')
  const startedAt = performance.now()
  const document = parseResultPage(page)
  stages.add('parse', startedAt)
  return readResultPage(document, { status: page.status, finalUrl: page.finalUrl, page: number })
}

/** What a search-result service has answered. Throws invalid_response where a 200 response holds no JSON. */
export async function readProviderAnswer(
  name: AdsProviderName,
  status: number,
  body: Uint8Array,
  asked: AskedPages,
): Promise<ProviderAnswer> {
  const { readAnswer } = await import('./providers/read-answer.ts')
  return readAnswer(await openProvider(name), { status, body }, asked)
}

export async function openProvider(name: AdsProviderName): Promise<Provider> {
  return (await import('./providers/providers.ts')).adsProviders[name]
}
