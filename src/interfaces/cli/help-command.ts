/** `gleaner help`: lists the commands, or shows the help for one, as text for a terminal. */

import { programName } from '../../base/terminal/program-name.ts'
import { version } from '../version.ts'
import { type Command, type CommandContext, suggestion } from './command.ts'
import { type CallHelp, type Flag, type Manual, synopsisOf } from './help/manual.ts'

type HelpContext = Pick<CommandContext, 'argv' | 'out' | 'err' | 'paint' | 'width'>

export const helpManual: Manual = {
  about: 'Lists the commands, or shows the flags and examples for one.',
  words: [{ name: '[COMMAND]', about: 'A command, optionally with a subcommand, such as keys create.' }],
}

/** Resolves with the exit code: 0, or 2 for an unknown command. */
export async function runHelp(context: HelpContext, commands: readonly Command[]): Promise<number> {
  const { argv, out, err } = context
  const [name, ...verb] = argv
  if (name === undefined) {
    out(usageText(commands, context))
    return 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (command) return printManual({ ...context, argv: verb }, command)
  err(unknownCommand(name, commands))
  return 2
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
  const call = `${programName()} ${name}`
  out(one ? callText(`${call} ${verb}`, one, context) : manualText(call, whole, context))
  return 0
}

export function unknownCommand(name: string, commands: readonly Command[]): string {
  const names = commands.map((command) => command.name)
  const meant = /[./:]/.test(name) ? `; did you mean scrape ${name}?` : suggestion(name, names)
  return `gleaner: unknown command ${name}${meant}\n${programName()} help lists the commands.\n`
}

const summaryColumn = 34
const aboutColumn = 28

const widest = 110

type TextOptions = Pick<HelpContext, 'paint' | 'width'>

export function usageText(
  commands: readonly Pick<Command, 'name' | 'synopsis' | 'summary'>[],
  { paint }: TextOptions,
): string {
  const program = programName()
  const lines = commands.map(({ name, synopsis, summary }) => {
    const call = `  ${name} ${synopsis}`.trimEnd()
    const fits = call.length < summaryColumn - 1
    const gap = fits ? ' '.repeat(summaryColumn - call.length) : `\n${' '.repeat(summaryColumn)}`
    return `  ${paint.out('bold', name)}${call.slice(`  ${name}`.length)}${gap}${summary}\n`
  })
  const title = `gleaner ${version}: any URL as clean markdown, HTML, metadata, links or e-mail addresses`
  return `${title}\n\nUsage: ${program} COMMAND\n\n${lines.join('')}\n${program} help COMMAND shows the flags and examples for a command.\n`
}

/** Formats the whole manual for a command. `call` is what the user types: `gleaner keys`. */
function manualText(call: string, manual: Manual, options: TextOptions): string {
  const { verbs = {}, notes, examples = [] } = manual
  const { paint } = options
  const shown = Object.entries(verbs).map(([verb, help]) => callText(`${call} ${verb}`, help, options))
  const own =
    shown.length > 0
      ? `${paint.out('bold', call)}\n\n${fold(manual.about, 0, options)}\n`
      : callText(call, manual, options)
  const parts = [
    own,
    ...shown,
    ...(notes === undefined ? [] : [`${fold(notes, 0, options)}\n`]),
    ...(examples.length === 0 ? [] : [exampleText(examples, options)]),
  ]
  return parts.join('\n')
}

/** Formats one command or verb: its synopsis, description, arguments and flags. */
function callText(call: string, help: CallHelp, options: TextOptions): string {
  const { paint } = options
  const words = (help.words ?? []).map(({ name, about }) => entry(name, about, options))
  const groups = (help.groups ?? []).map(({ title, flags }) => ({
    title,
    lines: Object.entries(flags).map(([name, flag]) => entry(flagText(name, flag), flag.about, options)),
  }))
  // Arguments come before flags, as the user types them.
  if (words.length > 0) {
    if (groups[0]) groups[0].lines.unshift(...words)
    else groups.push({ title: 'Arguments', lines: words })
  }
  const shown = groups
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => `\n${paint.out('bold', title)}\n${lines.join('')}`)
  return `${paint.out('bold', `${call} ${synopsisOf(help)}`.trimEnd())}\n\n${fold(help.about, 0, options)}\n${shown.join('')}`
}

function flagText(name: string, { short, value }: Flag): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
}

function entry(name: string, about: string, options: TextOptions): string {
  const head = `  ${options.paint.out('cyan', name)}`
  const room = aboutColumn - 2 - name.length
  const gap = room > 1 ? ' '.repeat(room) : `\n${' '.repeat(aboutColumn)}`
  return `${head}${gap}${fold(about, aboutColumn, options)}\n`
}

function exampleText(examples: Manual['examples'] & {}, { paint }: TextOptions): string {
  const lines = examples.map(({ call, does }) => `  ${programName()} ${call}\n      ${paint.out('dim', does)}\n`)
  return `${paint.out('bold', 'Examples')}\n${lines.join('')}`
}

/** Wraps text into lines that start in this column. Only lines after the first are indented. */
function fold(text: string, column: number, { width = widest }: TextOptions): string {
  const room = Math.max(30, Math.min(width, widest) - column)
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join(`\n${' '.repeat(column)}`)
}
