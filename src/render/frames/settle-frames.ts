/** Waits until a page's frames are complete, at all levels. The page's scripts can't reach the frames' documents. */

import { setTimeout as sleep } from 'node:timers/promises'
import { orLate } from '../../base/deadline.ts'
import { isHttp } from '../../base/url-schemes.ts'
import { isContentFrame } from '../../page/frame-kinds.ts'
import { siteOf } from '../../page/site.ts'
import type { ListedFrame } from '../in-page/page-api.ts'
import { scrollThrough } from '../settle/load-on-scroll.ts'
import { settle } from '../settle/settle.ts'
import { stepMs } from '../settle/settling-page.ts'
import {
  type FrameHost,
  frameAt,
  type IsolatedWorldOfFrame,
  listFrames,
  openIsolatedWorld,
  TabLost,
} from '../tab/isolated-world.ts'
import { requestsOfFrame } from '../tab/page-requests.ts'
import type { Tab } from '../tab/tab.ts'

export interface DocumentUnit {
  host: FrameHost
  world: IsolatedWorldOfFrame
  url: string
  /** Documents in the same group may share a process, and therefore a clock. */
  group: string
}

/** Thrown if the frame doesn't answer, or no longer exists. */
class FrameLost extends Error {
  override readonly name = 'FrameLost'
}

/** A frame that takes longer to answer is hanging in its own process. */
const answerMs = 5000

export function openPage(tab: Tab): DocumentUnit {
  const { url } = tab.traffic.document
  return { host: tab, world: openIsolatedWorld(tab), url, group: groupOf(url) ?? '' }
}

/** Opens the frame with this number in the list of `around`, or returns null. `until` limits the frame's answers. Throws FrameLost, DocumentGone and TabLost. */
async function openFrame(
  tab: Tab,
  around: DocumentUnit,
  { number, until }: { number: number; until: number },
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
    workers: 0,
  }
  return { mainFrameId: frameId, traffic, budgets, send, on, off }
}

function limited(until: number, host: FrameHost): FrameHost {
  const send = ((...command: Parameters<FrameHost['send']>) =>
    answered(until, host.send(...command))) as FrameHost['send']
  return Object.assign(Object.create(host), { send })
}

function answered<T>(until: number, work: Promise<T>): Promise<T> {
  return orLate(Math.min(until, performance.now() + answerMs), () => new FrameLost('The frame is not responding'), work)
}

export interface SettledFrame extends Omit<ListedFrame, 'isShown'> {
  /** The frame's document, or null if it can't be read. */
  unit: DocumentUnit | null
  frames: SettledFrame[]
}

/** Maximum number of frames to read per page, and their maximum nesting depth. */
const maxFrames = 50
const maxDepth = 10
/** Maximum wait for the frames of a complete document to arrive. */
const arrivalMs = 3000
/** Maximum wait while no frame is being requested: a received document may not be shown yet, but a lazy frame may never be requested. */
const showMs = 1000

interface SettleTimes {
  /** Deadline by which frames must be complete, on the `performance.now()` clock. */
  settleUntil: number
  /** Deadline for every wait on a frame, on the same clock. */
  readUntil: number
  /** True to leave the frames scrolled to their start. */
  rewinds?: boolean
}

/** Settles frames level by level. Frames in one group share a clock, so they take turns. Throws TabLost, and DocumentGone for the page. */
export async function settleFrames(
  tab: Tab,
  page: DocumentUnit,
  { settleUntil, readUntil, rewinds = false }: SettleTimes,
) {
  /** Descriptions of the work still in progress in the frames. Empty if all frames are complete. */
  const pending: string[] = []
  const frames = tab.traffic.hasFrames ? await listShown(page, settleUntil) : []
  let left = maxFrames
  let level = frames.map((frame) => ({ frame, around: page }))
  for (let depth = 1; depth <= maxDepth && level.length > 0 && left > 0; depth++) {
    const readable = level.filter(({ frame }) => frame.hasArrived && isContent(frame)).slice(0, left)
    left -= readable.length
    await Promise.all(
      readable.map(async ({ frame, around }) => {
        frame.unit = await openFrame(tab, around, { number: frame.number, until: readUntil }).catch(orNone)
      }),
    )
    const groups = Map.groupBy(readable, ({ frame }) => frame.unit?.group)
    groups.delete(undefined)
    await Promise.all([...groups.values()].map((group) => settleGroup(group.map(({ frame }) => frame))))
    level = level.flatMap(({ frame: { unit, frames } }) =>
      unit ? frames.map((frame) => ({ frame, around: unit })) : [],
    )
  }
  return { frames, pending }

  async function settleGroup(group: readonly SettledFrame[]): Promise<void> {
    let hangs = false
    for (const frame of group) {
      try {
        if (hangs) frame.unit = null
        else await settleFrame(frame)
      } catch (error) {
        frame.unit = orNone(error)
        // The other frames in the group share its process.
        hangs = error instanceof FrameLost
      }
    }
  }

  async function settleFrame(frame: SettledFrame): Promise<void> {
    const { unit } = frame
    if (!unit) return
    if (!frame.isReachable && !isContentFrame(unit.url)) {
      frame.unit = null
      return
    }
    // The page was waited for together with the documents that its scripts can reach.
    if (!frame.isReachable) await settleUnit(unit)
    frame.frames = await listShown(unit, settleUntil)
  }

  async function settleUnit({ world: { evaluate }, host, url }: DocumentUnit): Promise<void> {
    const outcome = await settle(host, { evaluate, until: settleUntil, check: () => {}, loadMore: scrollThrough })
    if (!outcome.isComplete) pending.push(`in the frame ${url.slice(0, 200)}: ${outcome.pending.join(', ')}`)
    if (rewinds) await evaluate('scrollTo(0, 0)')
  }
}

const isContent = ({ isReachable, url }: Pick<ListedFrame, 'isReachable' | 'url'>) => isReachable || isContentFrame(url)

/** Lists the document's visible frames, once those with content have arrived. */
async function listShown({ world, host }: DocumentUnit, settleUntil: number): Promise<SettledFrame[]> {
  const until = Math.min(settleUntil, performance.now() + arrivalMs)
  let requestedAt = performance.now()
  for (;;) {
    const listed = await world.evaluate(listFrames)
    const shown = listed.filter(({ isShown }) => isShown)
    const now = performance.now()
    if (host.traffic.framed.requests.pending().some(({ type }) => type === 'Document')) requestedAt = now
    const isArriving = shown.some((frame) => !frame.hasArrived && isContent(frame))
    if (!isArriving || now > until || now > requestedAt + showMs) {
      return shown.map(({ isShown, ...frame }) => ({ ...frame, unit: null, frames: [] }))
    }
    await sleep(stepMs)
  }
}

/** Returns null for a frame that can't be read, because that doesn't affect the page. */
function orNone(error: unknown): null {
  if (error instanceof TabLost) throw error
  return null
}
