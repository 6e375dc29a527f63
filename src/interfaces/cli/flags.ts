/** Parses the flags of an operation's command into parameters. */

import type { z } from 'zod'
import type { Operation } from '../../contract/operation.ts'
import { parameterKind } from '../../contract/parameters.ts'
import { booleans } from '../coerce.ts'
import { type CommandFlags, outputFlags } from './help/manual.ts'
import { kebab, mainParameter } from './help/parameters.ts'

export interface Flags {
  /** Parameters and their text, in the order given. A name may occur twice. */
  parameters: [string, string][]
  words: string[]
  /** Flags of the command that aren't parameters, in the order given, with long names in kebab-case. Booleans are `true` or `false`. */
  own: [string, string][]
  json: boolean
}

/**
 * Accepts `--render-js`, `--render_js`, `--max-chars 100` and `--max-chars=100`. The first bare word is the first required parameter. A
 * boolean flag without a value is true, and `--no-main-content` is false. A word such as `false` after it is its value, unless it can be the
 * query. Unknown flags are returned as parameters, which parseInput rejects by name. `moreFlags` are those of this command only.
 */
export function parseFlags(operation: Operation, argv: readonly string[], moreFlags: CommandFlags = {}): Flags {
  const ownFlags: CommandFlags = { ...outputFlags, ...moreFlags }
  const main = mainParameter(operation)
  const flags: Flags = { parameters: [], words: [], own: [], json: false }
  let onlyValues = false

  const longNames = new Map(Object.entries(ownFlags).map(([name, { short }]) => [short, name]))
  const isOwn = (param: string) => Object.hasOwn(ownFlags, kebab(param))
  const isBoolean = (param: string) => {
    if (isOwn(param)) return ownFlags[kebab(param)]?.value === undefined
    const schema = Object.hasOwn(operation.input.shape, param) ? operation.input.shape[param] : undefined
    return schema !== undefined && parameterKind(schema as z.ZodType) === 'boolean'
  }

  /** True if the word after a flag is its value rather than the URL or query. */
  function isValueOf(param: string, next: string, rest: number): boolean {
    // A value may begin with one hyphen, as a negative number does, but not with two.
    if (next.startsWith('--')) return false
    const isBare = isBoolean(param)
    if ((Object.hasOwn(operation.input.shape, param) || isOwn(param)) && !isBare) return true
    const isWord = booleans.has(next.toLowerCase())
    if (isBare && (isOwn(param) ? !isWord : /[.:]/.test(next))) return false
    if (flags.parameters.some(([name]) => name === main)) return true
    if (isBare && (!isWord || main === 'url')) return isWord
    return argv.slice(rest).some((word) => !word.startsWith('-'))
  }

  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (onlyValues || !word.startsWith('-') || word === '-') {
      flags.parameters.push([main, word])
      flags.words.push(word)
    } else if (word === '--') {
      onlyValues = true
    } else {
      const [, name = '', value] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? []
      const written = (longNames.get(name) ?? name).replaceAll('-', '_')
      const isNegated = written.startsWith('no_') && isBoolean(written.slice(3))
      const param = isNegated ? written.slice(3) : written
      const next = argv[at + 1]
      const mayTake = next !== undefined && (!isNegated || booleans.has(next.toLowerCase()))
      const takesNext = value === undefined && mayTake && isValueOf(param, next, at + 2)
      const text = value ?? (takesNext ? next : isBoolean(param) ? 'true' : '')
      const isTrue = isBoolean(param) ? booleans.get(text.toLowerCase()) : undefined
      const given = isTrue === undefined ? text : String(isTrue !== isNegated)
      if (isOwn(param)) flags.own.push([kebab(param), given])
      else flags.parameters.push([param, given])
      if (takesNext) at++
    }
  }
  flags.json = flags.own.some(([name, value]) => name === 'json' && value === 'true')
  return flags
}
