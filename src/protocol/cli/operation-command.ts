/** The command line's door: flags in, content or JSON out, and an exit code. */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Operation } from '../../contract/operation.ts'
import { ServiceError } from '../../errors.ts'
import type { Invoke, ResultBody } from '../../operations/runtime.ts'
import { coerceParameters } from '../coerce.ts'
import { errorBody } from '../error-body.ts'
import { parseFlags } from './flags.ts'

export interface CliOptions {
  operation: Operation
  invoke: Invoke
  /** Words behind the command's name. */
  argv: readonly string[]
  signal: AbortSignal
  /** Standard output and standard error. */
  out(text: string): void
  err(text: string): void
}

/** Runs one operation and resolves with the exit code: 0, 2 for bad input, 3 for the target's failures, 4 for ours. */
export async function runCli({ operation, invoke, argv, signal, out, err }: CliOptions): Promise<number> {
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
    const result = await invoke(operation.name, { raw, faulty }, context)
    out(flags.json ? `${JSON.stringify(result)}\n` : stream.rest(contentOf(result)))
    if (!flags.json) for (const warning of warningsOf(result)) err(`warning: ${warning}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    stream.breakOff()
    return tellFailure(error, { json: flags.json, requestId, out, err })
  }
}

/** Prints a failure, its body with `json`, and returns the exit code that stands for it. */
export function tellFailure(
  error: ServiceError,
  { json, requestId, out, err }: Pick<CliOptions, 'out' | 'err'> & { json: boolean; requestId: string },
): number {
  if (json) out(`${JSON.stringify(errorBody(error, requestId))}\n`)
  else for (const line of explain(error)) err(`${line}\n`)
  return exitCode(error)
}

/** An answer that is shown while it comes; a piece of it, or JSON, is shown by its end. */
function createStream(out: CliOptions['out'], isShown: boolean) {
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

function contentOf({ content, ads }: ResultBody): string {
  const shown = content ?? ads
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2)
  return text.endsWith('\n') || text === '' ? text : `${text}\n`
}

function warningsOf({ warnings }: ResultBody): string[] {
  return (warnings as { code: string; message: string }[]).map(({ code, message }) => `${code}: ${message}`)
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
export function helpFor(operation: Operation, command = operation.name.replaceAll('_', '-')): string {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' })
  const [main = ''] = required
  const lines = Object.entries(properties).map(([name, schema]) => {
    const { description = '', default: byDefault } = schema as { description?: string; default?: unknown }
    const suffix = byDefault === undefined ? '' : ` [${String(byDefault)}]`
    return `  ${name === main ? main.toUpperCase() : `--${name.replaceAll('_', '-')}`}\n      ${description}${suffix}`
  })
  return `gleaner ${command} ${main.toUpperCase()} [flags]\n\n${operation.title}. ${operation.priceText}.\n\n${lines.join('\n')}\n  --json\n      Print the whole result, or the error, as JSON.\n`
}
