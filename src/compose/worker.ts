/** Connects a worker's browser to the queue of pages to render. */

import { deriveSecrets, type ServerSecrets } from '../access/keys.ts'
import { ServiceError } from '../base/errors.ts'
import { lazy } from '../base/once.ts'
import { createByteBudget } from '../base/share.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { memoryShares } from '../config/memory-shares.ts'
import { chosenFarm } from '../config/service-settings.ts'
import type { WorkerRuntime } from '../pages/nodes/service-nodes.ts'
import { closeLoaders, jobPurpose, openLoaders, queueName, readFigures } from './engine.ts'

/** Starts taking jobs once Redis is connected. Throws ConfigError, and browser_unavailable if no browser is available for rendering. */
export async function composeWorker(config: Config): Promise<WorkerRuntime> {
  const { redisUrl, secrets } = readWorkerSettings(config)
  const [{ findBrowser }, { openRedis }, hostSlots, { RedisJobWorker }, { createSealer }, { createLoadWorker }, site] =
    await Promise.all([
      import('../render/browser/find-browser.ts'),
      import('../store/redis/connection.ts'),
      import('../store/redis/host-slots.ts'),
      import('../store/redis/job-worker.ts'),
      import('../store/seal.ts'),
      import('../pages/queue/load-job.ts'),
      import('../fetch/guard/address-policy.ts'),
    ])
  if (
    chosenFarm(config) === null &&
    (await findBrowser({ configuredPath: config.GLEANER_BROWSER_PATH ?? null })) === null
  ) {
    throw new ServiceError('browser_unavailable', 'No browser found: run gleaner install-browser to install one')
  }
  const link = openRedis(redisUrl)
  // Opened after the connections of the queue, which work without it.
  const slots = lazy(() => link.open())
  const openHostSlots = hostSlots.createRedisHostSlots({ ask: (...given) => slots().ask(...given) }, (purpose) =>
    deriveSecrets(secrets, purpose),
  )
  const loaders = await openLoaders(config, { openHostSlots })
  const budget = createByteBudget(memoryShares(config).budgetBytes)
  const seal = createSealer(deriveSecrets(secrets, jobPurpose))
  const { GLEANER_ALLOWED_DOMAINS: allowed, GLEANER_BLOCKED_DOMAINS: blocked } = config
  const checkSite = site.createSiteCheck({ allowed, blocked }) ?? undefined
  const worker = new RedisJobWorker(link, {
    name: queueName,
    concurrency: config.GLEANER_BROWSER_PAGES,
    work: createLoadWorker({ source: loaders.renderPage, seal, budget, checkSite }),
  })
  slots()
  return {
    budget,
    figures: () => readFigures({ budget, browser: loaders.browser.opened(), jobs: worker }),
    isReady: () => worker.isReady(),
    isRedisAway: link.isAway,
    async close(graceMs) {
      await worker.close(graceMs)
      await closeLoaders(loaders)
      link.close()
    },
  }
}

function readWorkerSettings(config: Config): { redisUrl: string; secrets: ServerSecrets } {
  const { GLEANER_REDIS_URL: redisUrl, GLEANER_SECRET: secret, GLEANER_SECRET_PREVIOUS: previous } = config
  const missing = [
    redisUrl === undefined && 'GLEANER_REDIS_URL: required by gleaner worker, which gets jobs through Redis',
    secret === undefined &&
      'GLEANER_SECRET: required by gleaner worker, with the same value as on the service, because the jobs are encrypted with it',
  ]
  if (redisUrl === undefined || secret === undefined) throw new ConfigError(missing.filter(Boolean).join('\n'))
  return { redisUrl, secrets: previous === undefined || previous === secret ? [secret] : [secret, previous] }
}
