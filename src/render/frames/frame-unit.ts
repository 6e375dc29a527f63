/** Opens the document of a frame that scripts in the surrounding document can't reach. */

import { orLate } from '../../base/deadline.ts'
import { isHttp } from '../../base/url-schemes.ts'
import { siteOf } from '../../page/site.ts'
import type { FrameHost } from '../tab/frame-host.ts'
import { type IsolatedWorldOfFrame, openIsolatedWorld } from '../tab/isolated-world.ts'
import { requestsOfFrame } from '../tab/page-requests.ts'
import { frameAt } from '../tab/page-scripts.ts'
import type { Tab } from '../tab/tab.ts'

export interface DocumentUnit {
  host: FrameHost
  world: IsolatedWorldOfFrame
  url: string
  /** Documents in the same group may share a process, and therefore a clock. */
  group: string
}

/** Thrown if the frame doesn't answer, or no longer exists. */
export class FrameLost extends Error {
  override readonly name = 'FrameLost'
}

/** A frame that takes longer to answer is hanging in its own process. */
const answerMs = 5000

interface OpenedFrame {
  number: number
  /** Deadline for the frame's answers, on the `performance.now()` clock. */
  until: number
}

export function openPage(tab: Tab): DocumentUnit {
  const { url } = tab.traffic.document
  return { host: tab, world: openIsolatedWorld(tab), url, group: groupOf(url) ?? '' }
}

/** Opens the frame with this number in the list of `around`, or returns null. Throws FrameLost, DocumentGone and TabLost. */
export async function openFrame(
  tab: Tab,
  around: DocumentUnit,
  { number, until }: OpenedFrame,
): Promise<DocumentUnit | null> {
  const frameId = await answered(until, around.world.frameIdOf(frameAt(number)))
  if (frameId === null) return null
  const host = limited(until, tab.frames.get(frameId) ?? frameWithin(around.host, frameId))
  const world = openIsolatedWorld(host)
  const url = await world.evaluate<string>('location.href')
  if (url.startsWith('chrome-error:')) return null
  return { host, world, url, group: groupOf(url) ?? around.group }
}

/**
 * Returns the site of a URL, because each site has a separate process. Null without an http(s) URL: such a document shares the process of
 * the document around it, or has a sandboxed process.
 */
function groupOf(url: string): string | null {
  const parsed = URL.parse(url)
  return isHttp(parsed) ? `${parsed.protocol}//${siteOf(parsed.hostname)}` : null
}

function frameWithin(around: FrameHost, frameId: string): FrameHost {
  const { budgets, send, on, off } = around
  const { documentOf, requests, feeds } = around.traffic.framed
  const traffic = {
    ...around.traffic,
    document: documentOf(frameId),
    requests: requestsOfFrame(requests, frameId),
    feeds,
  }
  return { mainFrameId: frameId, traffic, workers: 0, budgets, send, on, off }
}

function limited(until: number, host: FrameHost): FrameHost {
  const send = ((...command: Parameters<FrameHost['send']>) =>
    answered(until, host.send(...command))) as FrameHost['send']
  return Object.assign(Object.create(host), { send })
}

function answered<T>(until: number, work: Promise<T>): Promise<T> {
  return orLate(Math.min(until, performance.now() + answerMs), () => new FrameLost('The frame is not responding'), work)
}
