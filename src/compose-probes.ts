/** Wires what `gleaner doctor` asks to the adapters. Each is loaded when it is asked, and changes nothing. */

import type { StoreFacts } from './access/store-facts.ts'
import type { Config } from './config.ts'
import type { Probes } from './protocol/cli/doctor/probes.ts'

export function composeProbes(config: Config): Probes {
  const { GLEANER_REDIS_URL: redisUrl, ANTHROPIC_API_KEY: apiKey } = config
  let facts: Promise<StoreFacts | null> | undefined
  return {
    async browser() {
      const { probeBrowser } = await import('./render/probe-browser.ts')
      return probeBrowser({
        configuredPath: config.GLEANER_BROWSER_PATH ?? null,
        userAgent: config.GLEANER_USER_AGENT,
        maxBodyBytes: config.GLEANER_MAX_BODY_BYTES,
      })
    },
    database() {
      facts ??= askDatabase(config)
      return facts
    },
    redis: redisUrl === undefined ? null : async () => (await import('./store/redis/facts.ts')).redisVersion(redisUrl),
    model: apiKey === undefined ? null : (signal) => askModel(config, apiKey, signal),
  }
}

async function askDatabase({
  GLEANER_DATABASE_URL: url,
  GLEANER_DATA_DIR: folder,
}: Config): Promise<StoreFacts | null> {
  if (url === undefined) return (await import('./store/sqlite/facts.ts')).sqliteFacts(folder)
  return (await import('./store/postgres/facts.ts')).postgresFacts(url)
}

async function askModel(config: Config, apiKey: string, signal: AbortSignal): Promise<number> {
  const [{ reachAnthropic }, { createServiceFetch }] = await Promise.all([
    import('./answer/anthropic/reach-service.ts'),
    import('./fetch/service/service-fetch.ts'),
  ])
  const { fetch, close } = createServiceFetch({ proxyUrl: config.GLEANER_PROXY_URL ?? null })
  try {
    return await reachAnthropic({ apiKey, baseUrl: config.ANTHROPIC_BASE_URL ?? null, fetch, signal })
  } finally {
    await close()
  }
}
