/** Tracks the frames that show documents of other origins. The surrounding document is complete without them. */

import type { PageSession } from '../browser/devtools-connection.ts'
import { followLineage, maxFrames } from './frame-lineage.ts'
import type { MainDocument } from './main-document.ts'
import { beginningOf } from './url-key.ts'

interface ForeignFrames {
  /** True if the frame, or a frame around it, has received a document from an origin other than the main document's. */
  has(frameId: string): boolean
}

export function followForeignFrames(session: PageSession, mainFrameId: string, main: MainDocument): ForeignFrames {
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
