/** Wires one process's engines, stores and language models to its operations. The first request that needs an adapter loads it. */

import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { unlimitedLedger } from '../access/ledger.ts'
import { openProvider } from '../ads/read-ads.ts'
import { once } from '../base/once.ts'
import { createByteBudget } from '../base/share.ts'
import { type Config, chosenLocale } from '../config/config.ts'
import { type MemoryShares, memoryShares } from '../config/memory-shares.ts'
import type { Operation, ResultSchema } from '../contract/operation.ts'
import type { ServiceFetch } from '../fetch/service/service-fetch.ts'
import type { LanguageModel } from '../model/model/language-model.ts'
import { allowedModels, defaultModel, isSetUp, type ModelVendor, vendorOf } from '../model/model/model-choice.ts'
import { createAccount, createAccountUsage } from '../operations/account.ts'
import type { HandlerOf, OpenHandler, OperationHandler, OperationParts } from '../operations/handler.ts'
import { createCheck, createInvoke } from '../operations/invoke.ts'
import { createRegistry, type Registry } from '../operations/registry.ts'
import type { OperationRuntime, RuntimeOptions } from '../operations/runtime.ts'
import type { ServiceNodes } from '../pages/nodes/service-nodes.ts'
import type { PageStore, SnapshotStore } from '../pages/snapshot/snapshot-store.ts'
import type { PageEngine } from '../pages/visit/load-page.ts'
import { closeEngine, jobPurpose, openEngine, openSiteEngine, readFigures } from './engine.ts'

/**
 * Wires up the operations of one process. Engines start with the first request that needs them. The caller must call `close`.
 * @example
 * const runtime = composeRuntime(readConfig(), { keepsSnapshots: true })
 * runtime.operations.scrape.restPath // '/v1/scrape'
 * await runtime.close()
 */
export function composeRuntime(config: Config, options: RuntimeOptions): OperationRuntime {
  const { keepsSnapshots, access = null, nodes = null, changeEngine, readFile } = options
  const memory = memoryShares(config)
  const operations = createRegistry(allowedModels(config), readFile !== undefined)
  const engine = once(() => openEngine(config, access?.secretsFor(jobPurpose) ?? null, nodes))
  const siteEngine = once(async () => openSiteEngine(config, await engine()).then(changeEngine))
  const snapshots = once(() => openSnapshots(keepsSnapshots, nodes, memory))
  const models = composeModels(config)
  const adsProvider = once(async () => openAdsProvider(config, await engine()))
  const pages = once(async () => (keepsSnapshots ? openPages(nodes, memory) : null))
  const budget = createByteBudget(memory.budgetBytes)
  const parts: OperationParts = {
    engine: siteEngine,
    ...{ snapshots, pages, readFile },
    languageModel: models.open,
    modelLimits: {
      defaultModel: defaultModel(config),
      inputTokens: config.GLEANER_MODEL_INPUT_TOKENS,
      maxOutputTokens: config.GLEANER_MODEL_OUTPUT_TOKENS,
    },
    resultPages: async () => (await adsProvider())?.resultPages ?? (await openGooglePages(config, await engine())),
    locale: chosenLocale(config),
    nameSecret: access?.secretsFor('stored names')[0] ?? randomBytes(32).toString('base64url'),
    access,
  }

  const openHandler = createHandlers(parts)
  return {
    operations,
    hasModel: allowedModels(config).some((model) => isSetUp(vendorOf(model), config)),
    budget,
    invoke: createInvoke({
      openHandler,
      ledger: access?.ledger ?? unlimitedLedger,
      idempotency: access?.idempotency ?? null,
    }),
    check: createCheck(openHandler),
    snapshots: {
      get: async (owner, id) => (await snapshots()).get(owner, id),
      list: async (owner) => (await snapshots()).list(owner),
    },
    figures: () =>
      readFigures({
        budget,
        sandbox: engine.opened()?.sandbox,
        browser: engine.opened()?.browser.opened(),
        jobs: engine.opened()?.jobs,
        snapshots: snapshots.opened(),
        pages: pages.opened(),
      }),
    async warm() {
      const { sandbox } = await engine()
      sandbox.warm()
      await openHandler(operations.scrape)
    },
    async close() {
      if (!engine.started()) return
      if (adsProvider.started()) await (await adsProvider())?.service.close()
      await models.close()
      await closeEngine(await engine())
    },
  }
}

async function openSnapshots(
  keeps: boolean,
  nodes: ServiceNodes | null,
  { maxSnapshotBytes: maxBytes }: MemoryShares,
): Promise<SnapshotStore> {
  if (!keeps) return (await import('../pages/snapshot/snapshot-store.ts')).noSnapshots
  if (nodes) return nodes.openSnapshots()
  return (await import('../pages/snapshot/memory-stores.ts')).createMemorySnapshots({ maxBytes })
}

async function openPages(nodes: ServiceNodes | null, { maxPageBytes: maxBytes }: MemoryShares): Promise<PageStore> {
  if (nodes) return nodes.openPages()
  return (await import('../pages/snapshot/memory-stores.ts')).createMemoryPages({ maxBytes })
}

async function openGooglePages(config: Config, { fetchPage, renderPage, sandbox }: PageEngine) {
  const { createGooglePages } = await import('../pages/results/google-pages.ts')
  return createGooglePages({ fetchPage, renderPage, sandbox, template: config.GLEANER_GOOGLE_URL })
}

/** Returns the path of the browser that render_js would launch, or null. */
export async function locateBrowser(config: Config): Promise<string | null> {
  const { findBrowser } = await import('../render/browser/find-browser.ts')
  return findBrowser({ configuredPath: config.GLEANER_BROWSER_PATH ?? null })
}

/** Returns null if the settings don't name one. */
async function openAdsProvider(config: Config, { policy, sandbox }: PageEngine) {
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

type Loaders = { [Name in keyof Registry]: () => Promise<HandlerOf<Registry[Name]>> }

/** Creates the function that opens this process's handlers, each only once. */
export function createHandlers(parts: OperationParts): OpenHandler {
  const loaders: Loaders = {
    scrape: once(async () => (await import('../operations/scrape.ts')).createScrape(parts)),
    google_ads: once(async () => (await import('../operations/google-ads.ts')).createGoogleAds(parts)),
    convert: once(async () => (await import('../operations/convert.ts')).createConvert(parts)),
    explain: once(async () => (await import('../operations/explain.ts')).createExplain(parts)),
    account: once(() => createAccount(parts)),
    account_usage: once(() => createAccountUsage(parts)),
  }
  return async <Input extends z.ZodObject, Result extends ResultSchema>({ name }: Operation<Input, Result>) => {
    // The operation's name determines the types.
    return (await loaders[name as keyof Loaders]()) as OperationHandler<z.output<Input>, z.output<Result>>
  }
}

/** Opens language models by their ids. A vendor's adapter is loaded by the first request that needs it. */
function composeModels(config: Config) {
  const service = once(() => openServiceFetch(config))
  const adapters: Record<ModelVendor, () => Promise<LanguageModel>> = {
    anthropic: once(async () => {
      const { ANTHROPIC_API_KEY: apiKey = '', ANTHROPIC_BASE_URL: baseUrl = null } = config
      const { createAnthropic } = await import('../model/anthropic/anthropic.ts')
      return createAnthropic({ apiKey, baseUrl, fetch: (await service()).fetch })
    }),
    openai: once(async () => {
      const { OPENAI_API_KEY: apiKey = null, OPENAI_BASE_URL: baseUrl = null } = config
      const { createOpenAi } = await import('../model/openai/openai.ts')
      return createOpenAi({ apiKey, baseUrl, fetch: (await service()).fetch })
    }),
  }
  return {
    /** Returns the adapter for a model's ID, or null if its vendor is not set up. */
    async open(model: string): Promise<LanguageModel | null> {
      const vendor = vendorOf(model)
      return isSetUp(vendor, config) ? adapters[vendor]() : null
    },
    async close() {
      if (service.started()) await (await service()).close()
    },
  }
}

/** A streamed event often holds a single token, together with the names of the model and the answer. */
const maxBytesPerToken = 1024
const minModelBytes = 1024 * 1024

async function openServiceFetch(config: Config): Promise<ServiceFetch> {
  const { GLEANER_PROXY_URL: proxyUrl = null, GLEANER_MODEL_OUTPUT_TOKENS: maxTokens } = config
  const { createServiceFetch } = await import('../fetch/service/service-fetch.ts')
  return createServiceFetch({ proxyUrl, maxBytes: minModelBytes + maxBytesPerToken * maxTokens })
}
