/** Reads the JSON of a service's response as one page. */

import { expect } from 'vitest'
import type { Provider } from '../../../src/ads/providers/provider.ts'
import type { ParsedResultPage } from '../../../src/contract/ads-reading.ts'

/** Fails if the response is not a page. */
export function readPage(provider: Provider, json: unknown, page = 1): ParsedResultPage {
  const answer = provider.readResponse(json, { page, pages: 1 })
  const [first] = answer.kind === 'pages' ? answer.pages : []
  return first ?? expect.fail(`expected a page, received ${answer.kind}`)
}
