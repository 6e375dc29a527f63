/** Output and exit code of a failed operation. */

import { ServiceError } from '../../base/errors.ts'
import { plain } from '../../base/terminal/style.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'
import { errorBodyOf } from '../error-body.ts'
import { nearestWord } from '../nearest-word.ts'
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
  const lines = error.problems.map(({ loc: [, param], msg, type }) => {
    const isUnknown = type === 'extra_forbidden' && param !== undefined
    const meant = isUnknown ? nearestWord(param.replaceAll('_', '-'), flags) : null
    const hint = meant === null ? '' : `; did you mean --${meant}?`
    return `${paint('red', type)}: ${param === undefined ? '' : `${foreign(param)}: `}${foreign(msg)}${hint}\n`
  })
  return `${lines.join('')}${error.next}\n`
}
