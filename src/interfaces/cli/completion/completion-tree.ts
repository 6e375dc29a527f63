/** What can be completed behind `gleaner`: the commands and their own commands, each with its words and flags. */

import { type CallHelp, type Flag, flagsOf, type Manual, type PathKind } from '../help/manual.ts'

/** What may follow: nothing, one of these words, a path, or a text that nobody can complete. */
export type Completed = 'nothing' | 'text' | PathKind | readonly string[]

/** One command, or one of its own commands. */
export interface CompletedCall {
  /** The words that lead to it: `['keys', 'create']`. */
  path: readonly string[]
  about: string
  /** What the first word behind it is completed by. */
  word: Completed
  flags: readonly CompletedFlag[]
  verbs: readonly CompletedCall[]
}

export interface CompletedFlag {
  /** With its hyphens. */
  name: string
  /** One line. */
  about: string
  /** Its value. A flag that stands for true alone is completed by nothing. */
  value: Completed
}

interface NamedManual {
  name: string
  summary: string
  manual: Manual
}

export function completionTree(commands: readonly NamedManual[]): CompletedCall[] {
  return commands.map(({ name, summary, manual }) => {
    const verbs = Object.entries(manual.verbs ?? {}).map(([verb, help]) => callOf([name, verb], help.about, help))
    return { ...callOf([name], summary, manual), verbs }
  })
}

function callOf(path: readonly string[], about: string, help: CallHelp): CompletedCall {
  const [word] = help.words ?? []
  const given = Object.entries(flagsOf(help)).map(([name, flag]) => completedFlag(name, flag))
  const flags = [...given, { name: '--help', about: 'Print the help.', value: 'nothing' as const }]
  return { path, about, word: word ? (word.choices ?? word.takes ?? 'text') : 'nothing', flags, verbs: [] }
}

function completedFlag(name: string, { type, about, choices, takes }: Flag): CompletedFlag {
  const value = type === 'boolean' ? 'nothing' : (choices ?? takes ?? 'text')
  // The first sentence: shells show one line.
  return { name: `--${name}`, about: about.split(/[.;:] /)[0]?.replace(/\.$/, '') ?? '', value }
}

/** The calls of the tree, from the outside in. */
export function allCalls(tree: readonly CompletedCall[]): CompletedCall[] {
  return tree.flatMap((call) => [call, ...call.verbs])
}

/** A text between single quotes, for every shell: without what would end them. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`
}
