/** Prepares a page's out-of-process frames in the same way as the page itself, and finds them by id. */

import type { EgressSession } from '../../fetch/egress/session.ts'
import type { OwnedSession, PageSession } from '../browser/devtools-connection.ts'
import { type ChildEvents, noBuffers } from '../browser/targets.ts'
import { type FrameHost, isolatedWorld, mainWorld, worldName } from './isolated-world.ts'
import type { PageLanguage } from './page-device.ts'
import { followTraffic, type PageTraffic } from './page-traffic.ts'
import { filterRequests, pausedRequests, type RequestFilter } from './request-filter.ts'

interface FrameSessionsOptions {
  egress: EgressSession
  isRealTime: boolean
  onUrlChange(): void
}

interface FollowedFrame extends FrameHost {
  session: OwnedSession
  filter: RequestFilter
}

type FilterChange = (filter: RequestFilter) => Promise<void>

export function createFrameSessions({ egress, isRealTime, onUrlChange }: FrameSessionsOptions) {
  const frames = new Map<string, FollowedFrame>()
  const changes: FilterChange[] = []

  return {
    /** Returns the out-of-process frame, or undefined for a frame in the process of the surrounding document. */
    get: (frameId: string): FrameHost | undefined => frames.get(frameId),
    /** Prepares a frame before it loads anything, and follows it. */
    add(session: OwnedSession, frameId: string, language: PageLanguage): ReturnType<ChildEvents['onFrame']> {
      language.giveTo(session)
      const { send, on, off } = session
      on('Page.navigatedWithinDocument', onUrlChange)
      const filter = filterRequests(session, egress, () => false)
      for (const preparing of prepareSession(send)) preparing.catch(() => {})
      for (const change of changes) change(filter).catch(() => {})
      const traffic = followTraffic(session, frameId)
      const budgets = { isRealTime, open: 0 }
      const frame = { session, filter, mainFrameId: frameId, traffic, budgets, send, on, off }
      frames.set(frameId, frame)
      return {
        onWorker: workersOf(traffic, language),
        onEnd() {
          if (frames.get(frameId) === frame) frames.delete(frameId)
        },
      }
    },
    /** Changes which requests these and all later frames may make. */
    async change(change: FilterChange): Promise<void> {
      changes.push(change)
      await Promise.all([...frames.values()].map(({ filter }) => change(filter)))
    },
    /** Forgets all frames. They can't be found any more, and the browser stops reporting on them. */
    end(): void {
      for (const { session } of frames.values()) {
        for (const method of ['Network.disable', 'Page.disable'] as const) session.send(method).catch(() => {})
        session.end()
      }
      frames.clear()
    },
  }
}

/** Returns the listener for the workers of a document with this traffic. */
export function workersOf(traffic: PageTraffic, language: PageLanguage): ChildEvents['onWorker'] {
  return (worker, url) => {
    language.giveTo(worker)
    return traffic.followWorker(worker, url)
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
