/** Fits further outputs next to a piece: if they share its space, they take at most half of it. */

import type { Output } from '../contract/scrape.ts'
import { overestimateTokens } from './token-estimate.ts'
import type { WindowBounds } from './window.ts'
import type { WrittenContent } from './written.ts'

/** By name, in the order requested; null for an output that is missing. */
export type WrittenExtra = Partial<Record<Output, WrittenContent | null>>

interface FittedExtra {
  /** The same outputs, with null for each that doesn't fit. */
  extra: WrittenExtra
  /** Names of outputs that don't fit. */
  cut: string[]
  /** The space left for the piece. */
  bounds: WindowBounds
}

/**
 * Fits further outputs into at most half of the bounds, in order. An output that is too long becomes null and leaves its room to the next.
 * @example
 * const extra = { links: writeContent(['https://example.com/']), emails: writeContent(['a@b.example']) }
 * fitExtra(extra, { maxChars: 40 }).cut // ['links']
 */
export function fitExtra(extra: WrittenExtra, { maxChars, maxTokens }: WindowBounds): FittedExtra {
  const fitted: WrittenExtra = {}
  const cut: string[] = []
  const halves = { chars: half(maxChars), tokens: half(maxTokens) }
  let [chars, tokens] = [0, 0]
  for (const [name, written] of Object.entries(extra) as [Output, WrittenContent | null][]) {
    fitted[name] = null
    if (!written) continue
    const hasRoom = chars + written.chars <= halves.chars
    const ofText = hasRoom && maxTokens !== undefined ? overestimateTokens(Buffer.from(written.json).toString()) : 0
    if (!hasRoom || tokens + ofText > halves.tokens) {
      cut.push(name)
      continue
    }
    fitted[name] = written
    chars += written.chars
    tokens += ofText
  }
  return {
    ...{ extra: fitted, cut },
    bounds: {
      maxChars: maxChars === undefined ? undefined : maxChars - chars,
      maxTokens: maxTokens === undefined ? undefined : maxTokens - tokens,
    },
  }
}

function half(room = Number.POSITIVE_INFINITY): number {
  return Math.floor(room / 2)
}
