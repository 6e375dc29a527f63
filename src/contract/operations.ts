/** All operations, in the order in which every door shows them. */

import { googleAds } from './google-ads.ts'
import type { Operation } from './operation.ts'
import { scrapeOperation } from './scrape.ts'

/** `models` are the allowed model ids (GLEANER_MODELS). */
export function createOperations(models: readonly [string, ...string[]]): Operation[] {
  return [scrapeOperation(models), googleAds] as unknown as Operation[]
}
