/** Tracks which frame contains which. */

import type { PageSession } from '../browser/devtools-connection.ts'

interface FrameLineage {
  /** True if the frame is inside another frame. False for the main frame. */
  isInner(frameId: string): boolean
  /** Yields the frame itself, then all frames around it. */
  from(frameId: string): Iterable<string>
}

/** Chromium allows a page 1,000 frames at a time. */
export const maxFrames = 2000

/** Starts tracking now. `Page` must be enabled on the session. */
export function followLineage(session: PageSession): FrameLineage {
  const parents = new Map<string, string>()
  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
    if (parents.size < maxFrames) parents.set(frameId, parentFrameId)
  })
  session.on('Page.frameDetached', ({ frameId }) => void parents.delete(frameId))
  return {
    isInner: (frameId) => parents.has(frameId),
    *from(frameId) {
      for (let id: string | undefined = frameId; id !== undefined; id = parents.get(id)) yield id
    },
  }
}
