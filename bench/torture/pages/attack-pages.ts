/** Renders every hostile page in a service with a small heap. Each gets a documented answer and charge, and the next page is complete. */

import type { AttackOptions, AttackResult } from '../attack.ts'
import { type HostilePage, hostilePages, pathOf } from './hostile-pages.ts'
import { rendersGoodPage, startWatchedService, type WatchedService } from './watched-service.ts'

/** Far more than one page costs the service, and far less than the pages try to make it use. */
export const maxServiceMb = 900

/** Outcomes that a hostile page may have. Only a page is charged. */
const outcomes = new Set([
  ...['page', 'page, cut', 'target_timeout', 'response_too_large', 'invalid_response', 'too_many_redirects'],
  ...['overloaded', 'target_unreachable'],
])

const renderMs = 5000

export interface PageAttack {
  /** The answer for the page. */
  outcome: string
  /** Broken promises. Empty if all were kept. */
  broken: string[]
}

export async function attackPage(
  service: WatchedService,
  page: HostilePage,
  timeoutMs = renderMs,
): Promise<PageAttack> {
  const rendering = await service.render(pathOf(page), timeoutMs)
  const broken: string[] = []
  const outcome = rendering?.outcome ?? 'nothing'
  if (!rendering) broken.push('no answer')
  else if (!outcomes.has(rendering.outcome)) broken.push(`answered ${rendering.status} ${rendering.outcome}`)
  else if (rendering.creditsCharged !== (rendering.status === 200 && rendering.outcome.startsWith('page') ? 5 : 0))
    broken.push(`${rendering.outcome} was charged ${rendering.creditsCharged}`)
  if (!service.isAlive()) broken.push('the service has stopped')
  else if (!(await rendersGoodPage(service))) broken.push('the next page was not rendered')
  const peakMb = service.memory()?.peakMb ?? 0
  if (peakMb > maxServiceMb) broken.push(`the service held ${peakMb} MB`)
  return { outcome, broken: broken.map((what) => `${page.name}: ${what}`) }
}

export const siteOf = (pages: readonly HostilePage[]) =>
  Object.fromEntries(pages.map((page) => [pathOf(page), page.reply]))

export async function runPages({ minutes, progress }: AttackOptions): Promise<AttackResult> {
  const endsAt = performance.now() + minutes * 60_000
  const broken: string[] = []
  let tried = 0
  let peakMb = 0
  let service = await startWatchedService(siteOf(hostilePages))
  try {
    for (const page of hostilePages) {
      if (performance.now() > endsAt) break
      const startedAt = performance.now()
      const found = await attackPage(service, page)
      tried++
      broken.push(...found.broken)
      peakMb = Math.max(peakMb, service.memory()?.peakMb ?? 0)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      progress(`${found.broken.join('; ') || page.name}: ${found.outcome}, ${seconds} s, ${service.memory()?.nowMb} MB`)
      if (found.broken.length > 0) {
        await service[Symbol.asyncDispose]()
        service = await startWatchedService(siteOf(hostilePages))
      }
    }
  } finally {
    await service[Symbol.asyncDispose]()
  }
  return { tried, broken, note: `of ${hostilePages.length} hostile pages; service at most ${peakMb} MB resident` }
}
