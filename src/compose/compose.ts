/**
 * Wires the engines, stores and language models of one process to its operations. Each adapter is loaded by the first request that needs
 * it.
 */

import { randomBytes } from 'node:crypto'
import { unlimitedLedger } from '../access/ledger.ts'
import { once } from '../base/once.ts'
import { createByteBudget } from '../base/share.ts'
import { type Config, chosenLocale } from '../config/config.ts'
import { type MemoryShares, memoryShares } from '../config/memory-shares.ts'
import { allowedModels, defaultModel, isSetUp, vendorOf } from '../model/model/model-choice.ts'
import { createCheck, createInvoke } from '../operations/invoke.ts'
import type { OperationParts } from '../operations/parts.ts'
import { createRegistry } from '../operations/registry.ts'
import type { OperationRuntime, RuntimeOptions } from '../operations/runtime.ts'
import type { ServiceNodes } from '../pages/nodes/service-nodes.ts'
import type { ResultPageSource } from '../pages/results/result-page-source.ts'
import type { PageStore } from '../pages/snapshot/page-store.ts'
import type { SnapshotStore } from '../pages/snapshot/snapshot-store.ts'
import type { PageEngine } from '../pages/visit/page-engine.ts'
import { openAdsProvider } from './ads-provider.ts'
import { closeEngine, jobPurpose, openEngine, openSiteEngine } from './engine.ts'
import { readFigures } from './figures.ts'
import { createHandlers } from './handlers.ts'
import { composeModels } from './models.ts'

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
  const engine = once(() => openEngine(config, access?.secretsFor(jobPurpose) ?? null))
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
  return (await import('../pages/snapshot/memory-snapshots.ts')).createMemorySnapshots({ maxBytes })
}

async function openPages(nodes: ServiceNodes | null, { maxPageBytes: maxBytes }: MemoryShares): Promise<PageStore> {
  if (nodes) return nodes.openPages()
  return (await import('../pages/snapshot/memory-pages.ts')).createMemoryPages({ maxBytes })
}

async function openGooglePages(
  config: Config,
  { fetchPage, renderPage, sandbox }: PageEngine,
): Promise<ResultPageSource> {
  const { createGooglePages } = await import('../pages/results/google-pages.ts')
  return createGooglePages({ fetchPage, renderPage, sandbox, template: config.GLEANER_GOOGLE_URL })
}

/** Returns the path of the browser that render_js would launch, or null. */
export async function locateBrowser(config: Config): Promise<string | null> {
  const { findBrowser } = await import('../render/browser/find-browser.ts')
  return findBrowser({ configuredPath: config.GLEANER_BROWSER_PATH ?? null })
}
