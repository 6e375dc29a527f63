/** The result of reading a page, which also says whether the page needs a browser. */

import type { Judgement } from '../format/format-request.ts'
import { type PackedError, packError, unpackError } from './task-error.ts'

/** Reading a page that needs a browser may fail without one. That failure counts only if no browser is available. */
export type Reading<T> = Judgement & ({ value: T } | { failure: PackedError })

/** `read` calls its argument as soon as it has a judgement. Without a judgement, throws any error from `read`. */
export async function readJudging<T>(
  read: (onJudged: (judgement: Judgement) => void) => Promise<T>,
): Promise<Reading<T>> {
  let judgement: Judgement | null = null
  try {
    const value = await read((judged) => {
      judgement = judged
    })
    return { renderReason: null, words: null, frames: [], ...(judgement as Judgement | null), value }
  } catch (error) {
    if (judgement === null) throw error
    return { ...(judgement as Judgement), failure: packError(error) }
  }
}

/** Returns the value, or throws the failure, regardless of the judgement. */
export function readValue<T>(reading: Reading<T>): T {
  if ('value' in reading) return reading.value
  throw unpackError(reading.failure)
}
