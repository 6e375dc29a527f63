/** What a page is loading: requests under way, sockets, the main document's answer. */

import type { PageSession } from './browser/targets.ts'

export interface MainAnswer {
  url: string
  status: number
  /** By lower-case name; repeated ones joined by `, `. */
  headers: Record<string, string>
}

export interface PageTraffic {
  /** Answer of the document that is shown, or of the first one while it arrives; null until its head has. */
  readonly answer: MainAnswer | null
  /** Why the main document broke off after its head (`net::ERR_…`), or null. */
  readonly broken: string | null
  /** Bytes of the main document so far, decoded. */
  readonly mainBytes: number
  /** Requests begun so far, of the kinds that matter. */
  readonly started: number
  /** Those of them that have ended. */
  readonly ended: number
  /** True once one address is asked over and over. */
  readonly polls: boolean
  /** True once the very same is asked over and over: a list that is read piece by piece asks for another piece each time. */
  readonly repeats: boolean
  /** How often the main frame was given a new document. */
  readonly documents: number
  /** How often in a row it was given the one that it had. */
  readonly reloads: number
  /** HTTP redirects on the way to the main document. */
  readonly redirects: number
  /** The address that the main frame asked for last, redirects followed. */
  readonly mainUrl: string
  /** Requests under way that may bring content. */
  pending(): PendingRequest[]
  /** The same without those that are asked over and over: a poll is never done. */
  pendingOnce(): PendingRequest[]
  /** A worker has its script: the page's own session never hears of its end. */
  arrived(url: string): void
  /** Follows what a worker asks for as well. The function that comes back forgets it: an ended worker's requests never end. */
  follow(worker: PageSession): () => void
  /** True while something is open that brings content at its own pace: a WebSocket, an event stream. */
  hasFeed(): boolean
  /** Since a feed opened or last said something, in milliseconds; Infinity without one. */
  feedSilenceMs(): number
  /** Whether a feed has said anything. */
  readonly hasHeard: boolean
}

export interface PendingRequest {
  url: string
  /** DevTools' name of its kind: `Fetch`, `Script`, … */
  type: string
  /** On the clock of `performance.now()`. */
  startedAt: number
}

interface Followed extends PendingRequest {
  /** The same for every round of a poll. */
  question: string
  frameId: string
  loaderId: string
  session: PageSession
}

/** Kinds that change what the document says. Pictures, fonts, media, beacons and prefetches do not. */
const mattering = new Set(['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch', 'Preflight'])

/** The same question asked more often than this is a poll. */
const pollAfter = 8

/** Third parties that count visitors and show advertisements: never waited for. */
const bystanders =
  /(?:^|\.)(?:google-analytics\.com|googletagmanager\.com|doubleclick\.net|googlesyndication\.com|googleadservices\.com|adservice\.google\.com|facebook\.net|hotjar\.com|clarity\.ms|segment\.(?:io|com)|mixpanel\.com|amplitude\.com|sentry\.io|nr-data\.net|newrelic\.com|scorecardresearch\.com|chartbeat\.(?:com|net)|quantserve\.com|criteo\.(?:com|net)|taboola\.com|outbrain\.com|bat\.bing\.com|matomo\.cloud|plausible\.io|optimizely\.com|intercom\.io|fullstory\.com|datadoghq(?:-browser-agent)?\.(?:com|eu))$/

/** Follows the page from now on; `Network` and `Page` must be enabled on the session. */
export function followTraffic(session: PageSession, mainFrameId: string): PageTraffic {
  const requests = new Map<string, Followed>()
  const feeds = new Map<string, PageSession>()
  /** Those of them that are read by fetch. */
  const readFeeds = new Set<string>()
  const asked = new Map<string, number>()
  const addresses = new Map<string, number>()
  /** Frames of other sites, whose documents are not read. */
  const foreign = new Set<string>()
  const parents = new Map<string, string>()
  let shown: MainAnswer | null = null
  let arriving: MainAnswer | null = null
  let mainRequestId = ''
  let broken: string | null = null
  let mainBytes = 0
  let started = 0
  let ended = 0
  let polls = false
  let repeats = false
  let documents = 0
  let reloads = 0
  let redirects = 0
  let mainUrl = ''
  let shownUrl = ''
  let shownLoaderId = ''
  let feedAt = 0
  let hasHeard = false

  const heard = () => {
    feedAt = performance.now()
    hasHeard = true
  }
  const open = (feedId: string, from: PageSession) => {
    feeds.set(feedId, from)
    feedAt = performance.now()
  }
  const end = (requestId: string) => {
    if (requests.delete(requestId)) ended++
    feeds.delete(requestId)
  }
  const isForeign = (frameId: string): boolean => {
    const parent = parents.get(frameId)
    return foreign.has(frameId) || (parent !== undefined && isForeign(parent))
  }

  /** What pages and workers have in common. */
  function followRequests(from: PageSession): void {
    from.on('Network.requestWillBeSent', (event) => {
      const { requestId, loaderId, frameId = '', type = 'Other', request } = event
      if (type === 'EventSource') return open(requestId, from)
      if (type === 'Document' && frameId === mainFrameId) {
        redirects = event.redirectResponse ? redirects + 1 : 0
        mainUrl = request.url
        mainRequestId = requestId
        mainBytes = 0
        broken = null
      } else if (type === 'Document') {
        if (isSameOrigin(request.url, mainUrl)) foreign.delete(frameId)
        else foreign.add(frameId)
      }
      if (!mattering.has(type) || isBystander(request.url) || isForeign(frameId)) return
      started++
      const question = questionOf(request)
      const address = addressOf(request)
      const times = (asked.get(question) ?? 0) + 1
      const timesThere = (addresses.get(address) ?? 0) + 1
      asked.set(question, times)
      addresses.set(address, timesThere)
      repeats ||= times > pollAfter
      polls ||= timesThere > pollAfter
      const startedAt = performance.now()
      requests.set(requestId, { url: request.url, type, startedAt, question, frameId, loaderId, session: from })
    })
    from.on('Network.responseReceived', ({ requestId, loaderId, type, response }) => {
      if (requestId === mainRequestId && type === 'Document') {
        const answer = { url: response.url, status: response.status, headers: readHeaders(response.headers) }
        if (loaderId === shownLoaderId) shown = answer
        else arriving = answer
      }
      // A stream that is read by fetch is a feed as well.
      if (response.mimeType === 'text/event-stream' && requests.delete(requestId)) {
        open(requestId, from)
        readFeeds.add(requestId)
      }
    })
    from.on('Network.dataReceived', ({ requestId, dataLength }) => {
      if (requestId === mainRequestId) mainBytes += dataLength
      if (readFeeds.has(requestId)) heard()
    })
    // Not the bytes: most streams begin with a comment that says nothing.
    from.on('Network.eventSourceMessageReceived', heard)
    from.on('Network.loadingFinished', ({ requestId }) => end(requestId))
    from.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
      if (requestId === mainRequestId) {
        // A download, a 204: the document stays that was there.
        arriving = null
        if (!canceled && errorText !== 'net::ERR_ABORTED') broken = errorText
        else if (documents > 0) mainUrl = shownUrl
      }
      end(requestId)
    })
    from.on('Network.webSocketCreated', ({ requestId }) => open(requestId, from))
    from.on('Network.webSocketFrameReceived', heard)
    from.on('Network.webSocketClosed', ({ requestId }) => end(requestId))
  }

  followRequests(session)
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrameId) {
      documents++
      shown = arriving ?? shown
      shownLoaderId = frame.loaderId
      arriving = null
      reloads = frame.url === shownUrl ? reloads + 1 : 0
      shownUrl = frame.url
    }
    for (const [requestId, request] of requests) {
      if (request.frameId === frame.id && request.loaderId !== frame.loaderId) requests.delete(requestId)
    }
  })
  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => parents.set(frameId, parentFrameId))
  session.on('Page.frameDetached', ({ frameId }) => {
    parents.delete(frameId)
    foreign.delete(frameId)
    for (const [requestId, request] of requests) if (request.frameId === frameId) requests.delete(requestId)
  })

  return {
    get answer() {
      return documents === 0 ? arriving : shown
    },
    get broken() {
      return broken
    },
    get mainBytes() {
      return mainBytes
    },
    get started() {
      return started
    },
    get ended() {
      return ended
    },
    get polls() {
      return polls
    },
    get repeats() {
      return repeats
    },
    get documents() {
      return documents
    },
    get reloads() {
      return reloads
    },
    get redirects() {
      return redirects
    },
    get mainUrl() {
      return mainUrl
    },
    get hasHeard() {
      return hasHeard
    },
    pending: () => [...requests.values()],
    pendingOnce: () => [...requests.values()].filter(({ question }) => (asked.get(question) ?? 0) <= pollAfter),
    arrived(url) {
      for (const [requestId, request] of requests) if (request.url === url) requests.delete(requestId)
    },
    follow(worker) {
      followRequests(worker)
      return () => {
        for (const [requestId, request] of requests) if (request.session === worker) requests.delete(requestId)
        for (const [requestId, owner] of feeds) if (owner === worker) feeds.delete(requestId)
      }
    },
    hasFeed: () => feeds.size > 0,
    feedSilenceMs: () => (feedAt === 0 ? Number.POSITIVE_INFINITY : performance.now() - feedAt),
  }
}

/** With what is sent: all of GraphQL goes to one address. */
function addressOf({ method, url, postData = '' }: { method: string; url: string; postData?: string }): string {
  return `${method} ${url.replace(/[?#].*$/s, '')} ${postData.slice(0, 2000)}`
}

/** With the query too, less what only keeps caches away: times and random numbers. */
function questionOf(request: { method: string; url: string; postData?: string }): string {
  const query = URL.parse(request.url)?.search ?? ''
  return `${addressOf(request)} ${query.replace(/(?<==)(?:\d{10,}|0?\.\d{6,}|[\da-f-]{32,36})(?=&|$)/gi, '')}`
}

function isSameOrigin(url: string, other: string): boolean {
  const origin = URL.parse(url)?.origin
  // `about:` and `data:` have none of their own to tell by; the first inherits.
  return origin === undefined || origin === 'null' || origin === URL.parse(other)?.origin
}

function isBystander(url: string): boolean {
  return bystanders.test(URL.parse(url)?.hostname ?? '')
}

/** DevTools joins repeated fields by newlines. */
function readHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.replaceAll('\n', ', ')]),
  )
}
