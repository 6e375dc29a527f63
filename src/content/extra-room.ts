/** Fits additional outputs alongside a piece of content. If they share its space, they take up at most half of it. */

import type { Output } from '../contract/scrape.ts'
import { tokenShare, type WindowBounds } from './window.ts'
import type { WrittenContent, WrittenExtra } from './written.ts'

interface FittedExtra {
  /** The same outputs, with null for each one that doesn't fit. */
  extra: WrittenExtra
  /** Names of outputs that don't fit. */
  cut: string[]
  bounds: WindowBounds
}

/**
 * Fits additional outputs into at most half of the space, in order. One that is too long becomes null, and the next one gets its space.
 * @example
 * const extra = { links: writeContent(['https://example.com/']), emails: writeContent(['a@b.example']) }
 * fitExtra(extra, { maxChars: 40 }).cut // ['links']
 */
export function fitExtra(extra: WrittenExtra, room: WindowBounds): FittedExtra {
  const fitted: WrittenExtra = {}
  const cut: string[] = []
  const { maxChars = Infinity } = room
  let [chars, share] = [0, 0]
  for (const [name, written] of Object.entries(extra) as [Output, WrittenContent | null][]) {
    fitted[name] = null
    if (!written) continue
    const hasRoom = chars + written.chars <= maxChars / 2
    const ofText = hasRoom ? tokenShare(Buffer.from(written.json).toString(), room) : 0
    if (!hasRoom || share + ofText > 1 / 2) {
      cut.push(name)
      continue
    }
    fitted[name] = written
    chars += written.chars
    share += ofText
  }
  return {
    ...{ extra: fitted, cut },
    bounds: {
      maxChars: room.maxChars && room.maxChars - chars,
      maxTokens: room.maxTokens && Math.floor(room.maxTokens * (1 - share)),
      resultTokens: room.resultTokens && Math.floor(room.resultTokens * (1 - share)),
    },
  }
}
