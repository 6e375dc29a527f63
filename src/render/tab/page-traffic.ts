/** Tracks what a page loads: its main document, requests and feeds, including those of frames and workers. */

import type { PageSession } from '../browser/devtools-connection.ts'
import { createFeeds, createRequests, originOf } from './page-requests.ts'

export type PageTraffic = ReturnType<typeof followTraffic>

/** Starts tracking the page now. `Network` and `Page` must be enabled on the session. */
export function followTraffic(session: PageSession, mainFrameId: string) {
  const document = followMainDocument(session, mainFrameId)
  const isForeign = followForeignFrames(session, mainFrameId, document)
  const feeds = createFeeds()
  const requests = createRequests(session, isForeign, feeds)
  const framedFeeds = createFeeds()
  const framedDocuments = new Map<string, MainDocument>()
  /** Traffic of cross-origin frames in the surrounding document's process. That document is complete without it. */
  const framed = {
    requests: createRequests(session, (frameId) => !isForeign(frameId), framedFeeds),
    feeds: framedFeeds,
    /** Returns the frame's document, which is tracked from the first call on. */
    documentOf(frameId: string): MainDocument {
      const followed = framedDocuments.get(frameId) ?? followMainDocument(session, frameId)
      framedDocuments.set(frameId, followed)
      return followed
    },
  }
  framed.requests.follow(session)
  session.on('Page.frameAttached', () => {
    traffic.hasFrames = true
  })

  function follow(one: PageSession): void {
    requests.follow(one)
    feeds.follow(one)
  }

  follow(session)
  const traffic = {
    ...{ document, requests, feeds, framed },
    /** Worker threads that the document has started so far. */
    workers: 0,
    hasFrames: false,
    /** Also tracks the traffic of a worker with this script. Call the returned function when the worker has stopped. */
    followWorker(worker: PageSession, url: string): () => void {
      traffic.workers++
      requests.forgetUrl(url)
      follow(worker)
      return () => {
        requests.forget(worker)
        feeds.forget(worker)
      }
    },
  }
  return traffic
}

function followForeignFrames(session: PageSession, mainFrameId: string, main: MainDocument) {
  const foreign = new Set<string>()
  const lineage = followLineage(session)

  session.on('Network.requestWillBeSent', ({ type, frameId = '', request }) => {
    if (type !== 'Document' || frameId === mainFrameId) return
    if (isSameOrigin(request.url, main.url)) foreign.delete(frameId)
    else if (foreign.size < maxFrames) foreign.add(frameId)
  })
  session.on('Page.frameDetached', ({ frameId }) => void foreign.delete(frameId))
  /** True if the frame, or a frame around it, has received a document from an origin other than the main document's. */
  return (frameId: string): boolean => {
    for (const id of lineage.from(frameId)) if (foreign.has(id)) return true
    return false
  }
}

/** An `about:` document inherits its origin, and a `data:` document has an opaque one, so their URLs don't show the origin. */
function isSameOrigin(url: string, other: string): boolean {
  const origin = originOf(url)
  return origin === undefined || origin === 'null' || origin === originOf(other)
}

/** Chromium allows a page 1,000 frames at a time. */
const maxFrames = 2000

/** Tracks from now on which frame contains which. `Page` must be enabled on the session. */
export function followLineage(session: PageSession) {
  const parents = new Map<string, string>()
  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
    if (parents.size < maxFrames) parents.set(frameId, parentFrameId)
  })
  session.on('Page.frameDetached', ({ frameId }) => void parents.delete(frameId))
  return {
    /** True if the frame is inside another frame. False for the main frame. */
    isInner: (frameId: string) => parents.has(frameId),
    /** Yields the frame itself, then all frames around it. */
    *from(frameId: string): Iterable<string> {
      for (let id: string | undefined = frameId; id !== undefined; id = parents.get(id)) yield id
    },
  }
}

interface MainResponse {
  url: string
  status: number
  /** Headers by lower-case name. Repeated headers are joined by `, `. */
  headers: Record<string, string>
}

type MainDocument = ReturnType<typeof followMainDocument>

/** Tracks the documents that the main frame loads and shows from now on. `Network` and `Page` must be enabled on the session. */
export function followMainDocument(session: PageSession, mainFrameId: string) {
  let shown: MainResponse | null = null
  let arriving: MainResponse | null = null
  let requestId = ''
  let shownUrl = ''
  let shownLoaderId = ''
  const document = {
    /** The reason why the document was cut off after its headers (`net::ERR_…`), or null. */
    failure: null as string | null,
    /** Decoded bytes of the document so far. */
    receivedBytes: 0,
    count: 0,
    /** Number of times in a row that the main frame has shown the same URL again. */
    reloads: 0,
    /** The last URL that the main frame requested, after redirects. Empty before the first request. */
    url: '',
    /** Response for the current document, or for the first one while it is loading. Null before the headers arrive. */
    get response(): MainResponse | null {
      return document.count === 0 ? arriving : shown
    },
  }

  session.on('Network.requestWillBeSent', (event) => {
    if (event.type !== 'Document' || event.frameId !== mainFrameId) return
    requestId = event.requestId
    document.url = event.request.url
    document.receivedBytes = 0
    document.failure = null
  })
  session.on('Network.responseReceived', (event) => {
    if (event.requestId !== requestId || event.type !== 'Document') return
    const { url, status, headers } = event.response
    const response = { url, status, headers: readHeaders(headers) }
    if (event.loaderId === shownLoaderId) shown = response
    else arriving = response
  })
  session.on('Network.dataReceived', (event) => {
    if (event.requestId === requestId) document.receivedBytes += event.dataLength
  })
  session.on('Network.loadingFailed', ({ errorText, canceled, ...event }) => {
    if (event.requestId !== requestId) return
    // After a download or a 204, the previous document stays.
    arriving = null
    if (!canceled && errorText !== 'net::ERR_ABORTED') document.failure = errorText
    else if (document.count > 0) document.url = shownUrl
  })
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrameId) return
    document.count++
    shown = arriving ?? shown
    arriving = null
    shownLoaderId = frame.loaderId
    document.reloads = frame.url === shownUrl ? document.reloads + 1 : 0
    shownUrl = frame.url
  })
  return document
}

/** DevTools joins repeated fields with newlines. */
function readHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.replaceAll('\n', ', ')]),
  )
}
