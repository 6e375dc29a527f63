/** Formats help about the program, a command or one of its verbs, for a terminal. */

import { programName } from '../../../base/terminal/program-name.ts'
import type { PaintText } from '../../../base/terminal/style.ts'
import { type CallHelp, type Flag, type Manual, synopsisOf } from './manual.ts'

const summaryColumn = 34
const aboutColumn = 28

const widest = 110

interface TextOptions {
  width?: number
  paint: PaintText
}

interface ListedCommand {
  name: string
  synopsis: string
  summary: string
}

export function usageText(title: string, commands: readonly ListedCommand[], { paint }: TextOptions): string {
  const program = programName()
  const lines = commands.map(({ name, synopsis, summary }) => {
    const call = `  ${name} ${synopsis}`.trimEnd()
    const fits = call.length < summaryColumn - 1
    const gap = fits ? ' '.repeat(summaryColumn - call.length) : `\n${' '.repeat(summaryColumn)}`
    return `  ${paint('bold', name)}${call.slice(`  ${name}`.length)}${gap}${summary}\n`
  })
  return `${title}\n\nUsage: ${program} COMMAND\n\n${lines.join('')}\n${program} help COMMAND shows the flags and examples for a command.\n`
}

/** Formats the whole manual for a command. `call` is what the user types: `gleaner keys`. */
export function manualText(call: string, manual: Manual, options: TextOptions): string {
  const { verbs = {}, notes, examples = [] } = manual
  const { paint } = options
  const shown = Object.entries(verbs).map(([verb, help]) => callText(`${call} ${verb}`, help, options))
  const own =
    shown.length > 0 ? `${paint('bold', call)}\n\n${fold(manual.about, 0, options)}\n` : callText(call, manual, options)
  const parts = [
    own,
    ...shown,
    ...(notes === undefined ? [] : [`${fold(notes, 0, options)}\n`]),
    ...(examples.length === 0 ? [] : [exampleText(examples, paint)]),
  ]
  return parts.join('\n')
}

/** Formats one command or verb: its synopsis, description, arguments and flags. */
export function callText(call: string, help: CallHelp, options: TextOptions): string {
  const { paint } = options
  const words = (help.words ?? []).map(({ name, about }) => entry(name, about, options))
  const groups = help.groups.map(({ title, flags }) => ({
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
    .map(({ title, lines }) => `\n${paint('bold', title)}\n${lines.join('')}`)
  return `${paint('bold', `${call} ${synopsisOf(help)}`.trimEnd())}\n\n${fold(help.about, 0, options)}\n${shown.join('')}`
}

function flagText(name: string, { short, value }: Flag): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
}

function entry(name: string, about: string, options: TextOptions): string {
  const head = `  ${options.paint('cyan', name)}`
  const room = aboutColumn - 2 - name.length
  const gap = room > 1 ? ' '.repeat(room) : `\n${' '.repeat(aboutColumn)}`
  return `${head}${gap}${fold(about, aboutColumn, options)}\n`
}

function exampleText(examples: Manual['examples'] & {}, paint: PaintText): string {
  const lines = examples.map(({ call, does }) => `  ${programName()} ${call}\n      ${paint('dim', does)}\n`)
  return `${paint('bold', 'Examples')}\n${lines.join('')}`
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
