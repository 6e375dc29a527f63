/** Which adapter stands behind which port: the only file that knows. Engines are loaded when they are first needed. */

import { type Access, createAccess } from './access/access.ts'
import { unlimitedLedger } from './access/ledger.ts'
import { allowedModels, type Config } from './config.ts'
import type { Operation } from './contract/operation.ts'
import { createOperations } from './contract/operations.ts'
import type { scrapeOperation } from './contract/scrape.ts'
import type { Provider } from './google-ads/provider.ts'
import type { ResultPages } from './operations/ads-pages.ts'
import type { Core, Handler } from './operations/context.ts'
import { createInvoke } from './operations/invoke.ts'
import type { PageSource } from './page.ts'
import type { SnapshotStore } from './snapshot/snapshot-store.ts'

/** `keepsSnapshots`: false for a process that ends with its answer. */
export function composeCore(config: Config, { keepsSnapshots }: { keepsSnapshots: boolean }): Core {
  const operations = createOperations(allowedModels(config))
  const engine = once(() => openEngine(config))
  const snapshots = once(() => openSnapshots(keepsSnapshots))
  const adsProvider = once(async () => openAdsProvider(config, await engine()))

  const handlers: Record<Operation['name'], () => Promise<Handler>> = {
    scrape: once(async () => {
      const [{ createScrape }, parts, kept] = await Promise.all([
        import('./operations/scrape.ts'),
        engine(),
        snapshots(),
      ])
      const scrape = operations.find(({ name }) => name === 'scrape') as unknown as ReturnType<typeof scrapeOperation>
      return createScrape(scrape, { ...parts, snapshots: kept }) as unknown as Handler
    }),
    google_ads: once(async () => {
      const [{ createGoogleAds }, parts] = await Promise.all([import('./operations/google-ads.ts'), engine()])
      const provider = await adsProvider()
      const resultPages = provider?.resultPages ?? (await openGooglePages(config, parts))
      return createGoogleAds({ resultPages }) as unknown as Handler
    }),
  }

  return {
    operations,
    invoke: createInvoke({ handler: (name) => handlers[name](), ledger: unlimitedLedger }),
    async warm() {
      const { sandbox } = await engine()
      sandbox.warm()
      await handlers.scrape()
    },
    async close() {
      if (!engine.started()) return
      if (adsProvider.started()) await (await adsProvider())?.service.close()
      const { fetchPage, sandbox } = await engine()
      await Promise.all([fetchPage.close(), sandbox.close()])
    },
  }
}

async function openEngine(config: Config) {
  const [{ createAddressPolicy }, { createFetcher }, { createSandbox }] = await Promise.all([
    import('./fetch/address-policy.ts'),
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
  // No browser is wired in yet.
  const renderPage: PageSource | null = null
  return { policy, fetchPage, renderPage, sandbox: createSandbox({ threads: config.GLEANER_READERS }) }
}

async function openSnapshots(keeps: boolean): Promise<SnapshotStore> {
  const { createMemorySnapshots, noSnapshots } = await import('./snapshot/snapshot-store.ts')
  return keeps ? createMemorySnapshots() : noSnapshots
}

type Engine = Awaited<ReturnType<typeof openEngine>>

async function openGooglePages(config: Config, { fetchPage, renderPage, sandbox }: Engine): Promise<ResultPages> {
  const { createGooglePages } = await import('./operations/ads-pages.ts')
  return createGooglePages({ fetchPage, renderPage, sandbox, template: config.GLEANER_GOOGLE_URL })
}

/** The search-result service that the settings choose, or null. */
async function openAdsProvider(config: Config, { policy }: Engine) {
  const { GLEANER_ADS_PROVIDER: name, GLEANER_ADS_PROVIDER_KEY: key } = config
  if (name === undefined || key === undefined) return null
  const [{ createProviderPages }, { createServiceCaller }, provider] = await Promise.all([
    import('./operations/ads-provider.ts'),
    import('./fetch/service-call.ts'),
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
  serpapi: async () => (await import('./google-ads/provider-serpapi.ts')).serpApi,
  oxylabs: async () => (await import('./google-ads/provider-oxylabs.ts')).oxylabs,
}

/** Keys and the server's secret, for `gleaner serve` and `gleaner keys`. Throws storage_unavailable. */
export async function composeAccess(config: Config): Promise<Access> {
  const [{ openSqlite }, { readSecret }] = await Promise.all([import('./store/sqlite.ts'), import('./store/secret.ts')])
  const secret = readSecret(config.GLEANER_DATA_DIR, config.GLEANER_SECRET)
  const { keys, close } = openSqlite(config.GLEANER_DATA_DIR)
  return createAccess({ keys, secret, close })
}

/** A function that works once and remembers. */
function once<T>(work: () => Promise<T>): (() => Promise<T>) & { started(): boolean } {
  let result: Promise<T> | undefined
  return Object.assign(
    () => {
      result ??= work()
      return result
    },
    { started: () => result !== undefined },
  )
}
