/** The interface of a command, the objects it works with, and its arguments, with suggestions for misspelled flags. */

import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Access } from '../../access/access.ts'
import type { StoreMaintenance } from '../../access/maintenance.ts'
import { describeBug, subscribe } from '../../base/events.ts'
import { nearestWord } from '../../base/nearest-word.ts'
import { programName } from '../../base/terminal/program-name.ts'
import { type Config, ConfigError, readConfig } from '../../config/config.ts'
import type { OperationRuntime, RuntimeOptions } from '../../operations/runtime.ts'
import type { ServiceNodes, WorkerRuntime } from '../../pages/nodes/service-nodes.ts'
import type { Probes } from './doctor/check.ts'
import type { CommandFlags, Manual } from './help/manual.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface Command {
  name: string
  synopsis: string
  summary: string
  /** True if the command shows no progress, because it runs until stopped or prints its own. */
  isQuiet?: boolean
  /** Resolves with the text that help shows. */
  manual(): Promise<Manual>
  /** Resolves with the exit code. Throws ConfigError and ServiceError, and `signal.reason` if it is stopped. */
  run(context: CommandContext): Promise<number>
}

export interface CommandContext extends Omit<Terminal, 'startProgress'> {
  /** Arguments after the command's name. */
  argv: readonly string[]
  signal: AbortSignal
  compose: Composition
}

export type CommandOutput = Pick<Terminal, 'out' | 'err'>

export interface StoreCommands extends StoreMaintenance {
  /** Creates a new server secret. Keys issued under either secret stay valid. Throws value_error, ConfigError and storage_unavailable. */
  changeSecret(): Promise<void>
  /** Stops accepting keys created under the previous secret. Resolves with true if there was one. Throws ConfigError. */
  endSecretOverlap(): Promise<boolean>
}

/** Creates objects from the adapters. The caller must close them. */
interface Composition {
  runtime(config: Config, options: RuntimeOptions): OperationRuntime
  /** Runs jobs for other processes. Throws ConfigError and browser_unavailable. */
  worker(config: Config): Promise<WorkerRuntime>
  access(config: Config): Promise<Access & { nodes: ServiceNodes | null }>
  store(config: Config): Promise<StoreCommands>
  /** Resolves with the path of the browser that `render_js` would start, or null. */
  locateBrowser(config: Config): Promise<string | null>
  probes(config: Config): Probes
}

/** Runs `work` with access to the keys, and closes it. */
export async function withAccess<T>(
  { compose }: Pick<CommandContext, 'compose'>,
  work: (access: Access) => Promise<T>,
): Promise<T> {
  const access = await compose.access(readConfig())
  try {
    return await work(access)
  } finally {
    await access.close()
  }
}

/** Prints, as a line of JSON, each error that the caller sees only as `internal`. */
export function reportBugs({ err, foreign }: Pick<CommandContext, 'err' | 'foreign'>): void {
  const report = (requestId: string, error: unknown) =>
    err(foreign.err(`${JSON.stringify({ level: 'error', requestId, ...describeBug(error) })}\n`))
  subscribe('gleaner:operation', ({ requestId, error }) => error !== undefined && report(requestId, error))
  subscribe('gleaner:fault', ({ requestId, error }) => report(requestId, error))
}

/** Values by flag: a string, or true for a flag without a value. */
export type FlagValues<Given extends CommandFlags> = {
  [Name in keyof Given]?: Given[Name] extends { value: string } ? string : boolean
}

/** Parses flags and positional arguments. Throws an Error whose message describes the problem. */
export function readArguments<const Given extends CommandFlags>(
  flags: Given,
  argv: readonly string[],
): { values: FlagValues<Given>; words: string[] } {
  try {
    const options = Object.entries(flags).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ])
    const given = {
      args: [...argv],
      options: Object.fromEntries(options),
      allowPositionals: true,
      tokens: true,
    } satisfies ParseArgsConfig
    const { values, positionals, tokens } = parseArgs(given)
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
    const repeated = names.find((name, at) => names.indexOf(name) !== at)
    if (repeated !== undefined) throw new Error(`--${repeated} is given more than once.`)
    return { values: values as FlagValues<Given>, words: positionals }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error
    const [, name = ''] = /'--?([^']*)'/.exec(message) ?? []
    throw new Error(`Unknown flag --${name}${suggestion(name, Object.keys(flags), '--')}`, { cause: error })
  }
}

/** Thrown if a command can't accept its arguments, or what they name doesn't exist. */
export class UsageError extends Error {}

/** Returns the result of `read`. If that fails, throws a UsageError with its message, which refers to the command's help. */
export function orUsageError<T>(command: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message}\nFor help: ${programName()} ${command} --help`, { cause })
  }
}

/** Parses the flags of a command that takes no positional arguments. Throws UsageError. */
export function readFlags<const Given extends CommandFlags>(
  command: string,
  flags: Given,
  argv: readonly string[],
): FlagValues<Given> {
  return orUsageError(command, () => {
    const { values, words } = readArguments(flags, argv)
    if (words.length === 0) return values
    throw new Error(`${command} takes no arguments, but got ${words[0]}.`)
  })
}

/**
 * Reads the settings, with the values of flags by setting, such as `{ GLEANER_PORT: ['port', port] }`. Throws UsageError for an invalid
 * flag, and ConfigError.
 */
export function readConfigWith(
  command: string,
  flags: Readonly<Record<string, readonly [flag: string, value: string | undefined]>>,
): Config {
  const given = Object.entries(flags)
  try {
    return readConfig(Object.fromEntries(given.map(([setting, [, value]]) => [setting, value])))
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : {}
    const faulty = given.find(([setting, [, value]]) => value !== undefined && setting in problems)
    if (!faulty) throw error
    const [setting, [flag]] = faulty
    const message = `--${flag}: ${problems[setting]}\nFor help: ${programName()} ${command} --help`
    throw new UsageError(message, { cause: error })
  }
}

/** Returns the end of a sentence about an unknown word: a suggestion if there is a close match. */
export function suggestion(given: string, words: Iterable<string>, prefix = ''): string {
  const nearest = nearestWord(given, words)
  return nearest === null ? '.' : `; did you mean ${prefix}${nearest}?`
}
