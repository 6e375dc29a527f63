/** Parses JSON in the text of a parameter. */

import { JsonTooComplexError, parseJson } from './parse-json.ts'

/** The text isn't JSON, is too complex, or has a duplicate name. The message is the end of a sentence about it. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
}

/** Returns the value. Throws JsonTextError. */
export function parseJsonText(text: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    const reason = error instanceof JsonTooComplexError ? 'is too complex' : 'is not valid JSON'
    throw new JsonTextError(`${reason}: ${(error as Error).message}`)
  }
  if (repeatedNames(text).size > 0) throw new JsonTextError('has a duplicate name')
  return value
}

/** Matches braces, and strings with the colon that follows a name. */
const tokens = /[{}]|("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)/g

/** Returns the outer object's names that are duplicated, or whose values contain a duplicate name. Expects valid JSON. */
export function repeatedNames(text: string): Set<string> {
  const repeated = new Set<string>()
  const open: Set<string>[] = []
  let member = ''
  for (const [token, string = '', colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon) {
      const name = JSON.parse(string) as string
      const names = open.at(-1)
      if (open.length === 1) member = name
      if (names?.has(name)) repeated.add(member)
      names?.add(name)
    }
  }
  return repeated
}
