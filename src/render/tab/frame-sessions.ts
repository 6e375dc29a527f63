/** Prepares a page's out-of-process frames in the same way as the page itself, and finds them by id. */

import type { EgressSession } from '../../fetch/egress/session.ts'
import type { OwnedSession, PageSession } from '../browser/devtools-connection.ts'
import { type ChildEvents, noBuffers } from '../browser/targets.ts'
import type { FrameHost } from './frame-host.ts'
import { isolatedWorld, mainWorld, worldName } from './page-scripts.ts'
import { followTraffic } from './page-traffic.ts'
import { filterRequests, pausedRequests } from './request-filter.ts'

export interface FrameSessions {
  /** Returns the out-of-process frame, or undefined for a frame in the process of the surrounding document. */
  get(frameId: string): FrameHost | undefined
  /** Prepares a frame before it loads anything, and follows it. */
  add: ChildEvents['onFrame']
  /** Blocks all further requests by frames for URLs that contain one of these parts. */
  forbid(urlParts: readonly string[]): Promise<void>
  showImages(): Promise<void>
  /** Forgets all frames. They can't be found any more, and the browser stops reporting on them. */
  end(): void
}

interface FrameSessionsOptions {
  egress: EgressSession
  isRealTime: boolean
  onUrlChange(): void
}

interface FollowedFrame extends FrameHost {
  session: OwnedSession
  forbid(urlParts: readonly string[]): Promise<void>
  showImages(): Promise<void>
}

export function createFrameSessions({ egress, isRealTime, onUrlChange }: FrameSessionsOptions): FrameSessions {
  const frames = new Map<string, FollowedFrame>()
  let forbidden: readonly string[] = []
  let showsImages = false

  return {
    get: (frameId) => frames.get(frameId),
    add(session, frameId) {
      const { send, on, off } = session
      on('Page.navigatedWithinDocument', onUrlChange)
      const { forbid, showImages } = filterRequests(session, egress, () => false)
      for (const preparing of prepareSession(send)) preparing.catch(() => {})
      if (forbidden.length > 0) forbid(forbidden).catch(() => {})
      if (showsImages) showImages().catch(() => {})
      const traffic = followTraffic(session, frameId)
      const filter = { forbid, showImages }
      const budgets = { isRealTime, open: 0 }
      const frame = { session, ...filter, mainFrameId: frameId, traffic, workers: 0, budgets, send, on, off }
      frames.set(frameId, frame)
      return {
        onWorker(worker, url) {
          frame.workers++
          traffic.requests.forgetUrl(url)
          return traffic.followWorker(worker)
        },
        onEnd() {
          if (frames.get(frameId) === frame) frames.delete(frameId)
        },
      }
    },
    async forbid(urlParts) {
      forbidden = urlParts
      await Promise.all([...frames.values()].map((frame) => frame.forbid(urlParts)))
    },
    async showImages() {
      showsImages = true
      await Promise.all([...frames.values()].map((frame) => frame.showImages()))
    },
    end() {
      for (const { session } of frames.values()) {
        for (const method of ['Network.disable', 'Page.disable'] as const) session.send(method).catch(() => {})
        session.end()
      }
      frames.clear()
    },
  }
}

/** Sends the commands that a page or an out-of-process frame needs before it loads anything. */
export function prepareSession(send: PageSession['send']): Promise<unknown>[] {
  return [
    send('Page.enable'),
    send('Inspector.enable'),
    send('Network.enable', noBuffers),
    send('Page.addScriptToEvaluateOnNewDocument', { source: isolatedWorld, worldName }),
    send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorld }),
    send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    send('Fetch.enable', { handleAuthRequests: true, patterns: pausedRequests }),
  ]
}
