/** Opens the browser engine as compose.ts assembles it, for loopback pages, and finds the browser for tests. */

import { noShare, type Share } from '../../src/base/share.ts'
import { createFetcher } from '../../src/fetch/fetch-page.ts'
import { createAddressPolicy } from '../../src/fetch/guard/address-policy.ts'
import { type HostResolver, systemResolver } from '../../src/fetch/guard/open-socket.ts'
import type { Page, PageRequest, PageSource } from '../../src/page/page.ts'
import { findBrowser } from '../../src/render/browser/find-browser.ts'
import { createRenderer, type Renderer, type RendererOptions } from '../../src/render/renderer.ts'
import { lacks } from '../needs.ts'

/** The browser to use in tests, or null. */
export const browserPath = await findBrowser({ configuredPath: process.env.GLEANER_BROWSER_PATH || null })

/** True if the browser is missing. With CI=true, this is an error instead. */
export const lacksBrowser = lacks('a browser', browserPath !== null)

export interface LoadOptions
  extends Pick<PageRequest, 'own' | 'locale' | 'device' | 'forbidden' | 'waitFor' | 'screenshot'> {
  timeoutMs?: number
  signal?: AbortSignal
  share?: Share
}

export interface TestRenderer extends AsyncDisposable {
  renderer: Renderer
  fetchPage: PageSource
  /** Renders within a time limit, by default 40 s, because a browser on a busy machine is slow. */
  load(url: string, options?: LoadOptions): Promise<Page>
}

/** Resolves names in `.example` to this machine. */
const resolveExample: HostResolver = async (host) =>
  host.endsWith('.example') ? [{ address: '127.0.0.1', family: 4 }] : systemResolver(host)

export function openRenderer(options: Partial<RendererOptions> = {}): TestRenderer {
  const policy = createAddressPolicy({ allowAddresses: ['127.0.0.0/8'] })
  const common = {
    policy,
    userAgent: 'Mozilla/5.0 (compatible; Gleaner/0.1)',
    maxBodyBytes: 4 * 1024 * 1024,
    proxyUrl: null,
    resolve: resolveExample,
  }
  const fetchPage = createFetcher({ ...common, ...options, robots: 'ignore', perHostConcurrency: 64 })
  const renderer = createRenderer({
    ...common,
    fetchPage,
    browserPath,
    maxPages: 4,
    recycleBytes: 2048 * 1024 * 1024,
    ...options,
  })
  return {
    renderer,
    fetchPage,
    load(url, { timeoutMs = 40_000, signal, share = noShare, ...choice } = {}) {
      const limit = AbortSignal.timeout(timeoutMs)
      return renderer.load({
        ...choice,
        url: new URL(url),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        share,
        deadlineAt: performance.now() + timeoutMs,
      })
    },
    async [Symbol.asyncDispose]() {
      await renderer.close()
      await fetchPage.close()
    },
  }
}

let shared: TestRenderer | null = null

/** Returns the one renderer with default options that all tests in a process share. Closing it does nothing. */
export function sharedRenderer(): TestRenderer {
  shared ??= openRenderer()
  return { ...shared, [Symbol.asyncDispose]: async () => {} }
}

/** The document of a page, followed by those of its frames. */
export function htmlOf({ body, frames = [] }: Pick<Page, 'body' | 'frames'>): string {
  const framesOf = (all: NonNullable<Page['frames']>): string[] =>
    all.flatMap(({ content }) => (content ? [content.html, ...framesOf(content.frames)] : []))
  return [new TextDecoder().decode(body), ...framesOf(frames)].join('')
}
