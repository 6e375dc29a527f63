/** Result pages, asked for nicely: with a pause between the pages of one search, and none of a domain that has answered with a block. */

import { pause } from '../deadline.ts'
import type { ResultPageStatus } from '../google-ads/ad.ts'
import type { GoogleBlocks } from '../nodes/google-blocks.ts'
import type { ResultPage, ResultPageSource } from './ads-pages.ts'

interface Politeness {
  /** Between two pages of one search. */
  pauseMs: number
  blocks: GoogleBlocks
}

/** What Google says to whoever asks, whatever the search is. */
const blockStatuses: ReadonlySet<ResultPageStatus> = new Set(['captcha', 'consent', 'blocked'])

/** While a block is remembered a page is `blocked` and says for how long, and nothing is asked. */
export function createPolitePages(source: ResultPageSource, { pauseMs, blocks }: Politeness): ResultPageSource {
  return {
    ...(source.rules ? { rules: source.rules } : {}),
    open(input) {
      const search = source.open(input)
      const domain = input.domain ?? 'com'
      let isFirst = true
      return {
        ...search,
        async read(page, deadline, request) {
          if (!search.isBrought(page)) {
            if (!isFirst && pauseMs > 0) await pause(pauseMs, deadline.signal)
            isFirst = false
            const leftMs = await blocks.leftMs(domain)
            if (leftMs > 0) return notAskedFor(page, search.urlOf(page), leftMs)
          }
          const result = await search.read(page, deadline, request)
          if (blockStatuses.has(result.status)) await blocks.remember(domain)
          return result
        },
      }
    },
  }
}

function notAskedFor(page: number, url: string, leftMs: number): ResultPage {
  return {
    page,
    url,
    status: 'blocked',
    ads: [],
    rendered: false,
    warnings: [],
    notAskedForS: Math.ceil(leftMs / 1000),
  }
}
