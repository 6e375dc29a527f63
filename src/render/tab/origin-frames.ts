/** Follows which frames show documents of one origin alone: they and all frames around them. */

import type { PageSession } from '../browser/devtools-connection.ts'
import { followLineage } from './frame-lineage.ts'
import { beginningOf } from './url-key.ts'

interface OriginFrames {
  /** A document was requested for a frame. It counts at once: a document's first requests may be reported before the document is. */
  follow(request: { frameId: string; networkId?: string | undefined; url: string }): void
  /** Whether the frame and all around it show documents of the origin, or none yet. */
  areOf(frameId: string): Promise<boolean>
}

/** Follows from now on; `Page` and `Network` must be enabled on the session. */
export function followOriginFrames(session: PageSession, mainFrameId: string, origin: string): OriginFrames {
  const lineage = followLineage(session)
  const foreign = new Set<string>()
  /** Requests for documents of other origins that have neither arrived nor failed, by frame. */
  const leaving = new Map<string, string>()

  session.on('Page.frameDetached', ({ frameId }) => {
    for (const frames of [foreign, leaving]) frames.delete(frameId)
  })
  session.on('Page.frameNavigated', ({ frame }) => {
    if (leaving.get(frame.id) === frame.loaderId) leaving.delete(frame.id)
    // A document of `about:` belongs to whoever asked for it: the frame stays what it was.
    if (frame.url.startsWith('about:')) return
    if (originOf(frame.url) === origin) foreign.delete(frame.id)
    else foreign.add(frame.id)
  })
  session.on('Network.loadingFailed', ({ requestId }) => {
    // A download, or an empty response: the document that was there stays.
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
      // What the page has reported of its frames by now arrives before the response.
      if (!isKnown(frameId)) await session.send('Page.getFrameTree')
      return areAll(frameId)
    },
  }
}

function originOf(url: string): string | undefined {
  return URL.parse(beginningOf(url))?.origin
}
