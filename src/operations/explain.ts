/** Handles `explain`: visits the page like `scrape`, and reports how it is read. */

import { withWork } from '../base/work.ts'
import type { explain } from '../contract/explain.ts'
import { targetStatus } from '../contract/warning.ts'
import { createPageLoader } from '../pages/visit/load-page.ts'
import { createPageVisits } from '../pages/visit/visit-page.ts'
import type { HandlerOf } from './handler.ts'
import type { OperationParts } from './parts.ts'

export async function createExplain({
  engine: open,
  locale,
}: Pick<OperationParts, 'engine' | 'locale'>): Promise<HandlerOf<typeof explain>> {
  const engine = await open()
  const visits = createPageVisits(createPageLoader(engine, null), engine.sandbox)
  return {
    async run({ url, render_js, timeout_ms }, request) {
      engine.policy.checkUrl(url)
      const target = { url, locale, engine: render_js ? ('render' as const) : ('fetch' as const) }
      const reading = { task: 'explain' as const, args: [] as [], purpose: 'to explain them' }
      const visited = await withWork(request, timeout_ms, (work) => visits.visitPage(target, reading, work))
      const { value, page, fetchedAt: fetched_at, credits } = visited
      const { warnings, ...explained } = value
      const result = {
        ...{ url: url.written, final_url: page.finalUrl, status_code: page.status },
        ...explained,
        warnings: [...targetStatus(page.status), ...page.warnings, ...warnings],
      }
      return {
        credits,
        result: ({ credits_charged, credits_remaining, request_id }) => {
          return { ...result, credits_charged, credits_remaining, fetched_at, request_id }
        },
      }
    },
  }
}
