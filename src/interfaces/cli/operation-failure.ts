/** Output and exit code of a failed operation. */

import { errorTable, ServiceError } from '../../base/errors.ts'
import { nearestWord } from '../../base/nearest-word.ts'
import { plain } from '../../base/terminal/style.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'
import { errorBodyOf } from '../error-body.ts'
import type { CommandContext } from './command.ts'
import { exitCodeOf } from './exit-codes.ts'
import type { CommandFlags } from './help/manual.ts'

/** Where and how to print a failure. */
interface FailureOutput
  extends Pick<CommandContext, 'out' | 'err'>,
    Partial<Pick<CommandContext, 'paint' | 'foreign'>> {
  operation: Pick<RegisteredOperation, 'input'>
  /** Flags of the command in addition to the parameters. */
  ownFlags?: CommandFlags | undefined
  json: boolean
  requestId: string
}

/** Prints a ServiceError (its body with `json`), and returns the exit code. Rethrows anything else. */
export function printFailure(error: unknown, output: FailureOutput): number {
  if (!(error instanceof ServiceError)) throw error
  const { json, requestId, out, err } = output
  if (json) out(`${JSON.stringify(errorBodyOf(error, requestId))}\n`)
  else err(failureText(error, output))
  return exitCodeOf(error)
}

export const asItIs = (text: string) => text

/** Returns a line for each problem, with a suggestion for a misspelled flag, and what to do next. */
function failureText(error: ServiceError, { operation, ownFlags, ...style }: FailureOutput): string {
  const paint = style.paint?.err ?? plain
  const foreign = style.foreign?.err ?? asItIs
  const flags = Object.keys({ ...operation.input.shape, ...ownFlags }).map((name) => name.replaceAll('_', '-'))
  const lines = error.problems.map(({ loc: [, param], msg, type, nearest }) => {
    const isUnknown = type === 'extra_forbidden' && param !== undefined
    const flag = isUnknown ? nearestWord(param.replaceAll('_', '-'), flags) : null
    const meant = flag ? `--${flag}` : isUnknown ? undefined : nearest
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`
    return `${paint('red', type)}: ${param === undefined ? '' : `${foreign(param)}: `}${foreign(msg)}${hint}\n`
  })
  // The error's own next step would repeat the suggestions, as names of parameters.
  const next = error.problems.some(({ nearest }) => nearest) ? errorTable[error.type].next : error.next
  return `${lines.join('')}${next}\n`
}
