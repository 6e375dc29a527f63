/** Parses, validates and merges a model's JSON answers. A truncated answer is closed at the last point where it is valid. */

import { attempt } from '../../base/attempt.ts'
import { isJsonObject } from '../../base/json-value.ts'
import type { JsonSchema } from '../model/language-model.ts'
import { createSchemaCheck } from './compiled-schema.ts'

/** The caller's value, or a description of the problem with the answer, without a full stop. */
export type JsonAnswer = { value: unknown } | { problem: string }

/** Describes the problem with a value; null if it is valid. */
type FindProblem = (value: unknown) => string | null

/**
 * Parses a model's answer, which must match the `json_schema` if there is one. A truncated answer is closed at the last point where it is
 * valid. Runs in a worker thread, because validation can take a very long time for a value from an untrusted page.
 * @example
 * await parseJsonAnswer('```json\n{"a": 1}\n```', null, false) // { value: { a: 1 } }
 * await parseJsonAnswer('[1, 2, 3', null, true) // { value: [1, 2] }
 */
export async function parseJsonAnswer(
  text: string,
  schema: JsonSchema | null,
  isTruncated: boolean,
): Promise<JsonAnswer> {
  const findProblem = schema === null ? () => null : await createSchemaCheck(schema)
  const answer = validate(parse(extractJson(text)), findProblem)
  return 'problem' in answer && isTruncated ? (parseTruncatedJson(text, findProblem) ?? answer) : answer
}

/** The longest prefix of a truncated answer that is valid once its brackets are closed; null if there isn't one. */
function parseTruncatedJson(text: string, findProblem: FindProblem): { value: unknown } | null {
  const source = text.slice(Math.max(0, text.search(/[[{]/)))
  for (const end of scan(source).ends.slice(-maxAttempts).reverse()) {
    const beginning = source.slice(0, end)
    const answer = validate(parse(beginning + scan(beginning).closing), findProblem)
    if ('value' in answer) return answer
  }
  return null
}

/** Maximum number of end points to try, starting with the last one. */
const maxAttempts = 200

function validate(value: unknown, findProblem: FindProblem): JsonAnswer {
  if (value === undefined) return { problem: 'It is not valid JSON' }
  const problem = findProblem(value)
  return problem === null ? { value } : { problem: `It does not have the requested form: ${problem}` }
}

/** The JSON in the text. A code fence or words may surround it. */
function extractJson(text: string): string {
  const trimmed = text.trim()
  const opening = /^[^{["]*?```(?:json)?[^\S\n]*\n/i.exec(trimmed)?.[0].length ?? -1
  // A pattern for the whole fence would take cubic time on white space if the fence is never closed.
  const closing = opening < 0 ? -1 : trimmed.indexOf('```', opening)
  if (closing >= 0) return trimmed.slice(opening, closing).trim()
  if (parse(trimmed) !== undefined) return trimmed
  const start = trimmed.search(/[[{]/)
  const end = Math.max(trimmed.lastIndexOf('}'), trimmed.lastIndexOf(']'))
  return start >= 0 && end > start ? trimmed.slice(start, end + 1) : trimmed
}

/** Maximum nesting. A page's data is never this deep, and recursion through a value must not overflow the stack. */
const maxDepth = 200

function parse(text: string): unknown {
  // The callers describe the problem to the model in words.
  return scan(text).depth > maxDepth ? undefined : attempt(() => JSON.parse(text))
}

/** Outside strings: `ends` are the indexes before commas and after closing brackets. `closing` closes the brackets still open at the end. */
function scan(text: string) {
  const ends: number[] = []
  const open: string[] = []
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth = Math.max(depth, open.push(char === '{' ? '}' : ']'))
    else if (char === ',') ends.push(at)
    else if (char === '}' || char === ']') {
      open.pop()
      ends.push(at + 1)
    }
  }
  return { ends, depth, closing: open.reverse().join('') }
}

/**
 * Merges the JSON answers for the parts of a page by joining lists and taking each field from the first part that has it. If two parts
 * contradict each other, `isCertain` is false.
 */
export function mergeJson(values: readonly unknown[]): { value: unknown; isCertain: boolean } {
  let isCertain = true
  const value = values.reduce((merged, value) =>
    mergeTwo(merged, value, () => {
      isCertain = false
    }),
  )
  return { value, isCertain }
}

function mergeTwo(a: unknown, b: unknown, contradict: () => void): unknown {
  if (isEmpty(b)) return a
  if (isEmpty(a)) return b
  // Both answers may contain an item at the boundary between two parts.
  if (Array.isArray(a) && Array.isArray(b))
    return [...new Map([...a, ...b].map((one) => [JSON.stringify(one), one])).values()]
  if (isJsonObject(a) && isJsonObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    const merge = (name: string) => mergeTwo(ownField(a, name), ownField(b, name), contradict)
    return Object.fromEntries([...names].map((name) => [name, merge(name)]))
  }
  if (JSON.stringify(a) !== JSON.stringify(b)) contradict()
  return a
}

/** Reads only own properties, because a page can make a model write `__proto__`. */
function ownField(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
