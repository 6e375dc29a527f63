/** What a page is loading: requests under way, sockets, the main document's answer. */

import type { PageSession } from './targets.ts'

export interface MainAnswer {
  url: string
  status: number
  /** By lower-case name; repeated ones joined by `, `. */
  headers: Record<string, string>
}

export interface PageTraffic {
  /** The main document's final answer; null until its head has arrived. */
  readonly answer: MainAnswer | null
  /** Why the main document broke off after its head (`net::ERR_…`), or null. */
  readonly broken: string | null
  /** Bytes of the main document so far, decoded. */
  readonly mainBytes: number
  /** Requests begun so far, of the kinds that matter. */
  readonly started: number
  /** Those of them that have ended. */
  readonly ended: number
  /** True once the same is asked for over and over. */
  readonly polls: boolean
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
  const feeds = new Set<string>()
  const asked = new Map<string, number>()
  let answer: MainAnswer | null = null
  let mainRequestId = ''
  let broken: string | null = null
  let mainBytes = 0
  let started = 0
  let ended = 0
  let polls = false
  let documents = 0
  let reloads = 0
  let redirects = 0
  let mainUrl = ''
  let shownUrl = ''
  let feedAt = 0
  let hasHeard = false

  const heard = () => {
    feedAt = performance.now()
    hasHeard = true
  }
  const end = (requestId: string) => {
    if (requests.delete(requestId)) ended++
    feeds.delete(requestId)
  }

  session.on('Network.requestWillBeSent', (event) => {
    const { requestId, loaderId, frameId = '', type = 'Other', request } = event
    if (type === 'EventSource') {
      feeds.add(requestId)
      feedAt = performance.now()
      return
    }
    if (type === 'Document' && frameId === mainFrameId) {
      redirects = event.redirectResponse ? redirects + 1 : 0
      mainUrl = request.url
      mainRequestId = requestId
      mainBytes = 0
      broken = null
    }
    if (!mattering.has(type) || isBystander(request.url)) return
    started++
    const question = questionOf(request)
    const times = (asked.get(question) ?? 0) + 1
    asked.set(question, times)
    if (times > pollAfter) polls = true
    requests.set(requestId, { url: request.url, type, startedAt: performance.now(), question, frameId, loaderId })
  })
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (requestId === mainRequestId && type === 'Document') {
      answer = { url: response.url, status: response.status, headers: readHeaders(response.headers) }
    }
    // A stream that is read by fetch is a feed as well.
    if (response.mimeType === 'text/event-stream' && requests.delete(requestId)) {
      feeds.add(requestId)
      feedAt = performance.now()
    }
  })
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (requestId === mainRequestId) mainBytes += dataLength
    if (feeds.has(requestId)) heard()
  })
  session.on('Network.eventSourceMessageReceived', heard)
  session.on('Network.loadingFinished', ({ requestId }) => end(requestId))
  session.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
    if (requestId === mainRequestId && !canceled) broken = errorText
    end(requestId)
  })
  session.on('Network.webSocketCreated', ({ requestId }) => {
    feeds.add(requestId)
    feedAt = performance.now()
  })
  session.on('Network.webSocketFrameReceived', heard)
  session.on('Network.webSocketClosed', ({ requestId }) => end(requestId))
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrameId) {
      documents++
      reloads = frame.url === shownUrl ? reloads + 1 : 0
      shownUrl = frame.url
    }
    for (const [requestId, request] of requests) {
      if (request.frameId === frame.id && request.loaderId !== frame.loaderId) requests.delete(requestId)
    }
  })
  session.on('Page.frameDetached', ({ frameId }) => {
    for (const [requestId, request] of requests) if (request.frameId === frameId) requests.delete(requestId)
  })

  return {
    get answer() {
      return answer
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
    hasFeed: () => feeds.size > 0,
    feedSilenceMs: () => (feedAt === 0 ? Number.POSITIVE_INFINITY : performance.now() - feedAt),
  }
}

/** Without the query, which often only keeps caches away; with what is sent: all of GraphQL goes to one address. */
function questionOf({ method, url, postData = '' }: { method: string; url: string; postData?: string }): string {
  return `${method} ${url.replace(/[?#].*$/s, '')} ${postData.slice(0, 2000)}`
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
