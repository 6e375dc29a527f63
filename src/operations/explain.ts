/** The handler of `explain`: loads the page that `scrape` would read and reports how it is read. */

import { createDeadline } from '../base/deadline.ts'
import type { explain } from '../contract/explain.ts'
import { isFreeStatus } from '../contract/prices.ts'
import { targetStatus } from '../contract/warning.ts'
import type { HandlerOf } from './handler.ts'
import type { OperationParts } from './parts.ts'

export async function createExplain({
  engine,
  locale,
}: Pick<OperationParts, 'engine' | 'locale'>): Promise<HandlerOf<typeof explain>> {
  const { policy, fetchPage, renderPage, sandbox } = await engine()
  return {
    async run({ url, render_js, timeout_ms }, request) {
      policy.checkUrl(url)
      const deadline = createDeadline(timeout_ms, request.signal)
      const { share, stages } = request
      try {
        const page = await (render_js ? renderPage : fetchPage).load({ url, ...deadline, share, stages, locale })
        const { finalUrl, status, body, warnings } = page
        const { signal } = deadline
        const reading = { signal, share, stages, releaseBytes: body.byteLength }
        const explanation = await sandbox.run('explain', [page], reading)
        const result = {
          ...{ url: url.written, final_url: finalUrl, status_code: status },
          ...explanation,
          warnings: [...targetStatus(status), ...warnings],
        }
        const fetched_at = new Date().toISOString()
        return {
          // A target that answered 4xx or 5xx is free.
          credits: isFreeStatus(status) ? 0 : undefined,
          result: ({ credits_charged, credits_remaining, request_id }) => {
            return { ...result, credits_charged, credits_remaining, fetched_at, request_id }
          },
        }
      } finally {
        deadline.clear()
      }
    },
  }
}
