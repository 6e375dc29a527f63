/** Follows which frames show documents of other origins: the document around them is complete without them. */

import type { PageSession } from '../browser/devtools-connection.ts'
import type { MainDocument } from './main-document.ts'
import { beginningOf } from './url-key.ts'

/** Chromium gives a page 1,000 at once. */
const maxFrames = 2000

export interface ForeignFrames {
  /** Whether the frame, or one that it is in, was given a document of another origin than the main document's. */
  has(frameId: string): boolean
}

export function followForeignFrames(session: PageSession, mainFrameId: string, main: MainDocument): ForeignFrames {
  const foreign = new Set<string>()
  const parents = new Map<string, string>()
  const has = (frameId: string): boolean => {
    for (let id: string | undefined = frameId; id !== undefined; id = parents.get(id)) if (foreign.has(id)) return true
    return false
  }

  session.on('Network.requestWillBeSent', ({ type, frameId = '', request }) => {
    if (type !== 'Document' || frameId === mainFrameId) return
    if (isSameOrigin(request.url, main.url)) foreign.delete(frameId)
    else if (foreign.size < maxFrames) foreign.add(frameId)
  })
  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
    if (parents.size < maxFrames) parents.set(frameId, parentFrameId)
  })
  session.on('Page.frameDetached', ({ frameId }) => {
    parents.delete(frameId)
    foreign.delete(frameId)
  })
  return { has }
}

/** `about:` inherits its origin and `data:` has an opaque one: nothing is known of them by their URL. */
function isSameOrigin(url: string, other: string): boolean {
  const origin = URL.parse(beginningOf(url))?.origin
  return origin === undefined || origin === 'null' || origin === URL.parse(beginningOf(other))?.origin
}
