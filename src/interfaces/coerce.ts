/** Converts strings to the types of an operation's input, for query strings, flags, and MCP clients that send numbers as strings. */

import type { z } from 'zod'
import type { Problem } from '../base/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { exampleOf, isTextList, parameterKind } from '../contract/parameters.ts'
import { parameterProblem } from '../contract/parse-input.ts'
import { JsonTextError, parseJsonText } from './parse-json.ts'

type Values = Record<string, unknown>

export const booleans = new Map(
  Object.entries({ true: true, '1': true, yes: true, on: true, false: false, '0': false, no: false, off: false }),
)

/** Longer text is left unchanged. */
const maxChars = 128 * 1024

/** Return the value by kind of parameter, or undefined if the text isn't valid. Throw JsonTextError. Every pattern takes linear time. */
const coercions: Record<string, (text: string) => unknown> = {
  boolean: (text) => booleans.get(text.toLowerCase()),
  int: (text) => (/^[+-]?\d+(\.0*)?$/.test(text.trim()) ? finite(Number(text)) : undefined),
  number: (text) => (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined),
  record: parseJsonText,
  array: listOf,
  // A schema that accepts any value and checks it itself: JSON (src/contract/parameters.ts).
  unknown: parseJsonText,
}

/** More items than any parameter allows, so that a longer list is always rejected. */
const maxItems = 100

/** Parses a JSON array or comma-separated words. Throws JsonTextError for brackets that aren't JSON. */
function listOf(text: string): unknown {
  if (text.trimStart().startsWith('[')) return parseJsonText(text)
  return text.trim() === '' ? [] : text.split(',', maxItems).map((word) => word.trim())
}

/** Replaces infinity with a finite number that exceeds every bound, so that the bound is reported. */
function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
}

/** Maximum number of unknown parameters to reject by name. Any more are only counted. */
const maxUnknown = 20

export interface CoercedParameters {
  raw: Values
  faulty: Problem[]
}

/** Returns the parameters of a query string or of flags. A duplicate name is a problem (docs/api.md, Interfaces). */
export function coerceParameters(
  operation: Pick<Operation, 'input'>,
  parameters: Iterable<readonly [string, string]>,
): CoercedParameters {
  const given = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [param, text] of parameters) {
    if (given.has(param)) repeated.add(param)
    given.set(param, text)
  }
  return coerceValues(operation, Object.fromEntries(given), repeated)
}

/**
 * Converts strings if the schema expects another type. Invalid ones stay strings, which parseInput rejects. Null counts as absent.
 * `repeated` contains duplicate names.
 */
export function coerceValues(
  { input: { shape } }: Pick<Operation, 'input'>,
  values: Readonly<Values>,
  repeated: ReadonlySet<string> = new Set(),
): CoercedParameters {
  const raw: Values = Object.create(null)
  const faulty: Problem[] = []
  let unknown = 0
  for (const [param, value] of Object.entries(values)) {
    const schema = Object.hasOwn(shape, param) ? shape[param] : undefined
    if (schema === undefined) {
      if (unknown++ < maxUnknown) raw[param] = value
    } else if (repeated.has(param)) {
      const problem = parameterProblem(param, 'value_error', 'Value error, the parameter is given more than once')
      faulty.push({ ...problem, next: 'Give it only once.' })
    } else if (value !== null) {
      try {
        raw[param] = coerce(schema as z.ZodType, value)
      } catch (error) {
        if (!(error instanceof JsonTextError)) throw error
        faulty.push(jsonProblem(param, schema as z.ZodType, error))
      }
    }
  }
  if (unknown > maxUnknown) faulty.push(unknownParameters(unknown - maxUnknown))
  return { raw, faulty }
}

function coerce(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const coercion = coercions[isTextList(schema) ? 'unknown' : parameterKind(schema)]
  return coercion === undefined || value.length > maxChars ? value : (coercion(value) ?? value)
}

function jsonProblem(param: string, schema: z.ZodType, { message }: JsonTextError): Problem {
  const example = JSON.stringify(exampleOf(schema) ?? {})
  const next = `Pass JSON such as ${example}. In a URL, percent-encode it. In a shell, put it in single quotes.`
  return { ...parameterProblem(param, 'value_error', `Value error, the value ${message}`), next }
}

function unknownParameters(count: number): Problem {
  return { loc: ['query'], msg: `${count} more inputs are not permitted`, type: 'extra_forbidden' }
}
