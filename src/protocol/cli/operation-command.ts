/** Runs an operation from the command line: flags in, content or JSON out, and an exit code. */

import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { readConfig } from '../../config.ts'
import type { OperationResult, ResultSchema } from '../../contract/operation.ts'
import { ServiceError } from '../../errors.ts'
import type { RegisteredOperation, Registry } from '../../operations/registry.ts'
import type { TypedInvoke } from '../../operations/runtime.ts'
import { noShare } from '../../share.ts'
import { type PaintText, plain } from '../../terminal/style.ts'
import { coerceParameters } from '../coerce.ts'
import { errorBodyOf } from '../error-body.ts'
import { nearestWord } from '../nearest-word.ts'
import { reportBugs } from './bug-report.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { parseFlags } from './flags.ts'

/** Runs the operation that `select` returns. `textOf` is what is printed without `--json`, its content by default. */
export async function runOperationCommand<Input extends z.ZodObject, Result extends ResultSchema>(
  context: CommandContext,
  select: (operations: Registry) => RegisteredOperation<Input, Result>,
  textOf: (result: z.output<Result>) => string = contentOf,
): Promise<number> {
  const { argv, signal, compose } = context
  const { operations, invoke, close } = compose.runtime(readConfig(), { keepsSnapshots: false })
  const operation = select(operations)
  if (parseFlags(operation, argv).help) return printHelp(context, operation)
  reportBugs(context)
  // A result that is not read any more is not worked on: a language model's answer costs by its length.
  const unread = new AbortController()
  process.stdout.once('error', (error) => unread.abort(error))
  const either = AbortSignal.any([signal, unread.signal])
  try {
    return await runOperation({ ...context, operation, invoke, signal: either, textOf })
  } catch (error) {
    if (unread.signal.aborted && !signal.aborted) return 0
    throw error
  } finally {
    await close()
  }
}

async function printHelp(context: CommandContext, operation: RegisteredOperation): Promise<number> {
  const [{ printManual }, { operationManual }] = await Promise.all([
    import('./help-command.ts'),
    import('./help/operation-manual.ts'),
  ])
  const { command: name = '' } = operation
  return printManual({ ...context, argv: [] }, { name, manual: async () => operationManual(operation) })
}

export interface OperationRun<Input extends z.ZodObject, Result extends ResultSchema>
  extends Pick<CommandContext, 'argv' | 'signal' | 'out' | 'err'>,
    Partial<Pick<CommandContext, 'paint' | 'foreign' | 'progress'>> {
  operation: RegisteredOperation<Input, Result>
  invoke: TypedInvoke
  /** The result as it is printed without `--json`. */
  textOf?(result: z.output<Result>): string
}

/** Resolves with the exit code: 0, 2 for faulty input, 3 for the target's failures, 4 for the service's own. */
export async function runOperation<Input extends z.ZodObject, Result extends ResultSchema>(
  run: OperationRun<Input, Result>,
): Promise<number> {
  const { operation, invoke, argv, signal, out, err, progress, textOf = contentOf } = run
  const paint = run.paint?.err ?? plain
  const { foreign = { out: asItIs, err: asItIs } } = run
  const flags = parseFlags(operation, argv)
  const requestId = randomUUID()
  const { raw, faulty } = coerceParameters(operation, flags.parameters)
  const answer = createAnswerPrinter(
    (text) => out(foreign.out(text)),
    !flags.json && raw.max_chars === undefined && raw.offset === undefined,
  )
  try {
    const caller = { keyId: null, transport: 'cli' } as const
    const request = { caller, share: noShare, requestId, signal, progress, onAnswer: answer.print }
    const result = await invoke(operation, { raw, faulty }, request)
    out(flags.json ? `${JSON.stringify(result)}\n` : foreign.out(answer.rest(textOf(result))))
    if (!flags.json)
      for (const { code, message } of result.warnings ?? [])
        err(`${paint('yellow', 'warning')}: ${code}: ${foreign.err(message)}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    answer.endLine()
    if (flags.json) out(`${JSON.stringify(errorBodyOf(error, requestId))}\n`)
    else err(failureText(error, operation, { paint, foreign: foreign.err }))
    return exitCode(error)
  }
}

const asItIs = (text: string) => text

/** Prints a language model's answer as it arrives. JSON, or a piece of the answer, is printed when it is whole. */
function createAnswerPrinter(out: CommandOutput['out'], isStreamed: boolean) {
  let printed = ''
  return {
    print: isStreamed
      ? (piece: string) => {
          const text = printed === '' ? piece.trimStart() : piece
          printed += text
          if (text !== '') out(text)
        }
      : undefined,
    /** The part of the whole that is not printed yet. */
    rest(content: string): string {
      if (content.startsWith(printed)) return content.slice(printed.length)
      // White space at the end of what was streamed is no part of the content.
      return printed.startsWith(content.trimEnd()) ? (printed.endsWith('\n') ? '' : '\n') : `\n${content}`
    },
    /** Lets an error start on a line of its own. */
    endLine() {
      if (printed !== '' && !printed.endsWith('\n')) out('\n')
    },
  }
}

function contentOf({ content, ads }: OperationResult): string {
  const shown = content ?? ads
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2)
  return text.endsWith('\n') || text === '' ? text : `${text}\n`
}

interface FailureStyle {
  paint: PaintText
  foreign(text: string): string
}

/** A line for each problem, with the flag that a misspelt one means, and what to do next. */
function failureText(
  error: ServiceError,
  { input }: Pick<RegisteredOperation, 'input'>,
  { paint, foreign }: FailureStyle,
): string {
  const lines = error.problems.map(({ loc: [, param], msg, type }) => {
    const meant =
      type === 'extra_forbidden' && param !== undefined ? nearestWord(param, Object.keys(input.shape)) : null
    const hint = meant === null ? '' : `; did you mean --${meant.replaceAll('_', '-')}?`
    return `${paint('red', type)}: ${param === undefined ? '' : `${foreign(param)}: `}${foreign(msg)}${hint}\n`
  })
  return `${lines.join('')}${error.next}\n`
}

function exitCode(error: ServiceError): number {
  if (error.type === 'model_failed') return 4
  if (error.status === 502 || error.status === 504) return 3
  return error.status >= 500 ? 4 : 2
}
