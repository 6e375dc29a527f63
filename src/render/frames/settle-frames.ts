/** Waits until the frames of a page are complete, whose documents cannot be reached from it, and those in them. */

import { isContentFrame } from '../../html/frame-kinds.ts'
import type { ListedFrame } from '../in-page/isolated-world/results.ts'
import { scrollThrough } from '../settle/scroll-through.ts'
import { settle } from '../settle/settle.ts'
import { listFrames } from '../tab/page-scripts.ts'
import type { Tab } from '../tab/tab.ts'
import { TabLost } from '../tab/tab-lost.ts'
import { type DocumentUnit, FrameLost, openFrame } from './frame-unit.ts'

/** A frame that a visitor sees. */
export interface SettledFrame extends Pick<ListedFrame, 'number' | 'url'> {
  /** Its document; null where it cannot be read. */
  unit: DocumentUnit | null
  frames: SettledFrame[]
}

interface SettledFrames {
  frames: SettledFrame[]
  /** What was still under way in them, in words; empty when all are complete. */
  pending: string[]
}

/** Frames of one page whose documents are read, and frames within frames. */
const maxFrames = 50
const maxDepth = 10

interface SettleTimes {
  /** When frames are waited for no longer to be complete, on the clock of `performance.now()`. */
  settleUntil: number
  /** When nothing of them is waited for any more. */
  readUntil: number
}

/** Level by level, those of one group one after another, as they share a clock. Throws TabLost, and DocumentGone for the page's own. */
export async function settleFrames(
  tab: Tab,
  page: DocumentUnit,
  { settleUntil, readUntil }: SettleTimes,
): Promise<SettledFrames> {
  const pending: string[] = []
  const frames = tab.traffic.hasFrames ? await listShown(page) : []
  let left = maxFrames
  let level = frames.map((frame) => ({ frame, around: page }))
  for (let depth = 1; depth <= maxDepth && level.length > 0 && left > 0; depth++) {
    const readable = level.filter(({ frame }) => isContentFrame(frame.url)).slice(0, left)
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
        // Its process is that of the others.
        hangs = error instanceof FrameLost
      }
    }
  }

  async function settleFrame(frame: SettledFrame): Promise<void> {
    const { unit } = frame
    if (!unit) return
    if (!isContentFrame(unit.url)) {
      frame.unit = null
      return
    }
    const { evaluate } = unit.world
    const outcome = await settle(unit.host, { evaluate, until: settleUntil, check: () => {}, loadMore: scrollThrough })
    if (!outcome.isComplete) pending.push(`in the frame ${unit.url.slice(0, 200)}: ${outcome.pending.join(', ')}`)
    frame.frames = await listShown(unit)
  }
}

async function listShown({ world }: DocumentUnit): Promise<SettledFrame[]> {
  const listed = await world.evaluate(listFrames)
  return listed.filter(({ isShown }) => isShown).map(({ number, url }) => ({ number, url, unit: null, frames: [] }))
}

/** A frame that cannot be read leaves the page as it is. */
function orNone(error: unknown): null {
  if (error instanceof TabLost) throw error
  return null
}
