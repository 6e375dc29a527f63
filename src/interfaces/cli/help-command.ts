/** `gleaner help`: lists the commands, or shows the help for one. */

import { programName } from '../../base/terminal/program-name.ts'
import { version } from '../version.ts'
import { suggestion } from './arguments.ts'
import type { Command, CommandContext } from './command.ts'
import { callText, manualText, usageText } from './help/help-text.ts'
import type { Manual } from './help/manual.ts'

type HelpContext = Pick<CommandContext, 'argv' | 'out' | 'err' | 'paint' | 'width'>

export const helpManual: Manual = {
  about: 'Lists the commands, or shows the flags and examples for one.',
  words: [{ name: '[COMMAND]', about: 'A command, optionally with a subcommand, such as keys create.' }],
  groups: [],
}

/** Resolves with the exit code: 0, or 2 for an unknown command. */
export async function runHelp(context: HelpContext, commands: readonly Command[]): Promise<number> {
  const { argv, out, err } = context
  const [name, ...verb] = argv
  if (name === undefined) {
    out(usageOf(commands, context))
    return 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (command) return printManual({ ...context, argv: verb }, command)
  err(unknownCommand(name, commands))
  return 2
}

export function usageOf(commands: readonly Command[], context: Pick<HelpContext, 'paint' | 'width'>): string {
  const title = `gleaner ${version}: any URL as clean markdown, HTML, metadata, links or e-mail addresses`
  return usageText(title, commands, textOptions(context))
}

/** Prints the help for the command, or for the subcommand named by the first argument. Resolves with 0. */
export async function printManual(
  context: HelpContext,
  { name, manual }: Pick<Command, 'name' | 'manual'>,
): Promise<number> {
  const { argv, out } = context
  const whole = await manual()
  const [verb = ''] = argv
  const one = Object.hasOwn(whole.verbs ?? {}, verb) ? whole.verbs?.[verb] : undefined
  const options = textOptions(context)
  const call = `${programName()} ${name}`
  out(one ? callText(`${call} ${verb}`, one, options) : manualText(call, whole, options))
  return 0
}

export function unknownCommand(name: string, commands: readonly Command[]): string {
  const names = commands.map((command) => command.name)
  return `gleaner: unknown command ${name}${suggestion(name, names)}\n${programName()} help lists the commands.\n`
}

function textOptions({ paint, width }: Pick<HelpContext, 'paint' | 'width'>) {
  return { paint: paint.out, ...(width === undefined ? {} : { width }) }
}
