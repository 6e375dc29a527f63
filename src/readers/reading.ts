/** The result of reading a page, with the reader's verdict on whether a browser has to load the page instead. */

import type { RenderReason } from '../format/format-request.ts'
import { type PackedError, packError, unpackError } from './task-error.ts'

/** A page that needs a browser may fail to be read without one. That failure counts only if no browser is available. */
export type Reading<T> =
  | { renderReason: RenderReason | null; value: T }
  | { renderReason: RenderReason; failure: PackedError }

/** `read` calls its argument as soon as it knows the reason. Throws any error from `read` unless there is a reason. */
export async function readJudging<T>(
  read: (onReason: (reason: RenderReason) => void) => Promise<T>,
): Promise<Reading<T>> {
  let renderReason: RenderReason | null = null
  try {
    const value = await read((reason) => {
      renderReason = reason
    })
    return { renderReason, value }
  } catch (error) {
    if (renderReason === null) throw error
    return { renderReason, failure: packError(error) }
  }
}

/** Returns the value, regardless of the verdict. Throws the failure. */
export function readValue<T>(reading: Reading<T>): T {
  if ('value' in reading) return reading.value
  throw unpackError(reading.failure)
}
