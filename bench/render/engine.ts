/** The browser engine for loopback pages, and their origin in a separate process. */

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { noShare } from '../../src/base/share.ts'
import { createFetcher } from '../../src/fetch/fetch-page.ts'
import { createAddressPolicy } from '../../src/fetch/guard/address-policy.ts'
import type { Page, ScreenshotRequest } from '../../src/page/page.ts'
import type { BrowserPool } from '../../src/render/browser-pool.ts'
import { createRenderer } from '../../src/render/renderer.ts'

/** Number of concurrent pages. */
export const concurrency = 4
/** Time limit per page. */
export const limitMs = 15_000

export interface BenchEngine {
  load(url: string, timeoutMs?: number, screenshot?: ScreenshotRequest): Promise<Page>
  state(): ReturnType<BrowserPool['state']>
  close(): Promise<void>
}

export function openEngine(browserPath: string): BenchEngine {
  const policy = createAddressPolicy({ allowAddresses: ['127.0.0.0/8'] })
  const common = {
    ...{ policy, userAgent: 'Mozilla/5.0 (compatible; Gleaner/0.1)', maxBodyBytes: 16 << 20, proxyUrl: null },
    ...{ robots: 'ignore' as const, perHostConcurrency: 64 },
  }
  const fetchPage = createFetcher(common)
  const renderer = createRenderer({
    ...{ ...common, fetchPage, browserPath, maxPages: concurrency },
    // With this limit, the browser has served 200 pages at both the first and the last measurement of `life`.
    ...{ recyclePages: 600, recycleBytes: 2048 * 1024 * 1024 },
  })
  return {
    state: renderer.state,
    load: (url, timeoutMs = limitMs, screenshot) =>
      renderer.load({
        url: new URL(url),
        signal: AbortSignal.timeout(timeoutMs),
        share: noShare,
        deadlineAt: performance.now() + timeoutMs,
        screenshot,
      }),
    async close() {
      await renderer.close()
      await fetchPage.close()
    },
  }
}

/** Returns a page's document. */
export const htmlOfPage = (page: Page): string => new TextDecoder().decode(page.body)

/** Serves the page kinds from another process, whose memory and time are not measured. */
export async function startOrigin(): Promise<{ url: string; stop(): void }> {
  const module = new URL('../../test/render/page-kinds/kinds-origin.ts', import.meta.url).href
  const code = `const { openKinds } = await import(${JSON.stringify(module)})
    const { url } = await openKinds(); console.log(url); process.stdin.resume(); process.stdin.on('end', () => process.exit())`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const url of createInterface({ input: child.stdout })) return { url, stop: () => child.stdin.end() }
  throw new Error('The origin has exited')
}

/** Runs the work for all jobs, `concurrency` at a time. */
export async function inParallel<Job>(
  jobs: readonly Job[],
  work: (job: Job) => Promise<void>,
  workers = concurrency,
): Promise<void> {
  const queue = jobs.values()
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const job of queue) await work(job)
    }),
  )
}
