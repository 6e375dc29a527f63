/** Wires up the code that loads and reads pages: this process's engines, and the queue of pages for workers to render. */

import type { ServerSecrets } from '../access/keys.ts'
import { type Once, once } from '../base/once.ts'
import type { ByteBudget } from '../base/share.ts'
import type { Config } from '../config/config.ts'
import { memoryShares } from '../config/memory-shares.ts'
import { chosenFarm } from '../config/service-settings.ts'
import type { PageRequest, PageSource } from '../page/page.ts'
import type { RuntimeFigures, ServiceNodes } from '../pages/nodes/service-nodes.ts'
import type { JobQueue, JobQueueFigures } from '../pages/queue/job-queue.ts'
import type { StoreFigures } from '../pages/snapshot/snapshot-store.ts'
import type { PageEngine } from '../pages/visit/load-page.ts'
import type { SandboxFigures } from '../readers/tasks.ts'
import type { Renderer } from '../render/renderer.ts'

/** The engines of one process, including the parts that are monitored. */
interface OpenEngine extends PageEngine {
  /** Undefined until this process has rendered a page. */
  browser: LazySource<Renderer>
  /** Null if workers don't render pages. */
  jobs: Pick<JobQueue, 'figures' | 'close'> | null
}

/** `jobSecrets` seal the jobs for workers. Without them, this process renders every page. */
export async function openEngine(
  config: Config,
  jobSecrets: ServerSecrets | null,
  nodes: ServiceNodes | null,
): Promise<OpenEngine> {
  const { createSandbox } = await import('../readers/pool.ts')
  const sandbox = createSandbox({ readers: config.GLEANER_READERS, memoryBytes: memoryShares(config).readerBytes })
  sandbox.prepare()
  const loaders = await openLoaders(config, nodes).catch(async (error: unknown) => {
    await sandbox.close()
    throw error
  })
  const engine = { ...loaders, sandbox }
  if (jobSecrets === null || config.GLEANER_REDIS_URL === undefined) return { ...engine, jobs: null }
  const [{ openRedis }, { RedisJobQueue }, { createSealer }, { createQueuedSource }] = await Promise.all([
    import('../store/redis/connection.ts'),
    import('../store/redis/job-queue.ts'),
    import('../store/seal.ts'),
    import('../pages/queue/queued-source.ts'),
  ])
  const link = openRedis(config.GLEANER_REDIS_URL)
  const seal = createSealer(jobSecrets)
  const queue = new RedisJobQueue(link, { name: queueName })
  const renderPage = createQueuedSource({ queue, seal, policy: engine.policy, local: engine.browser })
  async function close(): Promise<void> {
    await queue.close()
    link.close()
  }
  // Waits for the queue, so that a worker can render even the first page.
  await link.settled()
  return { ...engine, renderPage, jobs: { figures: () => queue.figures(), close } }
}

export const queueName = 'renders'
/** Purpose of the secrets that seal jobs. */
export const jobPurpose = 'jobs'

/** Closes the browser before the fetch engine, because the browser uses the fetch engine's connections. */
export async function closeEngine({ sandbox, jobs, ...loaders }: OpenEngine): Promise<void> {
  await jobs?.close()
  await sandbox.close()
  await closeLoaders(loaders)
}

export async function closeLoaders(loaders: Pick<Loaders, 'fetchPage' | 'renderPage'>): Promise<void> {
  await loaders.renderPage.close()
  await loaders.fetchPage.close()
}

type Loaders = Omit<OpenEngine, 'sandbox' | 'jobs'>

export async function openLoaders(config: Config, nodes: Pick<ServiceNodes, 'openHostSlots'> | null): Promise<Loaders> {
  const [{ createAddressPolicy }, { createFetcher }] = await Promise.all([
    import('../fetch/guard/address-policy.ts'),
    import('../fetch/fetch-page.ts'),
  ])
  const policy = createAddressPolicy({ allowAddresses: config.GLEANER_ALLOW_ADDRESSES })
  const fetchPage = createFetcher({
    policy,
    userAgent: config.GLEANER_USER_AGENT,
    robots: config.GLEANER_ROBOTS,
    perHostConcurrency: config.GLEANER_PER_HOST_CONCURRENCY,
    openSharedHosts: nodes?.openHostSlots,
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
      recycleBytes: config.GLEANER_BROWSER_MEMORY_MB * 1024 * 1024,
    })
  })
  return { policy, fetchPage, renderPage: browser, browser }
}

/**
 * Opens the engine that applies the owner's domain lists. Google, providers and models are exempt. Workers have their own lists, which
 * apply to their jobs even if this process has no lists.
 */
export async function openSiteEngine(
  { GLEANER_ALLOWED_DOMAINS: allowed, GLEANER_BLOCKED_DOMAINS: blocked }: Config,
  engine: PageEngine & Pick<OpenEngine, 'jobs'>,
): Promise<PageEngine> {
  if (allowed.length + blocked.length === 0 && engine.jobs === null) return engine
  const [{ createSiteCheck }, { boundToSites }] = await Promise.all([
    import('../fetch/guard/address-policy.ts'),
    import('../pages/visit/load-page.ts'),
  ])
  return boundToSites(engine, createSiteCheck({ allowed, blocked }) ?? (() => {}))
}

interface LazySource<Source extends PageSource> extends PageSource, Pick<Once<Source>, 'opened'> {}

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

/** The components that are open. Reading never opens one. */
interface OpenParts {
  budget: ByteBudget
  sandbox?: { figures(): SandboxFigures } | undefined
  browser?: { state(): { active: number; waiting: number; browsers: number; away: readonly string[] } } | undefined
  jobs?: { figures(): JobQueueFigures } | null | undefined
  snapshots?: { figures(): StoreFigures } | undefined
  pages?: { figures(): StoreFigures } | null | undefined
}

const idleLane = { working: 0, waiting: 0, readers: 0 }

/** Reads the current load and memory use. */
export function readFigures({ budget, sandbox, browser, jobs, snapshots, pages }: OpenParts): RuntimeFigures {
  const { active = 0, waiting = 0, browsers = 0, away = [] } = browser?.state() ?? {}
  return {
    readers: sandbox?.figures() ?? { small: idleLane, large: idleLane },
    browser: { working: active, waiting, browsers, away: away.length },
    jobs: jobs?.figures() ?? { waiting: 0, running: 0, workers: 0 },
    budget: { bytes: budget.bytes, maxBytes: budget.maxBytes },
    snapshots: snapshots?.figures() ?? { entries: 0, bytes: 0 },
    pages: pages?.figures() ?? { entries: 0, bytes: 0 },
  }
}
