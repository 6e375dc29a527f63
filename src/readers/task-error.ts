/** Packs a task's errors as data for other threads, because structured cloning would lose the class and its fields. */

import { type Problem, ServiceError } from '../base/errors.ts'
import type { Judgement } from '../format/format-request.ts'

/** A ServiceError with all its problems, or a bug with its message and stack. */
export type PackedError =
  | { kind: 'refusal'; problems: [Problem, ...Problem[]]; retryAfterS: number | null; next: string; isFinal: boolean }
  | { kind: 'bug'; message: string; stack: string }

/** Matches a RangeError for a document that is too long or nested too deeply. This isn't a bug in Gleaner. */
const overflow = /call stack|Invalid (?:string|array) length|allocation failed/

/** Returns an error as plain data, which `unpackError` turns back into an error. A stack overflow becomes invalid_response. */
export function packError(error: unknown): PackedError {
  if (error instanceof ServiceError) {
    const [first, ...rest] = error.problems
    const problem = first ?? { loc: [], msg: error.message, type: error.type }
    const { retryAfterS, next, isFinal } = error
    return { kind: 'refusal', problems: [problem, ...rest], retryAfterS, next, isFinal }
  }
  if (error instanceof RangeError && overflow.test(error.message)) {
    return packError(new ServiceError('invalid_response', 'The page is too complex to read'))
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { kind: 'bug', message, stack: stack ?? message }
}

export function unpackError(packed: PackedError): Error {
  if (packed.kind === 'bug') return Object.assign(new Error(packed.message), { stack: packed.stack })
  const { problems, retryAfterS, next, isFinal } = packed
  const wait = retryAfterS === null ? {} : { retryAfterS }
  const error = new ServiceError(problems[0].type, problems[0].msg, { ...wait, next, isFinal })
  error.problems.splice(0, 1, ...problems)
  return error
}

/**
 * The result of reading a page, which also says whether the page needs a browser. Reading a page that needs a browser may fail without one. That
 * failure counts only if no browser is available.
 */
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
