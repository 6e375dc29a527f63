/** Wires the engines, memories and language models of one process to its operations. Each adapter is loaded by the first request that needs it. */

import { randomBytes } from 'node:crypto'
import type { KeyedMemory } from './access/access.ts'
import { unlimitedLedger } from './access/ledger.ts'
import { allowedModels, defaultModel } from './answer/model/model-choice.ts'
import { composeModels } from './compose-models.ts'
import { type Config, chosenLocale } from './config.ts'
import { chosenFarm } from './farm-settings.ts'
import type { Provider } from './google-ads/providers/provider.ts'
import type { ServiceNodes } from './nodes/service-nodes.ts'
import type { ResultPageSource } from './operations/ads-pages.ts'
import { readFigures } from './operations/figures.ts'
import { createInvoke } from './operations/invoke.ts'
import type { OperationParts, PageEngine } from './operations/parts.ts'
import { createRegistry } from './operations/registry.ts'
import type { OperationRuntime, RuntimeOptions } from './operations/runtime.ts'
import type { PageRequest, PageSource } from './page.ts'
import { createByteBudget } from './share.ts'
import type { PageStore } from './snapshot/page-store.ts'
import type { SnapshotStore } from './snapshot/snapshot-store.ts'

/** The operations of one process. */
export function composeRuntime(config: Config, options: RuntimeOptions): OperationRuntime {
  const { keepsSnapshots, access = null, nodes = null, changeEngine } = options
  const operations = createRegistry(allowedModels(config))
  const engine = once(() => openEngine(config))
  const siteEngine = once(async () => openSiteEngine(config, await engine()).then(changeEngine))
  const snapshots = once(async () => watched(await openSnapshots(keepsSnapshots, nodes)))
  const models = composeModels(config)
  const adsProvider = once(async () => openAdsProvider(config, await engine()))
  /** What is kept for a key goes with it. */
  function watched<Memory extends KeyedMemory>(memory: Memory): Memory {
    access?.watch(memory)
    return memory
  }

  const pages = once(async () => (keepsSnapshots ? watched(await openPages(nodes)) : null))
  const budget = createByteBudget(config.GLEANER_MAX_INFLIGHT_MB * 1024 * 1024)
  const parts: OperationParts = {
    engine: siteEngine,
    snapshots,
    pages,
    openShare: budget.open,
    languageModel: models.open,
    modelLimits: {
      defaultModel: defaultModel(config),
      inputTokens: config.GLEANER_MODEL_INPUT_TOKENS,
      maxOutputTokens: config.GLEANER_MODEL_OUTPUT_TOKENS,
    },
    resultPages: async () => (await adsProvider())?.resultPages ?? openGooglePages(config, await engine()),
    locale: chosenLocale(config),
    nameSecret: access?.secretsFor('stored names')[0] ?? randomBytes(32).toString('base64url'),
    access,
  }

  return {
    operations,
    budget,
    invoke: createInvoke({
      parts,
      ledger: access?.ledger ?? unlimitedLedger,
      idempotency: access?.idempotency ?? null,
    }),
    snapshots: {
      get: async (owner, id) => (await snapshots()).get(owner, id),
      list: async (owner) => (await snapshots()).list(owner),
    },
    figures: () =>
      readFigures({
        budget,
        sandbox: engine.opened()?.sandbox,
        browser: engine.opened()?.renderPage.opened(),
        snapshots: snapshots.opened(),
        pages: pages.opened(),
      }),
    async warm() {
      const { sandbox } = await engine()
      sandbox.warm()
      await operations.scrape.handler(parts)
    },
    async close() {
      if (!engine.started()) return
      if (adsProvider.started()) await (await adsProvider())?.service.close()
      await models.close()
      await closeEngine(await engine())
    },
  }
}

/** Closes the browser before the fetch engine, whose connections it uses. */
async function closeEngine({ fetchPage, renderPage, sandbox }: PageEngine): Promise<void> {
  await Promise.all([renderPage.close(), sandbox.close()])
  await fetchPage.close()
}

async function openEngine(config: Config) {
  const [{ createAddressPolicy }, { createFetcher }, { createSandbox }] = await Promise.all([
    import('./fetch/guard/address-policy.ts'),
    import('./fetch/fetch-page.ts'),
    import('./sandbox/pool.ts'),
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
  const renderPage = lazySource(async () => {
    const { createRenderer } = await import('./render/renderer.ts')
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
  return { policy, fetchPage, renderPage, sandbox: createSandbox({ threads: config.GLEANER_READERS }) }
}

/** The engine within the owner's lists of domains: Google, providers and models are bound by none. */
async function openSiteEngine(
  { GLEANER_ALLOWED_DOMAINS: allowed, GLEANER_BLOCKED_DOMAINS: blocked }: Config,
  engine: PageEngine,
): Promise<PageEngine> {
  if (allowed.length + blocked.length === 0) return engine
  const [{ createSiteCheck }, { boundToSites }] = await Promise.all([
    import('./fetch/guard/site-check.ts'),
    import('./operations/site-engine.ts'),
  ])
  return boundToSites(engine, createSiteCheck({ allowed, blocked }))
}

/** A source that is opened by its first page. */
function lazySource<Source extends PageSource>(open: () => Promise<Source>) {
  const source = once(open)
  return {
    opened: source.opened,
    load: async (request: PageRequest) => (await source()).load(request),
    async close() {
      if (source.started()) await (await source()).close()
    },
  }
}

async function openSnapshots(keeps: boolean, nodes: ServiceNodes | null): Promise<SnapshotStore> {
  if (!keeps) return (await import('./snapshot/snapshot-store.ts')).noSnapshots
  if (nodes) return nodes.openSnapshots()
  return (await import('./snapshot/memory-snapshots.ts')).createMemorySnapshots()
}

async function openPages(nodes: ServiceNodes | null): Promise<PageStore> {
  if (nodes) return nodes.openPages()
  return (await import('./snapshot/memory-pages.ts')).createMemoryPages()
}

async function openGooglePages(
  config: Config,
  { fetchPage, renderPage, sandbox }: PageEngine,
): Promise<ResultPageSource> {
  const { createGooglePages } = await import('./operations/ads-pages.ts')
  return createGooglePages({ fetchPage, renderPage, sandbox, template: config.GLEANER_GOOGLE_URL })
}

/** The search-result service that the settings choose, or null. */
async function openAdsProvider(config: Config, { policy }: PageEngine) {
  const { GLEANER_ADS_PROVIDER: name, GLEANER_ADS_PROVIDER_KEY: key } = config
  if (name === undefined || key === undefined) return null
  const [{ createProviderPages }, { createServiceCaller }, provider] = await Promise.all([
    import('./operations/ads-provider.ts'),
    import('./fetch/service/service-call.ts'),
    adsProviders[name](),
  ])
  const service = createServiceCaller({
    policy,
    userAgent: config.GLEANER_USER_AGENT,
    maxBodyBytes: config.GLEANER_MAX_BODY_BYTES,
    proxyUrl: config.GLEANER_PROXY_URL ?? null,
  })
  const access = { baseUrl: config.GLEANER_ADS_PROVIDER_URL ?? provider.baseUrl, key }
  const template = config.GLEANER_GOOGLE_URL
  return { service, resultPages: createProviderPages({ provider, access, service, template }) }
}

const adsProviders: Record<NonNullable<Config['GLEANER_ADS_PROVIDER']>, () => Promise<Provider>> = {
  serpapi: async () => (await import('./google-ads/providers/serpapi.ts')).serpApi,
  oxylabs: async () => (await import('./google-ads/providers/oxylabs.ts')).oxylabs,
}

/** Path of the browser that render_js would start, or null. */
export async function locateBrowser(config: Config): Promise<string | null> {
  const { findBrowser } = await import('./render/browser/find-browser.ts')
  return findBrowser({ configuredPath: config.GLEANER_BROWSER_PATH ?? null })
}

interface Once<T> {
  (): Promise<T>
  started(): boolean
  /** What `work` resolved with; undefined until then. */
  opened(): T | undefined
}

/** A function that calls `work` once and returns the same promise to every caller. */
function once<T>(work: () => Promise<T>): Once<T> {
  let result: Promise<T> | undefined
  let opened: T | undefined
  async function open(): Promise<T> {
    opened = await work()
    return opened
  }
  const call = () => {
    result ??= open()
    return result
  }
  return Object.assign(call, { started: () => result !== undefined, opened: () => opened })
}
