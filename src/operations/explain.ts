/** How `gleaner explain` finds out: the page that scrape would read, read in the same way, with reasons. */

import type { ScrapeInput } from '../contract/scrape.ts'
import { createDeadline } from '../deadline.ts'
import type { Explanation } from '../format/explain.ts'
import type { ScrapeParts } from './scrape.ts'

export type ExplainInput = Pick<ScrapeInput, 'url' | 'render_js' | 'timeout_ms'>

export type Explained = { url: string; final_url: string; status_code: number } & Explanation

/** Resolves with what is kept and dropped. Throws what scrape throws. */
export type Explain = (input: ExplainInput, signal: AbortSignal) => Promise<Explained>

export function createExplain({
  policy,
  fetchPage,
  renderPage,
  sandbox,
}: Pick<ScrapeParts, 'policy' | 'fetchPage' | 'renderPage' | 'sandbox'>): Explain {
  return async ({ url, render_js, timeout_ms }, signal) => {
    policy.checkUrl(new URL(url))
    const deadline = createDeadline(timeout_ms, signal)
    try {
      const page = await (render_js ? renderPage : fetchPage).load({ url, ...deadline })
      const { finalUrl, status, body } = page
      const explanation = await sandbox.run('explain', [page], { signal: deadline.signal, transfer: [body.buffer] })
      return { url, final_url: finalUrl, status_code: status, ...explanation }
    } finally {
      deadline.clear()
    }
  }
}
