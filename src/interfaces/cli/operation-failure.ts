/** What a failed operation prints, and the exit code that it is. */

import { ServiceError } from '../../base/errors.ts'
import { plain } from '../../base/terminal/style.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'
import { errorBodyOf } from '../error-body.ts'
import { nearestWord } from '../nearest-word.ts'
import type { CommandContext } from './command.ts'
import { exitCodeOf } from './exit-codes.ts'
import type { CommandFlags } from './help/manual.ts'

/** Where a failure is printed, and how. */
interface FailureOutput
  extends Pick<CommandContext, 'out' | 'err'>,
    Partial<Pick<CommandContext, 'paint' | 'foreign'>> {
  operation: Pick<RegisteredOperation, 'input'>
  /** Flags of the command beside the parameters. */
  ownFlags?: CommandFlags | undefined
  json: boolean
  requestId: string
}

/** Prints a ServiceError, with `json` as its body, and returns the exit code. Throws anything else. */
export function printFailure(error: unknown, output: FailureOutput): number {
  if (!(error instanceof ServiceError)) throw error
  const { json, requestId, out, err } = output
  if (json) out(`${JSON.stringify(errorBodyOf(error, requestId))}\n`)
  else err(failureText(error, output))
  return exitCodeOf(error)
}

export const asItIs = (text: string) => text

/** A line for each problem, with the flag that a misspelt one means, and what to do next. */
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
