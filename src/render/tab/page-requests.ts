/** Follows the requests that may bring content, and detects polling. */

import { isThirdPartyService } from '../../html/third-party-services.ts'
import type { PageSession } from '../browser/devtools-connection.ts'
import type { PageFeeds } from './page-feeds.ts'
import { endpointOf, requestIdentity } from './request-identity.ts'
import { keyOf, urlKey } from './url-key.ts'

export interface PageRequests {
  /** Requests begun so far. */
  readonly started: number
  /** Requests that have finished or failed. */
  readonly ended: number
  /** True once one endpoint was requested over and over, with whatever query. */
  readonly polls: boolean
  /** True once the same request was made over and over: a list that is read page by page makes another one each time. */
  readonly repeats: boolean
  /** Requests under way. */
  pending(): PendingRequest[]
  /** The same without those that are made over and over: a poll is never done. */
  pendingOnce(): PendingRequest[]
  /** Forgets requests for the URL: the script of a worker, of whose end the page's session gets no event. */
  forgetUrl(url: string): void
  /** Follows what the page or a worker requests. */
  follow(session: PageSession): void
  /** Forgets what a worker has requested: when it ends, its requests get no event. */
  forget(worker: PageSession): void
}

interface PendingRequest {
  /** The frame that it is for; empty for a worker's. */
  frameId: string
  /** Its key: a long URL is cut. */
  url: string
  /** DevTools' name of its kind: `Fetch`, `Script`, … */
  type: string
  /** On the clock of `performance.now()`. */
  startedAt: number
}

interface FollowedRequest extends PendingRequest {
  identity: string
  loaderId: string
  session: PageSession
}

/** Kinds that change what the document says. Pictures, fonts, media, beacons and prefetches do not. */
const contentTypes = new Set(['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch', 'Preflight'])

/** What is requested more often than this is a poll. */
const pollAfter = 8
/** Requests under way that are followed, and different ones that are counted: a page with more is neither done nor slower to judge. */
const maxPending = 2000
const maxCounted = 5000

/** `page` is the session whose frames come and go, those that `skips` names are left out; workers are followed by calls of `follow`. */
export function createRequests(page: PageSession, skips: (frameId: string) => boolean, feeds: PageFeeds): PageRequests {
  const pending = new Map<string, FollowedRequest>()
  const timesOfIdentity = new Map<string, number>()
  const timesOfEndpoint = new Map<string, number>()
  const counts = { started: 0, ended: 0, polls: false, repeats: false }

  function forgetWhere(isMatch: (request: FollowedRequest) => boolean): void {
    for (const [requestId, request] of pending) if (isMatch(request)) pending.delete(requestId)
  }

  function end({ requestId }: { requestId: string }): void {
    if (pending.delete(requestId)) counts.ended++
  }

  page.on('Page.frameNavigated', ({ frame }) =>
    forgetWhere(({ frameId, loaderId }) => frameId === frame.id && loaderId !== frame.loaderId),
  )
  page.on('Page.frameDetached', ({ frameId }) => forgetWhere((request) => request.frameId === frameId))

  return Object.assign(counts, {
    pending: () => [...pending.values()],
    pendingOnce: () =>
      [...pending.values()].filter(({ identity }) => (timesOfIdentity.get(identity) ?? 0) <= pollAfter),
    forgetUrl(url: string) {
      const key = urlKey(url)
      forgetWhere((request) => request.url === key)
    },
    forget: (worker: PageSession) => forgetWhere(({ session }) => session === worker),
    follow(session: PageSession) {
      session.on('Network.requestWillBeSent', ({ requestId, loaderId, frameId = '', type = 'Other', request }) => {
        if (!contentTypes.has(type) || skips(frameId) || isThirdPartyService(request.url)) return
        counts.started++
        const url = urlKey(request.url)
        const facts = { ...request, url }
        const identity = keyOf(requestIdentity(facts))
        if (countUp(timesOfIdentity, identity) > pollAfter) counts.repeats = true
        if (countUp(timesOfEndpoint, keyOf(endpointOf(facts))) > pollAfter) counts.polls = true
        if (pending.size >= maxPending) return
        pending.set(requestId, { url, type, startedAt: performance.now(), identity, frameId, loaderId, session })
      })
      session.on('Network.responseReceived', ({ requestId, response }) => {
        if (response.mimeType === 'text/event-stream' && pending.delete(requestId)) feeds.add(requestId, session)
      })
      session.on('Network.loadingFinished', end)
      session.on('Network.loadingFailed', end)
    },
  })
}

/** Those of one frame alone, of requests that are followed. */
export function requestsOfFrame(requests: PageRequests, frameId: string): PageRequests {
  const isOwn = (request: PendingRequest) => request.frameId === frameId
  return {
    ...requests,
    get started() {
      return requests.started
    },
    get ended() {
      return requests.ended
    },
    get polls() {
      return requests.polls
    },
    get repeats() {
      return requests.repeats
    },
    pending: () => requests.pending().filter(isOwn),
    pendingOnce: () => requests.pendingOnce().filter(isOwn),
  }
}

/** Returns the new count. */
function countUp(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  if (count > 1 || counts.size < maxCounted) counts.set(key, count)
  return count
}
