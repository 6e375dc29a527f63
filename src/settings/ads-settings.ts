/** The settings of `google_ads`: part of those of `config.ts`. */

import { z } from 'zod'
import { serviceBase, serviceKey, serviceUrl, whole } from './setting-values.ts'

export const adsSettings = {
  GLEANER_GOOGLE_URL: z
    .string()
    .refine((text) => serviceUrl(text.replaceAll('{domain}', 'com')), 'must be an http:// or https:// URL')
    .default('https://www.google.{domain}')
    .describe('URL of Google; `{domain}` is replaced by the ending of the domain. For tests and compatible services.'),
  GLEANER_ADS_PROVIDER: z
    .enum(['serpapi', 'oxylabs', 'dataforseo'])
    .optional()
    .describe('Search-result service that `google_ads` calls in place of Google; needs GLEANER_ADS_PROVIDER_KEY.'),
  GLEANER_ADS_PROVIDER_KEY: serviceKey
    .optional()
    .describe('Its API key; for Oxylabs `USERNAME:PASSWORD`, for DataForSEO `LOGIN:PASSWORD`.'),
  GLEANER_ADS_PROVIDER_QUEUE: z
    .enum(['live', 'priority', 'standard'])
    .default('live')
    .describe(
      'How DataForSEO searches: `live` answers at once, `priority` and `standard` are cheaper tasks of about one and five minutes, which `google_ads` waits for within `timeout_ms`.',
    ),
  GLEANER_ADS_PROVIDER_URL: serviceBase
    .optional()
    .describe("URL of the service, when it is not the usual one: for tests and a company's own gateway."),
  GLEANER_ADS_BLOCK_S: whole(0, 86_400)
    .default(0)
    .describe(
      'Seconds for which a block by a Google domain (`captcha`, `consent`, `blocked`) is remembered, for all keys and, with Redis, by all nodes: `google_ads` answers `target_blocked` with `Retry-After` meanwhile and asks that domain nothing. 0 remembers none.',
    ),
  GLEANER_ADS_PAUSE_MS: whole(0, 60_000)
    .default(0)
    .describe('Milliseconds between two result pages of one `google_ads` request; they count in its time limit.'),
} as const

type AdsSettings = Partial<
  Record<'GLEANER_ADS_PROVIDER' | 'GLEANER_ADS_PROVIDER_KEY' | 'GLEANER_ADS_PROVIDER_QUEUE', string | undefined>
>

/** What is wrong with the settings of a provider together, or null. */
export function faultOfAds(value: AdsSettings): { name: string; message: string } | null {
  const { GLEANER_ADS_PROVIDER: provider, GLEANER_ADS_PROVIDER_KEY: key } = value
  const fault = (message: string) => ({ name: 'GLEANER_ADS_PROVIDER_KEY', message })
  if (provider !== 'dataforseo' && (value.GLEANER_ADS_PROVIDER_QUEUE ?? 'live') !== 'live') {
    return { name: 'GLEANER_ADS_PROVIDER_QUEUE', message: 'needs GLEANER_ADS_PROVIDER=dataforseo' }
  }
  if (provider !== undefined && key === undefined) return fault(`must be set for GLEANER_ADS_PROVIDER=${provider}`)
  const pair = /^[^:]+:./
  if (provider === 'oxylabs' && !pair.test(key ?? '')) return fault('must be USERNAME:PASSWORD for Oxylabs')
  if (provider === 'dataforseo' && !pair.test(key ?? '')) return fault('must be LOGIN:PASSWORD for DataForSEO')
  return null
}
