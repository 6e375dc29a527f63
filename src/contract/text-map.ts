/** Parameters that are objects of names and texts: a caller's own headers and cookies. */

import { z } from 'zod'
import { addProblem } from './parameters.ts'

type TextMap = Readonly<Record<string, string>>

interface TextMapOptions {
  description: string
  example: TextMap
  /** Names that differ in case alone are the same name. */
  ignoresCase?: boolean
  /** What is wrong with a name and its value, or null. The sentence never repeats the value: it is a secret. */
  check(name: string, value: string): string | null
}

const maxEntries = 20
/** Of names and values together, in UTF-16 units. */
const maxChars = 8192

/** Object of text to text, at most 20 entries of 8,192 characters together. Problems are value_error, and name no value. */
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

/** Equal maps are equal as JSON, in whatever order they were written. */
function inOrder(map: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function problemOf(
  entries: [string, string][],
  { check, ignoresCase = false }: Pick<TextMapOptions, 'check' | 'ignoresCase'>,
): string | null {
  if (entries.length > maxEntries) return `there should be at most ${maxEntries} entries`
  if (entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > maxChars) {
    return `names and values should have at most ${maxChars} characters together`
  }
  const names = new Set(entries.map(([name]) => (ignoresCase ? name.toLowerCase() : name)))
  if (names.size < entries.length) return 'a name is given twice'
  for (const [name, value] of entries) {
    const problem = check(name, value)
    if (problem !== null) return problem
  }
  return null
}
