/** Reads the arguments of the commands that are no operations; a misspelt flag is refused with the one that is meant. */

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestWord } from '../nearest-word.ts'
import type { CommandFlags, Flag } from './help/manual.ts'

/** Values by flag: a text, or whether a flag without a value is there. */
export type FlagValues<Given extends CommandFlags> = {
  [Name in keyof Given]?: Given[Name] extends { type: 'boolean' } ? boolean : string
}

interface Arguments<Given extends CommandFlags> {
  values: FlagValues<Given>
  words: string[]
}

/** Throws an Error whose message says what is wrong. */
export function readArguments<const Given extends CommandFlags>(
  flags: Given,
  argv: readonly string[],
): Arguments<Given> {
  try {
    const options = flags as Readonly<Record<string, Flag>> as NonNullable<ParseArgsConfig['options']>
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    return { values: values as FlagValues<Given>, words: positionals }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error
    const [, name = ''] = /'--?([^']*)'/.exec(message) ?? []
    throw new Error(`There is no flag --${name}${suggestion(name, Object.keys(flags), '--')}`, { cause: error })
  }
}

/** The values of a command that takes flags alone. Throws as `readArguments` does. */
export function readFlags<const Given extends CommandFlags>(
  command: string,
  flags: Given,
  argv: readonly string[],
): FlagValues<Given> {
  const { values, words } = readArguments(flags, argv)
  if (words.length > 0) throw new Error(`${command} takes no word such as ${words[0]}.`)
  return values
}

/** The end of a sentence about a word that there is not: with the one that is meant, where one is close. */
export function suggestion(given: string, words: Iterable<string>, prefix = ''): string {
  const nearest = nearestWord(given, words)
  return nearest === null ? '.' : `; did you mean ${prefix}${nearest}?`
}
