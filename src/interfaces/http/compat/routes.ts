/** The routes that answer as other services do. GLEANER_COMPAT removes them. */

import { sendContent } from '../content-response.ts'
import type { HttpRoute } from '../server.ts'
import { firecrawlRoute, otherFirecrawlRoute } from './firecrawl.ts'
import { openWebUiRoutes } from './open-webui.ts'
import type { CompatRuntime } from './scrape-batch.ts'

export function compatRoutes(runtime: CompatRuntime, maxDocumentBytes: number): HttpRoute[] {
  return [
    ...[readUrlRoute(runtime), firecrawlRoute(runtime), otherFirecrawlRoute],
    ...openWebUiRoutes(runtime, maxDocumentBytes),
  ]
}

const path = '/r/'

function readUrlRoute({ operations, invoke }: CompatRuntime): HttpRoute {
  return {
    path,
    isPrefix: true,
    methods: ['GET'],
    needsKey: true,
    async handle(exchange) {
      const { request, response, share } = exchange
      const url = requestedUrl(request.url ?? '')
      const result = await invoke(operations.scrape, { raw: { url, render_if_needed: true } }, exchange)
      return sendContent(response, result, share)
    },
  }
}

/** Returns the URL after `/r/`, with its query. Some proxies merge its slashes, and some clients encode it. */
function requestedUrl(target: string): string {
  const written = target.slice(target.indexOf(path) + path.length)
  const url = /^https?%3a/i.test(written) ? (decoded(written) ?? written) : written
  return url.replace(/^(https?:)\/*/i, '$1//')
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
