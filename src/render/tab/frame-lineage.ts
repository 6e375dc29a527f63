/** Follows which frame is in which. */

import type { PageSession } from '../browser/devtools-connection.ts'

interface FrameLineage {
  /** Whether the frame is in another one: the main frame is in none. */
  isInner(frameId: string): boolean
  /** The frame, and all around it. */
  from(frameId: string): Iterable<string>
}

/** Chromium gives a page 1,000 frames at once. */
export const maxFrames = 2000

/** Follows from now on; `Page` must be enabled on the session. */
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
