/** Handles `explain`: visits the page like `scrape`, and reports how it is read. */

import { withWork } from '../base/work.ts'
import { explain } from '../contract/explain.ts'
import { targetStatus } from '../contract/warning.ts'
import { createPageLoader } from '../pages/visit/load-page.ts'
import { createPageVisits } from '../pages/visit/visit.ts'
import { type HandlerOf, inOrder, type OperationParts } from './handler.ts'

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
      const warnings = [...targetStatus(page.status), ...page.warnings, ...value.warnings]
      const fields = { url: url.written, final_url: page.finalUrl, status_code: page.status, warnings, fetched_at }
      return { credits, result: (receipt) => inOrder(explain.result, { ...value, ...fields, ...receipt }) }
    },
  }
}
