/** Packs a task's errors as data for other threads, because structured cloning would lose the class and its fields. */

import { type Problem, ServiceError } from '../base/errors.ts'

/** A ServiceError with all its problems, or a bug with its message and stack. */
export type PackedError =
  | { kind: 'refusal'; problems: [Problem, ...Problem[]]; retryAfterS: number | null; next: string; isFinal: boolean }
  | { kind: 'bug'; message: string; stack: string }

/** Matches a RangeError for a document that is too long or nested too deeply. This isn't a bug in Gleaner. */
const overflow = /call stack|Invalid (?:string|array) length|allocation failed/

/**
 * Returns an error as plain data, which `unpackError` turns back into an error. A stack overflow becomes invalid_response.
 * @example
 * packError(new TypeError('x is undefined')).kind // 'bug'
 * unpackError(packError(new ServiceError('overloaded', 'Busy'))).message // 'Busy'
 */
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
