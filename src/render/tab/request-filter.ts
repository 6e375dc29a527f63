/** Handles the requests that the browser pauses, for proxy credentials, documents, and resources that don't affect the text. */

import { maxRedirects } from '../../contract/service-limits.ts'
import type { EgressSession } from '../../fetch/egress/session.ts'
import { isNeedlessFrame } from '../../page/frame-kinds.ts'
import type { PageSession } from '../browser/devtools-connection.ts'
import type { OwnRequests, PausedRequest } from './own-requests.ts'

/**
 * Types of requests to pause. Images, fonts and media are not loaded. The main document is paused so that its proxy challenge reaches us.
 * After that, the browser context sends the credentials automatically.
 */
export const pausedRequests = (['Document', 'Image', 'Font', 'Media'] as const).map((resourceType) => ({
  resourceType,
}))

/** Types of resources that don't affect a page's text. */
const leftOut = new Set(['Font', 'Media'])

/** Types of resources that only affect what a page looks like. */
const ofImages = new Set<string>(['Image', 'Font'])

export type RequestFilter = ReturnType<typeof filterRequests>

/**
 * Decides which requests a page may make, and sends the egress proxy its credentials. Media are never loaded. Images and fonts are loaded
 * only after `showImages`. Frames with advertisements, analytics or players aren't loaded, since each frame would start a process. After
 * too many redirects, the browser keeps the previous document. `isFree`: returns true if the page is free of charge. Its frames aren't
 * loaded.
 */
export function filterRequests(
  { send, on }: PageSession,
  { username, password }: EgressSession,
  isMainFrame: (frameId: string) => boolean,
  isFree = () => false,
) {
  let forbidden: RegExp | null = null
  let forbiddenUrls: { urlPattern: string }[] = []
  let own: OwnRequests | null = null
  let showsImages = false
  let hops = 0
  on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const authChallengeResponse =
      authChallenge.source === 'Proxy'
        ? ({ response: 'ProvideCredentials', username, password } as const)
        : ({ response: 'CancelAuth' } as const)
    send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  })
  on('Fetch.requestPaused', (paused) => {
    if (paused.responseStatusCode !== undefined) return void answer(paused).catch(() => {})
    const { requestId, frameId, resourceType, request } = paused
    const isPage = resourceType === 'Document' && isMainFrame(frameId)
    if (isPage) hops++
    const isNeedless = resourceType === 'Document' && !isPage && (isFree() || isNeedlessFrame(request.url))
    const refuse = () => send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    const isRefused =
      (leftOut.has(resourceType) && !(showsImages && resourceType === 'Font')) ||
      forbidden?.test(request.url) ||
      (resourceType === 'Document' && hasCredentials(request.url))
    const decide = (): Promise<unknown> => {
      if (resourceType === 'Image' && !showsImages) return send('Fetch.fulfillRequest', { requestId, ...dotResponse })
      // After a 204, the previous document stays.
      if (isNeedless || (isPage && hops > maxRedirects + 1))
        return send('Fetch.fulfillRequest', { requestId, responseCode: 204 })
      if (isRefused) return refuse()
      return own ? continueWith(own, paused).catch(refuse) : send('Fetch.continueRequest', { requestId })
    }
    decide().catch(() => {})
  })

  async function continueWith(by: OwnRequests, paused: PausedRequest & { requestId: string }): Promise<void> {
    const headers = await by.headersFor(paused)
    const ofOwn = headers && { headers, interceptResponse: by.hasReferer }
    await send('Fetch.continueRequest', { requestId: paused.requestId, ...ofOwn })
  }

  async function answer(paused: PausedResponse & { requestId: string }): Promise<void> {
    const { requestId } = paused
    const decision = decideOnResponse(paused)
    if (decision === 'continue') await send('Fetch.continueRequest', { requestId })
    else if (decision === 'fail') await send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    else await send('Fetch.fulfillRequest', { requestId, responseCode: 200, ...asHtml(decision.document) })
  }

  async function enable(): Promise<void> {
    const paused = pausedRequests.filter(({ resourceType }) => !showsImages || !ofImages.has(resourceType))
    const patterns = own ? [{ urlPattern: '*' }] : [...paused, ...forbiddenUrls]
    await send('Fetch.enable', { handleAuthRequests: true, patterns })
  }

  return {
    /** Also blocks all further requests for URLs that contain one of these parts, in which `*` matches anything. */
    async forbid(urlParts: readonly string[]): Promise<void> {
      forbidden = new RegExp(urlParts.map(toPattern).join('|'), 'i')
      forbiddenUrls = urlParts.map((part) => ({ urlPattern: `*${part.replaceAll('?', '\\?')}*` }))
      await enable()
    },
    /** Pauses all further requests, and adds the caller's own headers where they belong. */
    async addOwn(requests: OwnRequests): Promise<void> {
      own = requests
      await enable()
    },
    /** Loads images and fonts from now on, which text doesn't need. */
    async showImages(): Promise<void> {
      showsImages = true
      await enable()
    },
    /** Counts redirects from 0 again. */
    restart(): void {
      hops = 0
    },
  }
}

function toPattern(urlPart: string): string {
  return urlPart
    .split('*')
    .map((text) => text.replace(/[^\w/]/g, '\\$&'))
    .join('.*')
}

/** The browser doesn't send a URL's credentials to the proxy, so the proxy couldn't refuse such a URL. */
function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

function asHtml(document: string) {
  const responseHeaders = [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }]
  return { responseHeaders, body: Buffer.from(document).toString('base64') }
}

/** A transparent one-pixel GIF, which lets scripts that wait for an image continue. */
const dotResponse = {
  responseCode: 200,
  responseHeaders: [
    { name: 'Content-Type', value: 'image/gif' },
    { name: 'Access-Control-Allow-Origin', value: '*' },
  ],
  body: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
}

interface PausedResponse {
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
