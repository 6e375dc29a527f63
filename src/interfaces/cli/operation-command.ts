/** Runs an operation from the command line. Accepts flags, prints content or JSON, and returns an exit code. */

import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { z } from 'zod'
import { noShare } from '../../base/share.ts'
import { readConfig } from '../../config/config.ts'
import type { Operation, OperationResult, ResultSchema } from '../../contract/operation.ts'
import { bytesOfImage } from '../../contract/screenshot.ts'
import type { RegisteredOperation, Registry } from '../../operations/registry.ts'
import type { RawParameters, RuntimeOptions, TypedInvoke } from '../../operations/runtime.ts'
import { coerceParameters } from '../coerce.ts'
import { type CommandContext, reportBugs } from './command.ts'
import { type Flags, parseFlags } from './flags.ts'
import { withScheme } from './given/named-files.ts'
import { type CommandFlags, outputFlags } from './help/manual.ts'
import { withFlags } from './help/parameters.ts'
import { printFailure } from './operation-failure.ts'
import { checkOwnFlags } from './scrape-flag-values.ts'
import { printedContent } from './terminal/terminal.ts'

/** Runs the operation that `select` returns. Unless `--json` is given, prints the text from `textOf`. Default: the content. */
export async function runOperationCommand<Input extends z.ZodObject, Result extends ResultSchema>(
  context: CommandContext,
  select: (operations: Registry) => RegisteredOperation<Input, Result>,
  textOf?: (result: z.output<Result>) => string,
): Promise<number> {
  return withOperation(context, { select }, (run, flags) =>
    printOperation({ ...run, textOf }, readParameters(run, flags)),
  )
}

export interface OpenedOperation<Input extends z.ZodObject, Result extends ResultSchema>
  extends Pick<RuntimeOptions, 'changeEngine' | 'readFile'> {
  select(operations: Registry): RegisteredOperation<Input, Result>
  ownFlags?: CommandFlags
}

/** Resolves with the exit code from `work`, whose signal aborts when the command's does, or when the output no longer has a reader. */
export async function withOperation<Input extends z.ZodObject, Result extends ResultSchema>(
  context: CommandContext,
  { select, ownFlags: moreFlags, ...options }: OpenedOperation<Input, Result>,
  work: (run: CommandContext & OperationRun<Input, Result>, flags: Flags) => Promise<number>,
): Promise<number> {
  const { argv, signal, compose } = context
  const ownFlags = { ...outputFlags, ...moreFlags }
  const { operations, invoke, close } = compose.runtime(readConfig(), { keepsSnapshots: false, ...options })
  const operation = select(operations)
  const flags = parseFlags(operation, argv, ownFlags)
  reportBugs(context)
  // Work stops if the output no longer has a reader, because a language model's answer is billed by its length.
  const unread = new AbortController()
  process.stdout.once('error', (error) => unread.abort(error))
  const either = AbortSignal.any([signal, unread.signal])
  const output = takeOutput(context, flags.own)
  const run = { ...output.context, operation, ownFlags, invoke, signal: either, isQuiet: output.isQuiet }
  try {
    checkOwnFlags(flags.own, ownFlags)
    return await output.end(await work(run, flags))
  } catch (error) {
    if (unread.signal.aborted && !signal.aborted) return 0
    return await output.end(printFailure(error, { ...run, json: flags.json, requestId: randomUUID() }))
  } finally {
    await close()
  }
}

export interface OperationRun<Input extends z.ZodObject, Result extends ResultSchema>
  extends Pick<CommandContext, 'signal' | 'out' | 'err' | 'paint' | 'foreign' | 'progress'> {
  operation: RegisteredOperation<Input, Result>
  ownFlags?: CommandFlags | undefined
  invoke: TypedInvoke
  /** Returns what to print unless `--json` is given. */
  textOf?: ((result: z.output<Result>) => string) | undefined
  /** Returns what to print to standard error before the warnings, unless `--json` is given. */
  noteOf?: ((result: z.output<Result>) => string) | undefined
  /** Returns the exit code for a result. Default: 0. */
  exitCodeOf?: ((result: z.output<Result>) => number) | undefined
  /** True to omit notes and warnings. */
  isQuiet?: boolean
}

export interface ReadParameters extends RawParameters {
  json: boolean
}

export function readParameters(
  { operation }: { operation: Operation },
  { parameters, json }: Pick<Flags, 'parameters' | 'json'>,
): ReadParameters {
  const completed = parameters.map(([name, text]) => [name, name === 'url' ? withScheme(text) : text] as const)
  return { ...coerceParameters(operation, completed), json }
}

/**
 * Runs the operation with these parameters. Resolves with the exit code: 0 for success, 2 for invalid input, 3 if the target failed, and 4
 * if the service failed.
 */
export async function printOperation<Input extends z.ZodObject, Result extends ResultSchema>(
  run: OperationRun<Input, Result>,
  { raw, faulty, json }: ReadParameters,
): Promise<number> {
  const { operation, invoke, signal, out, err, paint, foreign, progress, noteOf, exitCodeOf } = run
  const { textOf = ({ content, ads }: OperationResult) => printedContent(content ?? ads) } = run
  const requestId = randomUUID()
  const answer = createAnswerPrinter(
    (text: string) => out(foreign.out(text)),
    !json && [raw.max_chars, raw.max_tokens, raw.offset].every((limit) => limit === undefined),
  )
  try {
    const caller = { keyId: null, transport: 'cli' } as const
    const request = { caller, share: noShare, requestId, signal, progress, onAnswer: answer.print }
    const result = await invoke(operation, { raw, faulty }, request)
    const image = json ? null : bytesOfImage((result as OperationResult).content)
    out(image ?? (json ? `${JSON.stringify(result)}\n` : foreign.out(answer.rest(textOf(result)))))
    const exitCode = exitCodeOf?.(result) ?? 0
    if (json || run.isQuiet) return exitCode
    err(foreign.err(noteOf?.(result) ?? ''))
    for (const { code, message } of result.warnings ?? [])
      err(`${paint.err('yellow', 'warning')}: ${code}: ${withFlags(foreign.err(message), operation.input.shape)}\n`)
    return exitCode
  } catch (error) {
    answer.endLine()
    return printFailure(error, { ...run, json, requestId })
  }
}

/** Prints a language model's answer as it arrives. JSON and pieces of the answer are printed once they are complete. */
function createAnswerPrinter(out: (text: string) => void, isStreamed: boolean) {
  let printed = ''
  return {
    print: isStreamed
      ? (piece: string) => {
          const text = printed === '' ? piece.trimStart() : piece
          printed += text
          if (text !== '') out(text)
        }
      : undefined,
    /** Returns the part of the content that hasn't been printed yet. */
    rest(content: string): string {
      if (content.startsWith(printed)) return content.slice(printed.length)
      // White space at the end of the stream isn't part of the content.
      return printed.startsWith(content.trimEnd()) ? (printed.endsWith('\n') ? '' : '\n') : `\n${content}`
    },
    /** Ends the line, so that an error starts on its own line. */
    endLine() {
      if (printed !== '' && !printed.endsWith('\n')) out('\n')
    },
  }
}

/**
 * Returns a context that writes to the file instead of standard output. Its `end` writes the file if there is any output. It resolves with
 * the given exit code, or 4 if writing fails.
 */
export function takeOutput(context: CommandContext, own: Flags['own']) {
  const values = new Map(own)
  const isQuiet = values.get('quiet') === 'true'
  const file = values.get('output-file') || '-'
  if (file === '-') return { context, isQuiet, end: async (exitCode: number) => exitCode }
  const pieces: (string | Uint8Array)[] = []
  const { foreign, err } = context
  return {
    isQuiet,
    context: {
      ...context,
      out: (text: string | Uint8Array) => void pieces.push(text),
      foreign: { ...foreign, out: (text: string) => text },
      width: undefined,
    },
    async end(exitCode: number) {
      try {
        if (pieces.length > 0) await writeFile(file, Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))))
        return exitCode
      } catch (error) {
        err(`gleaner: can't write ${file}: ${(error as Error).message}\n`)
        return 4
      }
    },
  }
}
