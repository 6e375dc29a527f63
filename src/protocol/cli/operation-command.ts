/** Runs an operation from the command line: flags in, content or JSON out, and an exit code. */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { OperationResult, ResultSchema } from '../../contract/operation.ts'
import { ServiceError } from '../../errors.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'
import type { TypedInvoke } from '../../operations/runtime.ts'
import { coerceParameters } from '../coerce.ts'
import { errorBody } from '../error-body.ts'
import { parseFlags } from './flags.ts'

export interface OperationCommand<Input extends z.ZodObject, Result extends ResultSchema> {
  operation: RegisteredOperation<Input, Result>
  invoke: TypedInvoke
  /** Words behind the command's name. */
  argv: readonly string[]
  signal: AbortSignal
  /** Standard output and standard error. */
  out(text: string): void
  err(text: string): void
  /** The result as it is printed without `--json`; its content by default. */
  textOf?(result: z.output<Result>): string
}

/** Resolves with the exit code: 0, 2 for faulty input, 3 for the target's failures, 4 for the service's own. */
export async function runOperation<Input extends z.ZodObject, Result extends ResultSchema>(
  command: OperationCommand<Input, Result>,
): Promise<number> {
  const { operation, invoke, argv, signal, out, err, textOf = contentOf } = command
  const flags = parseFlags(operation, argv)
  if (flags.help) {
    out(helpFor(operation))
    return 0
  }
  const requestId = randomUUID()
  const { raw, faulty } = coerceParameters(operation, flags.parameters)
  const stream = createStream(out, !flags.json && raw.max_chars === undefined && raw.offset === undefined)
  try {
    const caller = { keyId: null, transport: 'cli' } as const
    const context = { caller, requestId, signal, onAnswer: stream.write }
    const result = await invoke(operation, { raw, faulty }, context)
    out(flags.json ? `${JSON.stringify(result)}\n` : stream.rest(textOf(result)))
    if (!flags.json) for (const warning of warningsOf(result)) err(`warning: ${warning}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    stream.breakOff()
    return reportFailure(error, { json: flags.json, requestId, out, err })
  }
}

type Output = Pick<OperationCommand<z.ZodObject, ResultSchema>, 'out' | 'err'>

/** Prints a failure, its body with `json`, and returns the exit code that stands for it. */
function reportFailure(
  error: ServiceError,
  { json, requestId, out, err }: Output & { json: boolean; requestId: string },
): number {
  if (json) out(`${JSON.stringify(errorBody(error, requestId))}\n`)
  else for (const line of explain(error)) err(`${line}\n`)
  return exitCode(error)
}

/** An answer that is shown while it comes; a piece of it, or JSON, is shown by its end. */
function createStream(out: Output['out'], isShown: boolean) {
  let shown = ''
  return {
    write: isShown
      ? (piece: string) => {
          const text = shown === '' ? piece.trimStart() : piece
          shown += text
          if (text !== '') out(text)
        }
      : undefined,
    /** What is still to be shown of the whole. */
    rest(content: string): string {
      if (content.startsWith(shown)) return content.slice(shown.length)
      // Blanks at the end of what was streamed are none of the content.
      return shown.startsWith(content.trimEnd()) ? (shown.endsWith('\n') ? '' : '\n') : `\n${content}`
    },
    /** The error begins on a line of its own. */
    breakOff() {
      if (shown !== '' && !shown.endsWith('\n')) out('\n')
    },
  }
}

function contentOf({ content, ads }: OperationResult): string {
  const shown = content ?? ads
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2)
  return text.endsWith('\n') || text === '' ? text : `${text}\n`
}

function warningsOf({ warnings = [] }: OperationResult): string[] {
  return warnings.map(({ code, message }) => `${code}: ${message}`)
}

function explain(error: ServiceError): string[] {
  const lines = error.problems.map(({ loc: [, param], msg, type }) => {
    return `${type}: ${param === undefined ? '' : `${param}: `}${msg}`
  })
  return [...lines, error.next]
}

function exitCode(error: ServiceError): number {
  if (error.type === 'model_failed') return 4
  if (error.status === 502 || error.status === 504) return 3
  return error.status >= 500 ? 4 : 2
}

/** Help made from the schema: every flag with its meaning and default. */
function helpFor(operation: RegisteredOperation): string {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' })
  const [main = ''] = required
  const lines = Object.entries(properties).map(([name, schema]) => {
    const { description = '', default: byDefault } = schema as { description?: string; default?: unknown }
    const suffix = byDefault === undefined ? '' : ` [${String(byDefault)}]`
    return `  ${name === main ? main.toUpperCase() : `--${name.replaceAll('_', '-')}`}\n      ${description}${suffix}`
  })
  return `gleaner ${operation.command} ${main.toUpperCase()} [flags]\n\n${operation.title}. ${operation.price?.text ?? 'Free'}.\n\n${lines.join('\n')}\n  --json\n      Print the whole result, or the error, as JSON.\n`
}
