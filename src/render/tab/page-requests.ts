/** Tracks the requests that may deliver content, and detects polling. */

import { isThirdPartyService } from '../../page/frame-kinds.ts'
import type { PageSession } from '../browser/devtools-connection.ts'
import { createFeeds, type PageFeeds } from './page-feeds.ts'
import { keyOf, urlKey } from './url-key.ts'

export interface PageRequests {
  readonly started: number
  readonly ended: number
  /** True if one endpoint has been requested many times, regardless of the query. */
  readonly polls: boolean
  /** The key of a script of the current document that could not be loaded. */
  readonly failedScript: string | null
  pending(): PendingRequest[]
  /** Returns the requests in progress, except those that are repeated many times, because a poll never finishes. */
  pendingOnce(): PendingRequest[]
  /** Forgets requests for the URL of a worker's script. The page's session doesn't report when they finish. */
  forgetUrl(url: string): void
  follow(session: PageSession): void
  /** Forgets the requests of a worker that has stopped, because no event reports that they have ended. */
  forget(worker: PageSession): void
}

interface PendingRequest {
  /** The frame that made the request, or empty for a worker. */
  frameId: string
  /** Key of the request's URL. Long URLs are shortened. */
  url: string
  /** The request's type in DevTools: `Fetch`, `Script`, … */
  type: string
  /** On the `performance.now()` clock. */
  startedAt: number
}

interface FollowedRequest extends PendingRequest {
  identity: string
  loaderId: string
  session: PageSession
}

/** Types of requests that can change the document's text. Images, fonts, media, beacons and prefetches can't. */
const contentTypes = new Set(['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch', 'Preflight'])

/** Requests repeated more than this many times count as polling. */
const pollAfter = 8
/** Maximum number of requests to track, and of different requests to count. A page with more counts as unfinished anyway. */
const maxPending = 2000
const maxCounted = 5000

/** Tracks a page's requests for images and fonts, which only a screenshot needs. */
export function followImages(page: PageSession): PageRequests {
  const requests = createRequests(page, () => false, createFeeds(), new Set(['Image', 'Font']))
  requests.follow(page)
  return requests
}

/** `page` is the session that reports frames, except those for which `skips` returns true. `follow` adds workers. */
export function createRequests(
  page: PageSession,
  skips: (frameId: string) => boolean,
  feeds: PageFeeds,
  types = contentTypes,
): PageRequests {
  const pending = new Map<string, FollowedRequest>()
  const timesOfIdentity = new Map<string, number>()
  const timesOfEndpoint = new Map<string, number>()
  const counts = { started: 0, ended: 0, polls: false, failedScript: null as string | null }

  function forgetWhere(isMatch: (request: FollowedRequest) => boolean): void {
    for (const [requestId, request] of pending) if (isMatch(request)) pending.delete(requestId)
  }

  function end({ requestId }: { requestId: string }): void {
    if (pending.delete(requestId)) counts.ended++
  }

  function fail({ requestId }: { requestId: string }): void {
    const request = pending.get(requestId)
    if (request?.type === 'Script') counts.failedScript ??= request.url
  }

  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) counts.failedScript = null
    forgetWhere(({ frameId, loaderId }) => frameId === frame.id && loaderId !== frame.loaderId)
  })
  page.on('Page.frameDetached', ({ frameId }) => forgetWhere((request) => request.frameId === frameId))

  return Object.assign(counts, {
    pending: () => [...pending.values()],
    pendingOnce: () =>
      [...pending.values()].filter(({ identity }) => (timesOfIdentity.get(identity) ?? 0) <= pollAfter),
    forgetUrl: (url: string) => forgetWhere((request) => request.url === urlKey(url)),
    forget: (worker: PageSession) => forgetWhere(({ session }) => session === worker),
    follow(session: PageSession) {
      session.on('Network.requestWillBeSent', ({ requestId, loaderId, frameId = '', type = 'Other', request }) => {
        if (!types.has(type) || skips(frameId) || isThirdPartyService(request.url)) return
        counts.started++
        const url = urlKey(request.url)
        const facts = { ...request, url }
        const identity = keyOf(requestIdentity(facts))
        countUp(timesOfIdentity, identity)
        if (countUp(timesOfEndpoint, keyOf(endpointOf(facts))) > pollAfter) counts.polls = true
        if (pending.size >= maxPending) return
        pending.set(requestId, { url, type, startedAt: performance.now(), identity, frameId, loaderId, session })
      })
      session.on('Network.responseReceived', ({ requestId, response }) => {
        if (response.status >= 400) fail({ requestId })
        if (response.mimeType === 'text/event-stream' && pending.delete(requestId)) feeds.add(requestId, session)
      })
      session.on('Network.loadingFinished', end)
      session.on('Network.loadingFailed', (event) => {
        if (!event.canceled) fail(event)
        end(event)
      })
    },
  })
}

/** Narrows the tracked requests to those of one frame. */
export function requestsOfFrame(requests: PageRequests, frameId: string): PageRequests {
  const isOwn = (request: PendingRequest) => request.frameId === frameId
  // The object inherits the counts, which keep changing.
  return Object.assign(Object.create(requests), {
    pending: () => requests.pending().filter(isOwn),
    pendingOnce: () => requests.pendingOnce().filter(isOwn),
  })
}

function countUp(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  if (count > 1 || counts.size < maxCounted) counts.set(key, count)
  return count
}

interface RequestFacts {
  method: string
  url: string
  postData?: string | undefined
}

const maxBodyChars = 2000

/** Returns the method, body, and URL without its query. GraphQL sends everything to one URL, so the body is part of the endpoint. */
export function endpointOf({ method, url, postData = '' }: RequestFacts): string {
  return `${method} ${url.replace(/[?#].*$/s, '')} ${postData.slice(0, maxBodyChars)}`
}

/** Returns the endpoint with the query, except for values that only prevent caching: times, random numbers, UUIDs. */
export function requestIdentity(request: RequestFacts): string {
  const query = URL.parse(request.url)?.search ?? ''
  return `${endpointOf(request)} ${query.replace(/(?<==)(?:\d{10,}|0?\.\d{6,}|[\da-f-]{32,36})(?=&|$)/gi, '')}`
}
