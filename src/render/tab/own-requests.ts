/** Decides which of a page's requests get the caller's own headers and cookies, and merges them with the browser's. */

import type { OwnFields } from '../../page/page.ts'
import type { PageSession } from '../browser/devtools-connection.ts'
import { originOf } from './page-requests.ts'
import { followLineage } from './page-traffic.ts'

export interface PausedRequest {
  frameId: string
  networkId?: string | undefined
  resourceType: string
  request: { url: string; method: string; headers: Readonly<Record<string, string>> }
}

export type OwnRequests = ReturnType<typeof createOwnRequests>

/** A redirected request is paused again, with the browser's original headers. */
export function createOwnRequests(session: PageSession, mainFrameId: string, own: OwnFields) {
  const frames = followOriginFrames(session, mainFrameId, own.origin)

  /** As with a `SameSite=Lax` cookie, navigation from another site's page gets the fields, but other requests by that page don't. */
  async function isOurs({ frameId, resourceType, request }: PausedRequest): Promise<boolean> {
    const sender = headerOf(request.headers, 'origin')
    if (sender !== undefined && sender !== own.origin) return false
    const isVisit = resourceType === 'Document' && frameId === mainFrameId
    if (isVisit && ['GET', 'HEAD'].includes(request.method)) return true
    return frames.areOf(frameId)
  }

  return {
    /** True if responses to the caller's own requests are paused too. */
    hasReferer: headerOf(own.headers, 'referer') !== undefined,
    /**
     * Returns all headers for a paused request, which replace the browser's, or null to change nothing. The caller's fields go only to
     * their origin, in requests for or from its documents, so a page of another origin can't use them.
     */
    async headersFor(paused: PausedRequest) {
      const { frameId, networkId, resourceType, request } = paused
      if (resourceType === 'Document') frames.follow({ frameId, networkId, url: request.url })
      const isThere = URL.parse(request.url)?.origin === own.origin
      return isThere && (await isOurs(paused)) ? joinHeaders(request.headers, own) : null
    },
  }
}

function headerOf(headers: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]
}

/** The caller's headers replace the browser's headers with the same names. The caller's cookies follow those that sites have set. */
function joinHeaders(given: Readonly<Record<string, string>>, { headers, cookies }: OwnFields) {
  const cookie = joinCookies(headerOf(given, 'cookie'), cookies)
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const kept = Object.entries(given).filter(
    ([name]) => !names.has(name.toLowerCase()) && name.toLowerCase() !== 'cookie',
  )
  const added = Object.entries(cookie === '' ? headers : { ...headers, Cookie: cookie })
  return [...kept, ...added].map(([name, value]) => ({ name, value }))
}

function joinCookies(set: string | undefined, cookies: OwnFields['cookies']): string {
  const before = set === undefined || set === '' ? [] : set.split('; ')
  const names = new Set(before.map((pair) => pair.split('=', 1)[0]))
  const added = Object.entries(cookies).filter(([name]) => !names.has(name))
  return [...before, ...added.map(([name, value]) => `${name}=${value}`)].join('; ')
}

/** Starts tracking now. `Page` and `Network` must be enabled on the session. */
function followOriginFrames(session: PageSession, mainFrameId: string, origin: string) {
  const lineage = followLineage(session)
  const foreign = new Set<string>()
  /** Pending requests for documents of other origins, by frame. */
  const leaving = new Map<string, string>()

  session.on('Page.frameDetached', ({ frameId }) => {
    for (const frames of [foreign, leaving]) frames.delete(frameId)
  })
  session.on('Page.frameNavigated', ({ frame }) => {
    if (leaving.get(frame.id) === frame.loaderId) leaving.delete(frame.id)
    // An `about:` document belongs to the document that requested it, so the frame's origin doesn't change.
    if (frame.url.startsWith('about:')) return
    if (originOf(frame.url) === origin) foreign.delete(frame.id)
    else foreign.add(frame.id)
  })
  session.on('Network.loadingFailed', ({ requestId }) => {
    // After a download or an empty response, the previous document stays.
    for (const [frameId, networkId] of leaving) if (networkId === requestId) leaving.delete(frameId)
  })

  const isKnown = (frameId: string) => frameId === mainFrameId || lineage.isInner(frameId)

  function areAll(frameId: string): boolean {
    for (const id of lineage.from(frameId)) if (!isKnown(id) || foreign.has(id) || leaving.has(id)) return false
    return true
  }

  return {
    /** Records a request for a frame's document. Takes effect immediately, as the document's first requests may be reported before it. */
    follow({ frameId, networkId = '', url }: { frameId: string; networkId?: string | undefined; url: string }): void {
      if (originOf(url) !== origin) leaving.set(frameId, networkId)
      else if (leaving.get(frameId) === networkId) leaving.delete(frameId)
    },
    /** True if the frame and all frames around it show documents of the origin, or no documents yet. */
    async areOf(frameId: string): Promise<boolean> {
      // The page's earlier reports about its frames arrive before the response.
      if (!isKnown(frameId)) await session.send('Page.getFrameTree')
      return areAll(frameId)
    },
  }
}
