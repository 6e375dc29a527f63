/** Opens the search results provider selected in the settings, for `google_ads`. */

import { openProvider } from '../ads/read-ads.ts'
import type { Config } from '../config/config.ts'
import type { PageEngine } from '../pages/visit/page-engine.ts'

/** Returns null if the settings don't name one. */
export async function openAdsProvider(config: Config, { policy, sandbox }: PageEngine) {
  const { GLEANER_ADS_PROVIDER: name, GLEANER_ADS_PROVIDER_KEY: key } = config
  if (name === undefined || key === undefined) return null
  const [{ createProviderPages }, { createServiceCaller }, provider] = await Promise.all([
    import('../pages/results/provider-pages.ts'),
    import('../fetch/service/service-call.ts'),
    openProvider(name),
  ])
  const service = createServiceCaller({
    policy,
    userAgent: config.GLEANER_USER_AGENT,
    maxBodyBytes: config.GLEANER_MAX_BODY_BYTES,
    proxyUrl: config.GLEANER_PROXY_URL ?? null,
  })
  const access = { baseUrl: config.GLEANER_ADS_PROVIDER_URL ?? provider.baseUrl, key }
  const template = config.GLEANER_GOOGLE_URL
  return { service, resultPages: createProviderPages({ name, provider, access, service, sandbox, template }) }
}
