/** The routes that answer as other services do. GLEANER_COMPAT removes them. */

import type { HttpRoute } from '../server.ts'
import { firecrawlRoute } from './firecrawl.ts'
import { openWebUiRoutes } from './open-webui.ts'
import { readUrlRoute } from './read-url.ts'
import type { CompatRuntime } from './scrape-batch.ts'

export function compatRoutes(runtime: CompatRuntime, maxDocumentBytes: number): HttpRoute[] {
  return [readUrlRoute(runtime), firecrawlRoute(runtime), ...openWebUiRoutes(runtime, maxDocumentBytes)]
}
