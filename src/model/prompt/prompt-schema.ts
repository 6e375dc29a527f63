/** Finds the JSON Schema in a prompt, or infers one from the example in it. */

import type { JsonSchema } from '../model/language-model.ts'
import { asksForJson } from './prompt-intent.ts'

/**
 * Returns the schema in the prompt, else one inferred from its longest example; null if it has neither. An example
 * counts only if JSON is requested: braces may be part of a question.
 */
export function schemaInPrompt(prompt: string): JsonSchema | null {
  const candidates = jsonIn(prompt)
  const schema = candidates.find(isSchema)
  if (schema) return schema as JsonSchema
  const example = asksForJson(prompt) ? candidates[0] : undefined
  return example === undefined ? null : inferSchema(example)
}

const maxBrackets = 200
/** Deeper than anyone writes a schema by hand: recursion through it must not overflow the stack. */
const maxDepth = 50

/** Non-empty objects and arrays that a string contains as JSON, longest first. */
function jsonIn(text: string): object[] {
  const candidates: { value: object; length: number }[] = []
  let brackets = 0
  for (let at = 0; at < text.length && brackets < maxBrackets; at++) {
    if (text[at] !== '{' && text[at] !== '[') continue
    brackets++
    const end = endOfBrackets(text, at)
    const value = end === null ? undefined : parseObject(text.slice(at, end))
    if (end === null || value === undefined || Object.keys(value).length === 0) continue
    candidates.push({ value, length: end - at })
    at = end - 1
  }
  return candidates.sort((a, b) => b.length - a.length).map(({ value }) => value)
}

/** Index after the bracket that closes the one at `start`; null if there isn't one. */
function endOfBrackets(text: string, start: number): number | null {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      if (++depth > maxDepth) return null
    } else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return null
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // The brackets contain something other than JSON.
    return undefined
  }
}

function isSchema(value: object): boolean {
  if (Array.isArray(value)) return false
  const { type, properties, items, $schema, $ref, anyOf, oneOf } = value as JsonSchema
  if (typeof $schema === 'string') return true
  if (type === 'object') return typeof properties === 'object' && properties !== null
  if (type === 'array') return typeof items === 'object' && items !== null
  return typeof $ref === 'string' || Array.isArray(anyOf) || Array.isArray(oneOf)
}

/** Infers a schema for values like this one. Null in an example allows any text, number or boolean. */
function inferSchema(value: unknown): JsonSchema {
  if (Array.isArray(value))
    return { type: 'array', items: value.length > 0 ? inferSchema(value[0]) : { type: 'string' } }
  if (typeof value === 'object' && value !== null) {
    const properties = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inferSchema(part)]))
    return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  }
  if (value === null) return { anyOf: ['string', 'number', 'boolean'].map((type) => ({ type })) }
  return { type: typeof value }
}
