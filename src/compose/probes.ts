/** Connects the checks of `gleaner doctor` to the adapters. Each adapter is loaded when its check runs, and changes nothing. */

import { lazy } from '../base/once.ts'
import type { Config } from '../config/config.ts'
import { chosenFarm } from '../config/service-settings.ts'
import type { Probes } from '../interfaces/cli/doctor/check.ts'

export function composeProbes(config: Config): Probes {
  const { GLEANER_REDIS_URL: redisUrl } = config
  const farm = chosenFarm(config)
  const browserOptions = { userAgent: config.GLEANER_USER_AGENT, maxBodyBytes: config.GLEANER_MAX_BODY_BYTES }
  return {
    async browser() {
      const { probeBrowser } = await import('../render/probes.ts')
      return probeBrowser({ configuredPath: config.GLEANER_BROWSER_PATH ?? null, ...browserOptions })
    },
    farms: farm && (async () => (await import('../render/probes.ts')).probeFarms({ ...farm, ...browserOptions })),
    database: lazy(() => askDatabase(config)),
    redis:
      redisUrl === undefined ? null : async () => (await import('../store/redis/facts.ts')).readRedisFacts(redisUrl),
  }
}

async function askDatabase({ GLEANER_DATABASE_URL: url, GLEANER_DATA_DIR: folder }: Config) {
  if (url === undefined) return (await import('../store/sqlite/maintenance.ts')).sqliteFacts(folder)
  return (await import('../store/postgres/maintenance.ts')).postgresFacts(url)
}
