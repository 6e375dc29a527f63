/** Wires what loads and reads pages: the engines of this process, and the queue by which workers load pages in its place. */

import type { ServerSecrets } from '../access/keys.ts'
import type { Config } from '../config.ts'
import { type Once, once } from '../once.ts'
import type { PageEngine } from '../operations/parts.ts'
import type { PageRequest, PageSource } from '../page.ts'
import type { JobQueue, JobQueueFigures } from '../queue/job-queue.ts'
import type { Renderer } from '../render/renderer.ts'
import { chosenFarm } from '../settings/farm-settings.ts'
import type { RedisLink } from '../store/redis/connection.ts'

/** The engines of one process, with what is watched of them. */
export interface OpenEngine extends PageEngine {
  /** Undefined until a page was rendered here. */
  browser: LazySource<Renderer>
  /** Null where no workers are asked. */
  jobs: OpenJobs | null
}

type OpenJobs = Pick<JobQueue, 'figures' | 'close'>

/** `jobSecrets` are those of the jobs that are handed to workers; null for a process that does all by itself. */
export async function openEngine(config: Config, jobSecrets: ServerSecrets | null): Promise<OpenEngine> {
  const engine = await openOwnEngine(config)
  if (jobSecrets === null || config.GLEANER_REDIS_URL === undefined) return { ...engine, jobs: null }
  const [{ openRedis }, { openRedisJobQueue }, { createSealer }, { createQueuedSource }, others] = await Promise.all([
    import('../store/redis/connection.ts'),
    import('../store/redis/job-queue.ts'),
    import('../store/seal.ts'),
    import('../queue/queued-source.ts'),
    config.GLEANER_QUEUE === 'all' ? importOthers() : null,
  ])
  const link = openRedis(config.GLEANER_REDIS_URL)
  const seal = createSealer(jobSecrets)
  const openQueue = (name: string) => openRedisJobQueue(link, { name, maxWaiting: config.GLEANER_QUEUE_WAITING })
  const { policy, sandbox } = engine
  const renders = openQueue(jobQueues.renders)
  const places = others?.createPagePlaces() ?? null
  const common = { places, seal, policy }
  const opened = {
    ...engine,
    renderPage: createQueuedSource({ ...common, queue: renders, local: engine.browser }),
    jobs: allJobs(link, [renders]),
  }
  if (others && places) {
    const [fetches, readings] = [openQueue(jobQueues.fetches), openQueue(jobQueues.readings)]
    opened.fetchPage = createQueuedSource({ ...common, queue: fetches, local: engine.fetchPage })
    opened.sandbox = others.createQueuedSandbox({
      queue: readings,
      seal,
      places,
      forget: renders.forget,
      local: sandbox,
    })
    opened.jobs = allJobs(link, [renders, fetches, readings])
  }
  // The first page is a worker's too.
  await link.settled()
  return opened
}

async function importOthers() {
  const [places, sandbox] = await Promise.all([import('../queue/page-places.ts'), import('../queue/queued-sandbox.ts')])
  return { ...places, ...sandbox }
}

/** The queues as one, for who watches and closes them. */
function allJobs(link: RedisLink, queues: readonly JobQueue[]): OpenJobs {
  return {
    figures: () => sumOfJobs(queues),
    async close() {
      await Promise.all(queues.map((queue) => queue.close()))
      link.close()
    },
  }
}

/** Jobs of all queues; the workers are those of the renders. */
export function sumOfJobs(queues: readonly Pick<JobQueue, 'figures'>[]): JobQueueFigures {
  const figures = queues.map((queue) => queue.figures())
  const sum = (of: (one: JobQueueFigures) => number) => figures.reduce((total, one) => total + of(one), 0)
  return {
    waiting: sum(({ waiting }) => waiting),
    running: sum(({ running }) => running),
    workers: Math.max(0, ...figures.map(({ workers }) => workers)),
  }
}

/** Names of the queues, and of the purpose of the secrets that seal their jobs. */
export const jobQueues = { renders: 'renders', fetches: 'fetches', readings: 'readings' } as const
export const jobPurpose = 'jobs'

/** Closes the browser before the fetch engine, whose connections it uses. */
export async function closeEngine({ fetchPage, renderPage, sandbox, jobs }: OpenEngine): Promise<void> {
  await jobs?.close()
  await Promise.all([renderPage.close(), sandbox.close()])
  await fetchPage.close()
}

/** Loads and reads everything by itself. */
export async function openOwnEngine(config: Config): Promise<Omit<OpenEngine, 'jobs'>> {
  const [{ createAddressPolicy }, { createFetcher }, { createSandbox }] = await Promise.all([
    import('../fetch/guard/address-policy.ts'),
    import('../fetch/fetch-page.ts'),
    import('../sandbox/pool.ts'),
  ])
  const policy = createAddressPolicy({ allowAddresses: config.GLEANER_ALLOW_ADDRESSES })
  const fetchPage = createFetcher({
    policy,
    userAgent: config.GLEANER_USER_AGENT,
    robots: config.GLEANER_ROBOTS,
    perHostConcurrency: config.GLEANER_PER_HOST_CONCURRENCY,
    maxBodyBytes: config.GLEANER_MAX_BODY_BYTES,
    proxyUrl: config.GLEANER_PROXY_URL ?? null,
  })
  const browser = lazySource(async () => {
    const { createRenderer } = await import('../render/renderer.ts')
    return createRenderer({
      policy,
      fetchPage,
      permit: fetchPage.permit,
      userAgent: config.GLEANER_USER_AGENT,
      maxBodyBytes: config.GLEANER_MAX_BODY_BYTES,
      proxyUrl: config.GLEANER_PROXY_URL ?? null,
      browserPath: config.GLEANER_BROWSER_PATH ?? null,
      farm: chosenFarm(config),
      maxPages: config.GLEANER_BROWSER_PAGES,
      recyclePages: config.GLEANER_BROWSER_RECYCLE_PAGES,
      recycleBytes: config.GLEANER_BROWSER_MEMORY_MB * 1024 * 1024,
    })
  })
  const sandbox = createSandbox({ threads: config.GLEANER_READERS })
  return { policy, fetchPage, renderPage: browser, browser, sandbox }
}

/**
 * The engine within the owner's lists of domains: Google, providers and models are bound by none. Workers have lists of their own, which bind
 * its jobs also where this process has none.
 */
export async function openSiteEngine(
  { GLEANER_ALLOWED_DOMAINS: allowed, GLEANER_BLOCKED_DOMAINS: blocked }: Config,
  engine: PageEngine & Pick<OpenEngine, 'jobs'>,
): Promise<PageEngine> {
  if (allowed.length + blocked.length === 0 && engine.jobs === null) return engine
  const [{ createSiteCheck }, { boundToSites }] = await Promise.all([
    import('../fetch/guard/site-check.ts'),
    import('../operations/site-engine.ts'),
  ])
  return boundToSites(engine, createSiteCheck({ allowed, blocked }) ?? (() => {}))
}

export interface LazySource<Source extends PageSource> extends PageSource, Pick<Once<Source>, 'opened'> {}

/** A source that is opened by its first page. */
function lazySource<Source extends PageSource>(open: () => Promise<Source>): LazySource<Source> {
  const source = once(open)
  return {
    opened: source.opened,
    load: async (request: PageRequest) => (await source()).load(request),
    async close() {
      if (source.started()) await (await source()).close()
    },
  }
}
