/** Follows what a page loads: its main document, its requests and its feeds, those of frames and workers included. */

import type { PageSession } from '../browser/devtools-connection.ts'
import { followMainDocument, type MainDocument } from './main-document.ts'
import { followForeignFrames } from './other-origin-frames.ts'
import { createFeeds, type PageFeeds } from './page-feeds.ts'
import { createRequests, type PageRequests } from './page-requests.ts'

export interface PageTraffic {
  readonly document: MainDocument
  readonly requests: PageRequests
  readonly feeds: PageFeeds
  /** Whether a frame was added to it so far. */
  readonly hasFrames: boolean
  /** What frames of other origins load in the process of the document around them: it is complete without that. */
  readonly framed: FramedTraffic
  /** Follows what a worker loads as well. Call what it returns when the worker has ended. */
  followWorker(worker: PageSession): () => void
}

interface FramedTraffic extends Pick<PageTraffic, 'requests' | 'feeds'> {
  /** What the frame loads and shows, followed from the first call on. */
  documentOf(frameId: string): MainDocument
}

/** Follows the page from now on; `Network` and `Page` must be enabled on the session. */
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
