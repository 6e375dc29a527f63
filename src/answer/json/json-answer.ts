/** The text of an answer that is to be JSON → its value, or what is wrong with it; one that was cut is closed where it still holds. */

import type { JsonSchema } from '../model/language-model.ts'
import { type JsonShape, shapeOf } from './answer-schema.ts'

export type JsonAnswer = { value: unknown } | { fault: string }

/**
 * The caller's value out of a model's answer. A caller's schema can be made to judge for ever, and what it judges comes from
 * a page: this is work for a reading thread.
 */
export function readModelJson(text: string, schema: JsonSchema | null, isCut: boolean): JsonAnswer {
  const shape = shapeOf(schema)
  const read = readJson(text, shape)
  return 'fault' in read && isCut ? (readCutJson(text, shape) ?? read) : read
}

/** Reads JSON out of code fences and words around it, too. */
export function readJson(text: string, shape: JsonShape): JsonAnswer {
  const value = parse(bare(text))
  if (value === undefined) return { fault: 'It is not valid JSON' }
  return check(value, shape)
}

/** The longest beginning of a cut answer that is whole when its brackets are closed and that has the right form; null when none has. */
export function readCutJson(text: string, shape: JsonShape): { value: unknown } | null {
  const source = text.slice(Math.max(0, text.search(/[[{]/)))
  for (const end of endsOfValues(source).slice(-maxTries).reverse()) {
    const value = parse(closed(source.slice(0, end)))
    const read = value === undefined ? null : check(value, shape)
    if (read && 'value' in read) return read
  }
  return null
}

const maxTries = 200

function check(answer: unknown, shape: JsonShape): JsonAnswer {
  const value = shape.unwrap(answer, parse)
  if (value === undefined) return { fault: 'The JSON text in its field is not valid JSON' }
  const fault = shape.faultOf(value)
  return fault === null ? { value } : { fault: `It does not have the form that was asked for: ${fault}` }
}

/** Without a code fence, and without words before and behind. */
function bare(text: string): string {
  const trimmed = text.trim()
  const fenced = /^[^{["]*?```(?:json)?\s*\n([\s\S]*?)\n?\s*```/i.exec(trimmed)?.[1]
  if (fenced !== undefined) return fenced.trim()
  if (parse(trimmed) !== undefined) return trimmed
  const start = trimmed.search(/[[{]/)
  const end = Math.max(trimmed.lastIndexOf('}'), trimmed.lastIndexOf(']'))
  return start >= 0 && end > start ? trimmed.slice(start, end + 1) : trimmed
}

/** Deeper than any page's data: what walks through a value must not run out of stack. */
const maxDepth = 200

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  scan(text, (char) => {
    if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth)
    else if (char === '}' || char === ']') depth--
  })
  return deepest
}

function parse(text: string): unknown {
  if (depthOf(text) > maxDepth) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // The caller says what is wrong, in words for the model.
    return undefined
  }
}

/** Places before a comma and behind a bracket, outside of texts. */
function endsOfValues(text: string): number[] {
  const ends: number[] = []
  scan(text, (char, at) => {
    if (char === ',') ends.push(at)
    else if (char === '}' || char === ']') ends.push(at + 1)
  })
  return ends
}

/** With the brackets closed that are still open. */
function closed(text: string): string {
  const open: string[] = []
  scan(text, (char) => {
    if (char === '{') open.push('}')
    else if (char === '[') open.push(']')
    else if (char === '}' || char === ']') open.pop()
  })
  return text + open.reverse().join('')
}

function scan(text: string, visit: (char: string, at: number) => void): void {
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (inText) {
      if (char === '\\') at++
      else if (char === '"') inText = false
    } else if (char === '"') inText = true
    else visit(char, at)
  }
}
