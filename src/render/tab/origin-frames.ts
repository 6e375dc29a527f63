/** Tracks the frames that show documents of one origin and are nested only in frames of that origin. */

import type { PageSession } from '../browser/devtools-connection.ts'
import { followLineage } from './frame-lineage.ts'
import { beginningOf } from './url-key.ts'

interface OriginFrames {
  /** Records a request for a frame's document. Takes effect immediately, as the document's first requests may be reported before it. */
  follow(request: { frameId: string; networkId?: string | undefined; url: string }): void
  /** True if the frame and all frames around it show documents of the origin, or no documents yet. */
  areOf(frameId: string): Promise<boolean>
}

/** Starts tracking now. `Page` and `Network` must be enabled on the session. */
export function followOriginFrames(session: PageSession, mainFrameId: string, origin: string): OriginFrames {
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
    follow({ frameId, networkId = '', url }) {
      if (originOf(url) !== origin) leaving.set(frameId, networkId)
      else if (leaving.get(frameId) === networkId) leaving.delete(frameId)
    },
    async areOf(frameId) {
      // The page's earlier reports about its frames arrive before the response.
      if (!isKnown(frameId)) await session.send('Page.getFrameTree')
      return areAll(frameId)
    },
  }
}

function originOf(url: string): string | undefined {
  return URL.parse(beginningOf(url))?.origin
}
