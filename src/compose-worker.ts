/** Wires the engines of a worker to the queue whose jobs it does. */

import { deriveSecrets } from './access/derived-secrets.ts'
import type { ServerSecrets } from './access/keys.ts'
import { closeEngine, jobPurpose, openOwnEngine, renderQueue } from './compose-engine.ts'
import { type Config, ConfigError } from './config.ts'
import { ServiceError } from './errors.ts'
import { chosenFarm } from './farm-settings.ts'
import { readFigures } from './operations/figures.ts'
import type { WorkerRuntime } from './operations/worker-runtime.ts'
import { createByteBudget } from './share.ts'

/** Takes jobs as soon as Redis is there. Throws ConfigError, and browser_unavailable where there is none to render with. */
export async function composeWorker(config: Config): Promise<WorkerRuntime> {
  const { redisUrl, secrets } = readWorkerSettings(config)
  const [{ findBrowser }, { openRedis }, { openRedisJobWorker }, { createSealer }, { createLoadWorker }, site] =
    await Promise.all([
      import('./render/browser/find-browser.ts'),
      import('./store/redis/connection.ts'),
      import('./store/redis/job-worker.ts'),
      import('./store/seal.ts'),
      import('./queue/load-worker.ts'),
      import('./fetch/guard/site-check.ts'),
    ])
  if (
    chosenFarm(config) === null &&
    (await findBrowser({ configuredPath: config.GLEANER_BROWSER_PATH ?? null })) === null
  ) {
    throw new ServiceError(
      'browser_unavailable',
      'There is no browser to render with: gleaner install-browser gets one',
    )
  }
  const engine = await openOwnEngine(config)
  const budget = createByteBudget(config.GLEANER_MAX_INFLIGHT_MB * 1024 * 1024)
  const link = openRedis(redisUrl)
  const jobs = openRedisJobWorker(link, {
    name: renderQueue,
    concurrency: config.GLEANER_BROWSER_PAGES,
    work: createLoadWorker({
      source: engine.renderPage,
      seal: createSealer(deriveSecrets(secrets, jobPurpose)),
      budget,
      checkSite:
        site.createSiteCheck({ allowed: config.GLEANER_ALLOWED_DOMAINS, blocked: config.GLEANER_BLOCKED_DOMAINS }) ??
        undefined,
    }),
  })
  return {
    budget,
    figures: () => readFigures({ budget, sandbox: engine.sandbox, browser: engine.browser.opened(), jobs }),
    isReady: jobs.isReady,
    isRedisAway: link.isAway,
    async close(graceMs) {
      await jobs.close(graceMs)
      await closeEngine({ ...engine, jobs: null })
      link.close()
    },
  }
}

function readWorkerSettings(config: Config): { redisUrl: string; secrets: ServerSecrets } {
  const { GLEANER_REDIS_URL: redisUrl, GLEANER_SECRET: secret, GLEANER_SECRET_PREVIOUS: previous } = config
  const missing = [
    ...(redisUrl === undefined ? ['GLEANER_REDIS_URL: needed by gleaner worker: its jobs come through Redis'] : []),
    ...(secret === undefined
      ? ['GLEANER_SECRET: needed by gleaner worker, the same as that of the service: its jobs are sealed under it']
      : []),
  ]
  if (redisUrl === undefined || secret === undefined) throw new ConfigError(missing.join('\n'))
  return { redisUrl, secrets: previous === undefined || previous === secret ? [secret] : [secret, previous] }
}
