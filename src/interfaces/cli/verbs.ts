/** Commands with subcommands: `gleaner keys` and `gleaner store`. */

import { programName } from '../../base/terminal/program-name.ts'
import { type FlagValues, readArguments, suggestion } from './arguments.ts'
import type { CommandContext } from './command.ts'
import { type CallHelp, type CommandFlags, jsonFlag, synopsisOf, type WordHelp } from './help/manual.ts'

/** Output of a verb: a value if `--json` is given, otherwise text, plus a note on standard error. */
interface VerbOutput {
  value: unknown
  text: string
  note?: string
}

/** Resolves with the output, or with a message about why it failed. */
type VerbWork<Target> = (target: Target) => Promise<VerbOutput | string>

interface Verb<Target> extends CallHelp {
  /** Throws an Error whose message describes the problem with the arguments. */
  read(values: never, words: readonly string[]): VerbWork<Target>
}

export type Verbs<Target> = Readonly<Record<string, Verb<Target>>>

/** Describes a verb. `flags` lists its flags in addition to `--json`. */
export function verb<Target, const Flags extends CommandFlags>(
  about: string,
  { words = [], flags, read }: { words?: WordHelp[]; flags?: Flags; read: ReadVerb<Target, Flags> },
): Verb<Target> {
  return { about, words, groups: [{ title: 'Arguments', flags: { ...flags, json: jsonFlag } }], read }
}

type ReadVerb<Target, Flags extends CommandFlags> = (
  values: FlagValues<Flags>,
  words: readonly string[],
) => VerbWork<Target>

/**
 * Runs the verb that the arguments name. `use` opens the object that the verb works on, once the arguments have been validated. Resolves
 * with the exit code: 0, or 2 if the arguments are invalid or the work fails.
 */
export async function runVerb<Target>(
  { command, verbs }: { command: string; verbs: Verbs<Target> },
  { argv, out, err }: Pick<CommandContext, 'argv' | 'out' | 'err'>,
  use: (work: VerbWork<Target>) => ReturnType<VerbWork<Target>>,
): Promise<number> {
  const request = readRequest(command, verbs, argv)
  if (typeof request === 'string') {
    err(`${request}\nFor help: ${programName()} ${command} --help\n`)
    return 2
  }
  const output = await use(request.work)
  if (typeof output === 'string') {
    err(`${output}\n`)
    return 2
  }
  out(request.json ? `${JSON.stringify(output.value)}\n` : output.text)
  if (!request.json && output.note) err(output.note)
  return 0
}

function readRequest<Target>(command: string, verbs: Verbs<Target>, [name = '', ...rest]: readonly string[]) {
  const chosen = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!chosen) return verbMessage(command, name, verbs)
  const { words = [], groups, read } = chosen
  try {
    const given = readArguments(groups[0]?.flags ?? {}, rest)
    if (given.words.length !== words.length) {
      return `${command} ${name} takes ${words.length || 'no'} argument${words.length === 1 ? '' : 's'}.`
    }
    return { work: read(given.values as never, given.words), json: Boolean(given.values.json) }
  } catch (error) {
    return (error as Error).message
  }
}

function verbMessage(command: string, name: string, verbs: Verbs<never>): string {
  if (name !== '') return `Unknown command ${command} ${name}${suggestion(name, Object.keys(verbs))}`
  const rows = Object.entries(verbs).map(
    ([name, help]) => [`  ${command} ${name} ${synopsisOf({ ...help, groups: [] })}`, help.about] as const,
  )
  const width = Math.max(...rows.map(([start]) => start.length)) + 2
  const lines = rows.map(([start, about]) => start.padEnd(width) + about)
  return `gleaner ${command}: the command is missing\n${lines.join('\n')}`
}
