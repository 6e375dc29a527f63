/** Handles the caller's own `Referer`. Chromium keeps it on redirects, and no command can change that (156, November 2026). */

export interface PausedResponse {
  resourceType: string
  request: { url: string; method: string }
  responseStatusCode?: number | undefined
  responseHeaders?: readonly { name: string; value: string }[] | undefined
}

/** The decision on a response: let it continue, fail its request, or replace it with another document. */
type ResponseDecision = 'continue' | 'fail' | { document: string }

/** A visit that is redirected to another origin starts again without a referrer. Any other redirected request fails. */
export function decideOnResponse({ resourceType, request, ...response }: PausedResponse): ResponseDecision {
  const { responseStatusCode: status = 0, responseHeaders = [] } = response
  const location = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value
  if (location === undefined || !redirectStatuses.has(status)) return 'continue'
  const target = URL.parse(location, request.url)
  if (target?.origin === URL.parse(request.url)?.origin) return 'continue'
  if (!target || resourceType !== 'Document' || request.method !== 'GET') return 'fail'
  return { document: visitTo(target) }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function visitTo({ href }: URL): string {
  const url = href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${url}">`
}
