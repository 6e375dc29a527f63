/** Parameters that map names to strings: the caller's own headers and cookies. */

import { z } from 'zod'
import { addProblem } from './parameters.ts'

type TextMap = Readonly<Record<string, string>>

interface TextMapOptions {
  description: string
  example: TextMap
  /** True if names are case-insensitive. */
  ignoresCase?: boolean
  /** Returns the problem with a name and its value, or null. Must not repeat the value, which is a secret. */
  check(name: string, value: string): string | null
}

const maxEntries = 20
/** Total length of names and values, in UTF-16 units. */
const maxChars = 8192

/** An object of strings, with at most 20 entries and 8,192 characters in total. Problems are value_errors that never contain a value. */
export function textMap({ description, example, ...rules }: TextMapOptions) {
  return z
    .record(z.string(), z.string())
    .overwrite(inOrder)
    .check((context) => {
      const problem = problemOf(Object.entries(context.value), rules)
      if (problem !== null) addProblem(context, 'value_error', `Value error, ${problem}`)
    })
    .optional()
    .meta({ description, examples: [example] })
}

/** Sorts the entries, so that equal maps give equal JSON. */
function inOrder(map: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function problemOf(
  entries: [string, string][],
  { check, ignoresCase = false }: Pick<TextMapOptions, 'check' | 'ignoresCase'>,
): string | null {
  if (entries.length > maxEntries) return `there should be at most ${maxEntries} entries`
  if (entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > maxChars) {
    return `names and values should have at most ${maxChars} characters in total`
  }
  const names = new Set(entries.map(([name]) => (ignoresCase ? name.toLowerCase() : name)))
  if (names.size < entries.length) return 'a name is duplicated'
  for (const [name, value] of entries) {
    const problem = check(name, value)
    if (problem !== null) return problem
  }
  return null
}
