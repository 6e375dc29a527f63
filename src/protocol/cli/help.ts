/** Help texts: the usage of the program, and the flags of an operation, made from its schema. */

import { z } from 'zod'
import type { RegisteredOperation } from '../../operations/registry.ts'
import { version } from '../version.ts'
import type { Command } from './command.ts'

/** Column in which the summaries start. */
const summaryColumn = 34

export function usageText(commands: readonly Command[]): string {
  const lines = commands.map(({ name, synopsis, summary }) => {
    const call = `  gleaner ${name} ${synopsis}`.trimEnd()
    const fits = call.length < summaryColumn - 1
    return `${fits ? call.padEnd(summaryColumn) : `${call}\n${' '.repeat(summaryColumn)}`}${summary}\n`
  })
  const title = `gleaner ${version}: any web address as clean markdown, HTML, metadata, links or e-mail addresses`
  return `${title}\n\n${lines.join('')}  gleaner --version\n\ngleaner COMMAND --help lists the flags of an operation.\n`
}

/** Every flag of the operation with its meaning and default. */
export function operationHelp({ command, title, price, input }: RegisteredOperation): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' })
  const [main = ''] = required
  const lines = Object.entries(properties).map(([name, schema]) => {
    const { description = '', default: byDefault } = schema as { description?: string; default?: unknown }
    const suffix = byDefault === undefined ? '' : ` [${String(byDefault)}]`
    return `  ${name === main ? main.toUpperCase() : `--${name.replaceAll('_', '-')}`}\n      ${description}${suffix}`
  })
  const flags = `${lines.join('\n')}\n  --json\n      Print the whole result, or the error, as JSON.\n`
  return `gleaner ${command} ${main.toUpperCase()} [flags]\n\n${title}. ${price?.text ?? 'Free'}.\n\n${flags}`
}
