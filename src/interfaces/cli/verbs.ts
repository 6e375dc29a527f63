/** Commands with subcommands: `gleaner keys` and `gleaner store`. */

import { type CommandContext, type FlagValues, orUsageError, readArguments, suggestion } from './command.ts'
import { type CallHelp, type CommandFlags, flagsOf, jsonFlag, synopsisOf, type WordHelp } from './help/manual.ts'

/** Output of a verb: a value if `--json` is given, otherwise text, plus a note on standard error. */
interface VerbOutput {
  value: unknown
  text: string
  note?: string
}

/** Throws UsageError. */
type VerbWork<Target> = (target: Target) => Promise<VerbOutput>

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
 * Runs the verb that the arguments name, and prints its output. `use` opens the object that the verb works on, once the arguments have been
 * validated. Throws UsageError.
 */
export async function runVerb<Target>(
  { command, verbs }: { command: string; verbs: Verbs<Target> },
  { argv, out, err }: Pick<CommandContext, 'argv' | 'out' | 'err'>,
  use: (work: VerbWork<Target>) => Promise<VerbOutput>,
): Promise<number> {
  const { work, json } = orUsageError(command, () => readRequest(command, verbs, argv))
  const { value, text, note } = await use(work)
  out(json ? `${JSON.stringify(value)}\n` : text)
  if (!json && note) err(note)
  return 0
}

function readRequest<Target>(command: string, verbs: Verbs<Target>, [name = '', ...rest]: readonly string[]) {
  const chosen = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!chosen) throw new Error(verbMessage(command, name, verbs))
  const { words = [], read } = chosen
  const given = readArguments(flagsOf(chosen), rest)
  if (given.words.length !== words.length) {
    throw new Error(`${command} ${name} takes ${words.length || 'no'} argument${words.length === 1 ? '' : 's'}.`)
  }
  return { work: read(given.values as never, given.words), json: Boolean(given.values.json) }
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
