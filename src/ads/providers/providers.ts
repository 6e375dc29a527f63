/** The table of search-result services, keyed by their names in the GLEANER_ADS_PROVIDER setting. */

import type { AdsProviderName } from '../../contract/ads-reading.ts'
import { dataForSeo } from './dataforseo.ts'
import { oxylabs } from './oxylabs.ts'
import type { Provider } from './provider.ts'
import { serpApi } from './serpapi.ts'

export const adsProviders: Readonly<Record<AdsProviderName, Provider>> = {
  serpapi: serpApi,
  oxylabs,
  dataforseo: dataForSeo,
}
