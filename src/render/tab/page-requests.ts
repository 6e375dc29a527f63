/** Tracks the requests that may deliver content, and detects polling. */

import { createHash } from 'node:crypto'
import { isThirdPartyService } from '../../page/frame-kinds.ts'
import type { PageSession } from '../browser/devtools-connection.ts'

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

export type PageRequests = ReturnType<typeof createRequests>

/** `page` is the session that reports frames, except those for which `skips` returns true. `follow` adds workers. */
export function createRequests(
  page: PageSession,
  skips: (frameId: string) => boolean,
  feeds: PageFeeds,
  types = contentTypes,
) {
  const pending = new Map<string, FollowedRequest>()
  const timesOfIdentity = new Map<string, number>()
  const timesOfEndpoint = new Map<string, number>()
  const counts = {
    started: 0,
    /** True if one endpoint has been requested many times, regardless of the query. */
    polls: false,
    /** The key of a script of the current document that could not be loaded. */
    failedScript: null as string | null,
  }

  function forgetWhere(isMatch: (request: FollowedRequest) => boolean): void {
    for (const [requestId, request] of pending) if (isMatch(request)) pending.delete(requestId)
  }

  function end({ requestId }: { requestId: string }): void {
    pending.delete(requestId)
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
    pending: (): PendingRequest[] => [...pending.values()],
    /** Returns the requests in progress, except those that are repeated many times, because a poll never finishes. */
    pendingOnce: (): PendingRequest[] =>
      [...pending.values()].filter(({ identity }) => (timesOfIdentity.get(identity) ?? 0) <= pollAfter),
    /** Forgets requests for the URL of a worker's script. The page's session doesn't report when they finish. */
    forgetUrl: (url: string) => forgetWhere((request) => request.url === urlKey(url)),
    /** Forgets the requests of a worker that has stopped, because no event reports that they have ended. */
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

/** Keys for strings of any length that come from pages are short. */
const maxKeyChars = 500
const shownChars = 250

/** Returns a short string unchanged, or the start and a digest of a long one. Equal strings have equal keys. */
export function keyOf(text: string): string {
  return text.length <= maxKeyChars ? text : shorten(text, shownChars)
}

/** Returns the key for a URL. Keeps only the type of `data:` and `blob:` URLs, which contain data instead of an address. */
export function urlKey(url: string): string {
  const [scheme] = /^(?:data|blob):/i.exec(url) ?? []
  return scheme === undefined ? keyOf(url) : shorten(url, /^[^,;]{0,60}/.exec(url)?.[0].length ?? scheme.length)
}

/** Returns a URL's origin, which its start determines. The rest may have any length. */
export function originOf(url: string): string | undefined {
  return URL.parse(url.slice(0, maxParsedChars))?.origin
}

const maxParsedChars = 4096

function shorten(text: string, chars: number): string {
  // Converting to bytes copies the text. A slice would keep the whole string in memory.
  const beginning = Buffer.from(text.slice(0, chars)).toString()
  return `${beginning}… ${createHash('sha256').update(text).digest('base64url')}`
}

/** Maximum number of feeds to track. A page with more counts as unfinished anyway. */
const maxOpen = 500

type PageFeeds = ReturnType<typeof createFeeds>

export function createFeeds() {
  const open = new Map<string, PageSession>()
  const readByFetch = new Set<string>()
  let changedAt: number | null = null

  function add(requestId: string, session: PageSession): void {
    if (open.size < maxOpen) open.set(requestId, session)
    changedAt = performance.now()
  }

  function receive(): void {
    changedAt = performance.now()
    feeds.hasMessage = true
  }

  const feeds = {
    get isOpen() {
      return open.size > 0
    },
    hasMessage: false,
    /** Milliseconds since a feed last opened or delivered something. Infinity if there has been no feed. */
    silenceMs: () => (changedAt === null ? Number.POSITIVE_INFINITY : performance.now() - changedAt),
    follow(session: PageSession): void {
      const close = ({ requestId }: { requestId: string }) => {
        open.delete(requestId)
        readByFetch.delete(requestId)
      }
      session.on('Network.requestWillBeSent', ({ requestId, type }) => {
        if (type === 'EventSource') add(requestId, session)
      })
      // The bytes of an EventSource don't count: most streams start with a comment, which isn't a message.
      session.on('Network.eventSourceMessageReceived', receive)
      session.on('Network.dataReceived', ({ requestId }) => {
        if (readByFetch.has(requestId)) receive()
      })
      session.on('Network.loadingFinished', close)
      session.on('Network.loadingFailed', close)
      session.on('Network.webSocketCreated', ({ requestId }) => add(requestId, session))
      session.on('Network.webSocketFrameReceived', receive)
      session.on('Network.webSocketClosed', close)
    },
    /** Counts a response as a feed, because it is an event stream read by fetch. */
    add(requestId: string, session: PageSession): void {
      if (readByFetch.size < maxOpen) readByFetch.add(requestId)
      add(requestId, session)
    },
    forget(worker: PageSession): void {
      for (const [requestId, session] of open) if (session === worker) open.delete(requestId)
    },
  }
  return feeds
}
