/** Flags → parameters: the command line's reading of an operation's input. */

import type { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import { kindOf } from './coerce.ts'

export interface Flags {
  /** Parameter and text, in the order given; a name may come twice. */
  parameters: [string, string][]
  json: boolean
  help: boolean
}

const truthWords = new Set(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'])

/**
 * `--render-js`, `--render_js`, `--max-chars 100`, `--max-chars=100`; the first bare word is the first required parameter.
 * A bare boolean flag means true. Unknown flags come back as parameters: the contract refuses them by name.
 */
export function parseFlags(operation: Operation, argv: readonly string[]): Flags {
  const [main = ''] = Object.keys(operation.input.shape)
  const flags: Flags = { parameters: [], json: false, help: false }
  let onlyWords = false

  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (onlyWords || !word.startsWith('-') || word === '-') {
      flags.parameters.push([main, word])
    } else if (word === '--') {
      onlyWords = true
    } else if (word === '--json') {
      flags.json = true
    } else if (word === '--help' || word === '-h') {
      flags.help = true
    } else {
      const [, name = '', value] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? []
      const param = name.replaceAll('-', '_')
      const next = argv[at + 1]
      if (value !== undefined) flags.parameters.push([param, value])
      else if (isBoolean(operation, param)) {
        const isTruthWord =
          next !== undefined && truthWords.has(next.toLowerCase()) && hasMain(flags, main, argv, at + 2)
        flags.parameters.push([param, isTruthWord ? next : 'true'])
        if (isTruthWord) at++
      } else {
        // A value may begin with one hyphen (a negative number), not with two.
        const hasValue = next !== undefined && !next.startsWith('--') && Object.hasOwn(operation.input.shape, param)
        flags.parameters.push([param, hasValue ? next : ''])
        if (hasValue) at++
      }
    }
  }
  return flags
}

/** `--main-content false` reads `false` as the flag's value, unless it must be the URL or the query. */
function hasMain(flags: Flags, main: string, argv: readonly string[], from: number): boolean {
  return flags.parameters.some(([param]) => param === main) || argv.slice(from).some((word) => !word.startsWith('-'))
}

function isBoolean(operation: Operation, param: string): boolean {
  const schema = Object.hasOwn(operation.input.shape, param) ? operation.input.shape[param] : undefined
  return schema !== undefined && kindOf(schema as z.ZodType) === 'boolean'
}
