/** Tracks what a page loads: its main document, requests and feeds, including those of frames and workers. */

import type { PageSession } from '../browser/devtools-connection.ts'
import { followMainDocument, type MainDocument } from './main-document.ts'
import { followForeignFrames } from './other-origin-frames.ts'
import { createFeeds, type PageFeeds } from './page-feeds.ts'
import { createRequests, type PageRequests } from './page-requests.ts'

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
