/** A page keeper with a manual clock and a real engine, and a site whose responses change. */

import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { createByteBudget, type OpenShare } from '../../../src/base/share.ts'
import type { PageSource } from '../../../src/page/page.ts'
import { createMemoryPages } from '../../../src/pages/snapshot/memory-stores.ts'
import { createPageKeeper, type KeepRequest } from '../../../src/pages/snapshot/page-keeper.ts'
import { openFetcher, type TestFetcher } from '../../fetch/loopback.ts'
import { type Origin, openOrigin, type Site } from '../../origin.ts'

const site: Site = {}
let origin: Origin
let fetcher: TestFetcher

/** Opens the site before the tests in a file and closes it after them. */
export function useSite(): void {
  beforeAll(async () => {
    origin = await openOrigin(site)
    fetcher = openFetcher()
  })
  afterAll(async () => {
    await origin.close()
    await fetcher.close()
  })
}

/** The page as the engine loads it. */
export const fetchPage: PageSource['load'] = (request) => fetcher.load(request)

/** A keeper with a manual clock, and requests to it. */
export function openKeeper(load: PageSource['load'] = fetchPage) {
  onTestFinished(() => void vi.useRealTimers())
  const store = createMemoryPages()
  const budget = createByteBudget(1024 * 1024)
  const keeper = createPageKeeper(store)
  const keepOf = (path: string, keep: Partial<KeepRequest>): KeepRequest => ({
    ...{ owner: 'key-a', name: path, maxAgeMs: 60_000, revalidates: true },
    ...keep,
  })
  /** Obtains the page for a request that succeeds, or that fails if `fails` is set. */
  async function get(
    path: string,
    { fails = false, ...keep }: Partial<KeepRequest> & { fails?: boolean } = {},
    signal = new AbortController().signal,
  ) {
    const share: OpenShare = budget.open('key-a')
    try {
      const obtained = await keeper.load(
        { load },
        { url: new URL(origin.url + path), signal, deadlineAt: performance.now() + 60_000, share },
        keepOf(path, keep),
      )
      expect(share.bytes).toBe(obtained.page.body.byteLength)
      const text = new TextDecoder().decode(obtained.page.body)
      if (!fails) await obtained.keep?.()
      return { ...obtained, text }
    } finally {
      share.close()
    }
  }
  return {
    ...{ store, budget, get },
    find: (path: string, keep: Partial<KeepRequest> = {}) => keeper.find(keepOf(path, keep), budget.open('key-a')),
    pass: (ms: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    },
  }
}

/** Serves the next of these responses for each request to a path, and counts conditional requests. */
export function serve(path: string, ...answers: Site[string][]) {
  const conditions: (string | undefined)[] = []
  site[path] = (request: IncomingMessage, response) => {
    conditions.push(request.headers['if-none-match'] ?? request.headers['if-modified-since'])
    const answer = answers[Math.min(conditions.length, answers.length) - 1] ?? {}
    if (typeof answer === 'function') return answer(request, response)
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
  }
  return conditions
}
