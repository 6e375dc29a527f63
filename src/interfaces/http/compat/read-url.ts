/** `GET /r/URL`: the page as markdown, for links, bookmarks and programs that can only send a URL (docs/api.md, A URL in the path). */

import { sendContent } from '../content-response.ts'
import type { HttpRoute } from '../server.ts'
import type { CompatRuntime } from './scrape-batch.ts'

const path = '/r/'

export function readUrlRoute({ operations, invoke }: CompatRuntime): HttpRoute {
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
