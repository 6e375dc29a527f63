/** What a reader made of a page, together with its judgement whether a browser has to load that page instead. */

import type { RenderReason } from '../format/format-request.ts'
import { type PackedError, packError, unpackError } from './task-error.ts'

/** A page that a browser has to load may fail to be read as it is: that failure counts only where there is no browser. */
export type Reading<T> =
  | { renderReason: RenderReason | null; value: T }
  | { renderReason: RenderReason; failure: PackedError }

/** `read` calls its argument as soon as it knows the reason, which is null until then. Throws what `read` throws without a reason. */
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

/** The value, whatever the judgement. Throws the failure. */
export function readValue<T>(reading: Reading<T>): T {
  if ('value' in reading) return reading.value
  throw unpackError(reading.failure)
}
