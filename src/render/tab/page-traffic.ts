/** Tracks what a page loads: its main document, requests and feeds, including those of frames and workers. */

import type { PageSession } from '../browser/devtools-connection.ts'
import { followLineage, maxFrames } from './frame-lineage.ts'
import { followMainDocument, type MainDocument } from './main-document.ts'
import { createFeeds, type PageFeeds } from './page-feeds.ts'
import { createRequests, type PageRequests } from './page-requests.ts'
import { beginningOf } from './url-key.ts'

export interface PageTraffic {
  readonly document: MainDocument
  readonly requests: PageRequests
  readonly feeds: PageFeeds
  /** True once the page has had a frame. */
  readonly hasFrames: boolean
  /** Traffic of cross-origin frames in the surrounding document's process. That document is complete without it. */
  readonly framed: FramedTraffic
  /** Also tracks a worker's traffic. Call the returned function when the worker has stopped. */
  followWorker(worker: PageSession): () => void
}

interface FramedTraffic extends Pick<PageTraffic, 'requests' | 'feeds'> {
  /** Returns the frame's document, which is tracked from the first call on. */
  documentOf(frameId: string): MainDocument
}

/** Starts tracking the page now. `Network` and `Page` must be enabled on the session. */
export function followTraffic(session: PageSession, mainFrameId: string): PageTraffic {
  const document = followMainDocument(session, mainFrameId)
  const foreignFrames = followForeignFrames(session, mainFrameId, document)
  const feeds = createFeeds()
  const requests = createRequests(session, foreignFrames.has, feeds)
  const framedFeeds = createFeeds()
  const framedDocuments = new Map<string, MainDocument>()
  const framed: FramedTraffic = {
    requests: createRequests(session, (frameId) => !foreignFrames.has(frameId), framedFeeds),
    feeds: framedFeeds,
    documentOf(frameId) {
      const followed = framedDocuments.get(frameId) ?? followMainDocument(session, frameId)
      framedDocuments.set(frameId, followed)
      return followed
    },
  }
  framed.requests.follow(session)
  let hasFrames = false
  session.on('Page.frameAttached', () => {
    hasFrames = true
  })

  function follow(one: PageSession): void {
    requests.follow(one)
    feeds.follow(one)
  }

  follow(session)
  return {
    document,
    requests,
    feeds,
    framed,
    get hasFrames() {
      return hasFrames
    },
    followWorker(worker) {
      follow(worker)
      return () => {
        requests.forget(worker)
        feeds.forget(worker)
      }
    },
  }
}

interface ForeignFrames {
  /** True if the frame, or a frame around it, has received a document from an origin other than the main document's. */
  has(frameId: string): boolean
}

function followForeignFrames(session: PageSession, mainFrameId: string, main: MainDocument): ForeignFrames {
  const foreign = new Set<string>()
  const lineage = followLineage(session)

  session.on('Network.requestWillBeSent', ({ type, frameId = '', request }) => {
    if (type !== 'Document' || frameId === mainFrameId) return
    if (isSameOrigin(request.url, main.url)) foreign.delete(frameId)
    else if (foreign.size < maxFrames) foreign.add(frameId)
  })
  session.on('Page.frameDetached', ({ frameId }) => void foreign.delete(frameId))
  return {
    has(frameId) {
      for (const id of lineage.from(frameId)) if (foreign.has(id)) return true
      return false
    },
  }
}

/** An `about:` document inherits its origin, and a `data:` document has an opaque one, so their URLs don't show the origin. */
function isSameOrigin(url: string, other: string): boolean {
  const origin = URL.parse(beginningOf(url))?.origin
  return origin === undefined || origin === 'null' || origin === URL.parse(beginningOf(other))?.origin
}
