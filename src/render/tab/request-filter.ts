/** Decides on the requests that the browser pauses: proxy credentials, documents, and what no text depends on. */

import type { EgressSession } from '../../fetch/egress/session.ts'
import type { PageSession } from '../browser/devtools-connection.ts'

/**
 * Kinds of requests that are paused. Pictures, fonts and media are left out. The main document is paused too, so that its
 * proxy challenge comes to us; the browser context sends the credentials by itself from then on.
 */
export const pausedRequests = (['Document', 'Image', 'Font', 'Media'] as const).map((resourceType) => ({
  resourceType,
}))

/**
 * Authenticates at the egress proxy, lets documents through, and leaves out pictures, fonts and media. Returns a function that
 * leaves out more: every URL that contains one of the given parts, in which `*` stands for anything.
 */
export function filterRequests(
  { send, on }: PageSession,
  { username, password }: EgressSession,
): (urlParts: readonly string[]) => Promise<void> {
  let forbidden: RegExp | null = null
  on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const authChallengeResponse =
      authChallenge.source === 'Proxy'
        ? ({ response: 'ProvideCredentials', username, password } as const)
        : ({ response: 'CancelAuth' } as const)
    send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  })
  on('Fetch.requestPaused', ({ requestId, resourceType, request }) => {
    const isAllowed = resourceType === 'Document' && !forbidden?.test(request.url) && !hasCredentials(request.url)
    const decision =
      resourceType === 'Image'
        ? send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: dotHeaders, body: dot })
        : isAllowed
          ? send('Fetch.continueRequest', { requestId })
          : send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    decision.catch(() => {})
  })
  return async (urlParts) => {
    forbidden = new RegExp(urlParts.map(toPattern).join('|'), 'i')
    const forbiddenUrls = urlParts.map((part) => ({ urlPattern: `*${part.replaceAll('?', '\\?')}*` }))
    await send('Fetch.enable', { handleAuthRequests: true, patterns: [...pausedRequests, ...forbiddenUrls] })
  }
}

function toPattern(urlPart: string): string {
  return urlPart
    .split('*')
    .map((text) => text.replace(/[^\w/]/g, '\\$&'))
    .join('.*')
}

/** The browser keeps the credentials of a URL for itself, so the proxy could not refuse it. */
function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** A transparent GIF of one pixel: scripts that wait for a picture go on. */
const dot = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const dotHeaders = [
  { name: 'Content-Type', value: 'image/gif' },
  { name: 'Access-Control-Allow-Origin', value: '*' },
]
