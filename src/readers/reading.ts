/** The result of reading a page, with the reader's verdict on whether a browser has to load the page instead. */

import type { Judgement } from '../format/format-request.ts'
import { type PackedError, packError, unpackError } from './task-error.ts'

/** A page that needs a browser may fail to be read without one. That failure counts only if no browser is available. */
export type Reading<T> = Judgement & ({ value: T } | { failure: PackedError })

/** `read` calls its argument as soon as it has a judgement. Throws any error from `read` unless there is one. */
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

/** Returns the value, regardless of the verdict. Throws the failure. */
export function readValue<T>(reading: Reading<T>): T {
  if ('value' in reading) return reading.value
  throw unpackError(reading.failure)
}
