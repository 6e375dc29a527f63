/** The settings of `google_ads`, which are part of those in `config.ts`. */

import { z } from 'zod'
import { serviceBase, serviceKey, serviceUrl } from './setting-values.ts'

export const adsSettings = {
  GLEANER_GOOGLE_URL: z
    .string()
    .refine((text) => serviceUrl(text.replaceAll('{domain}', 'com')), 'must be an http:// or https:// URL')
    .default('https://www.google.{domain}')
    .describe('URL of Google, for tests and compatible services. `{domain}` is replaced with the domain suffix.'),
  GLEANER_ADS_PROVIDER: z
    .enum(['serpapi', 'oxylabs', 'dataforseo'])
    .optional()
    .describe('Search-result service that `google_ads` calls instead of Google; needs GLEANER_ADS_PROVIDER_KEY.'),
  GLEANER_ADS_PROVIDER_KEY: serviceKey
    .optional()
    .describe('API key for that service: `USERNAME:PASSWORD` for Oxylabs, `LOGIN:PASSWORD` for DataForSEO.'),
  GLEANER_ADS_PROVIDER_URL: serviceBase
    .optional()
    .describe('Overrides the default URL of that service, for tests and corporate gateways.'),
} as const

type AdsSettings = Partial<Record<'GLEANER_ADS_PROVIDER' | 'GLEANER_ADS_PROVIDER_KEY', string | undefined>>

/** Returns the problem with a provider's settings as a whole, or null. */
export function faultOfAds(value: AdsSettings): { name: string; message: string } | null {
  const { GLEANER_ADS_PROVIDER: provider, GLEANER_ADS_PROVIDER_KEY: key } = value
  const fault = (message: string) => ({ name: 'GLEANER_ADS_PROVIDER_KEY', message })
  if (provider !== undefined && key === undefined) return fault(`must be set for GLEANER_ADS_PROVIDER=${provider}`)
  const pair = /^[^:]+:./
  if (provider === 'oxylabs' && !pair.test(key ?? '')) return fault('must be USERNAME:PASSWORD for Oxylabs')
  if (provider === 'dataforseo' && !pair.test(key ?? '')) return fault('must be LOGIN:PASSWORD for DataForSEO')
  return null
}
