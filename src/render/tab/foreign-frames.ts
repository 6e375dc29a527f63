/** Follows which frames show documents of other origins, which are not read. */

import type { PageSession } from '../browser/devtools-channel.ts'
import type { MainDocument } from './main-document.ts'

export interface ForeignFrames {
  /** Whether the frame, or one that it is in, was given a document of another origin than the main document's. */
  has(frameId: string): boolean
}

export function followForeignFrames(session: PageSession, mainFrameId: string, main: MainDocument): ForeignFrames {
  const foreign = new Set<string>()
  const parents = new Map<string, string>()
  const has = (frameId: string): boolean => {
    const parent = parents.get(frameId)
    return foreign.has(frameId) || (parent !== undefined && has(parent))
  }

  session.on('Network.requestWillBeSent', ({ type, frameId = '', request }) => {
    if (type !== 'Document' || frameId === mainFrameId) return
    if (isSameOrigin(request.url, main.url)) foreign.delete(frameId)
    else foreign.add(frameId)
  })
  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => parents.set(frameId, parentFrameId))
  session.on('Page.frameDetached', ({ frameId }) => {
    parents.delete(frameId)
    foreign.delete(frameId)
  })
  return { has }
}

/** `about:` inherits its origin and `data:` has an opaque one: nothing is known of them by their URL. */
function isSameOrigin(url: string, other: string): boolean {
  const origin = URL.parse(url)?.origin
  return origin === undefined || origin === 'null' || origin === URL.parse(other)?.origin
}
