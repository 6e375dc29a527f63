/** The handler of `explain`: loads the page that `scrape` would read and reports how it is read. */

import type { explain } from '../contract/explain.ts'
import { createDeadline } from '../deadline.ts'
import type { HandlerOf } from './handler.ts'
import type { OperationParts } from './parts.ts'

export async function createExplain({ engine }: Pick<OperationParts, 'engine'>): Promise<HandlerOf<typeof explain>> {
  const { policy, fetchPage, renderPage, sandbox } = await engine()
  return {
    async run({ url, render_js, timeout_ms }, request) {
      policy.checkUrl(url)
      const deadline = createDeadline(timeout_ms, request.signal)
      const { share, stages } = request
      try {
        const page = await (render_js ? renderPage : fetchPage).load({ url, ...deadline, share, stages })
        const { finalUrl, status, body } = page
        const { signal } = deadline
        const reading = { signal, share, stages, transfer: [body.buffer] }
        const explanation = await sandbox.run('explain', [page], reading)
        const result = { url: url.written, final_url: finalUrl, status_code: status, ...explanation }
        return { result: () => result }
      } finally {
        deadline.clear()
      }
    },
  }
}
