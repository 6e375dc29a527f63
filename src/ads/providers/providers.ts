/** The table of search-result services, by the name that the setting GLEANER_ADS_PROVIDER gives them. */

import { dataForSeo } from './dataforseo.ts'
import { oxylabs } from './oxylabs.ts'
import type { Provider } from './provider.ts'
import { serpApi } from './serpapi.ts'

export const adsProviders = { serpapi: serpApi, oxylabs, dataforseo: dataForSeo } as const satisfies Record<
  string,
  Provider
>

export type AdsProviderName = keyof typeof adsProviders
