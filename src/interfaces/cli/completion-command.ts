/** `gleaner completion`: prints the script that completes commands, flags and values in a shell. */

import { readArguments, suggestion } from './arguments.ts'
import type { Command, CommandContext } from './command.ts'
import { bashScript } from './completion/bash.ts'
import { type CompletedCall, completionTree } from './completion/completion-tree.ts'
import { fishScript } from './completion/fish.ts'
import { zshScript } from './completion/zsh.ts'
import { examples } from './help/examples.ts'
import type { Manual } from './help/manual.ts'

const scripts: Record<string, (tree: readonly CompletedCall[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

const shells = Object.keys(scripts)

export const completionManual: Manual = {
  about:
    'Prints the script that completes commands, flags and their values; docs/command-line.md says where to put it.',
  words: [{ name: 'SHELL', about: `One of ${shells.join(', ')}.`, choices: shells }],
  groups: [],
  examples: examples.completion ?? [],
}

/** Resolves with the exit code: 0, or 2 for a shell that there is no script for. */
export async function runCompletion(
  { argv, out, err }: Pick<CommandContext, 'argv' | 'out' | 'err'>,
  commands: readonly Command[],
): Promise<number> {
  try {
    const { words } = readArguments({}, argv)
    const [shell = ''] = words
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
    if (!script || words.length > 1) {
      throw new Error(
        shell === '' ? 'Which shell?' : `There is no script for ${words.join(' ')}${suggestion(shell, shells)}`,
      )
    }
    const all = commands.map(async ({ name, summary, manual }) => ({ name, summary, manual: await manual() }))
    const manuals = await Promise.all(all)
    const names = commands.map(({ name }) => name)
    // What `help` takes are the commands.
    const named = manuals.map((one) =>
      one.name === 'help'
        ? { ...one, manual: { ...one.manual, words: [{ name: 'COMMAND', about: '', choices: names }] } }
        : one,
    )
    out(script(completionTree(named)))
    return 0
  } catch (error) {
    err(`${(error as Error).message}\ngleaner completion ${shells.join('|')}\n`)
    return 2
  }
}
