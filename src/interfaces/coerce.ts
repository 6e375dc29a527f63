/** Converts strings to the types of an operation's input, for query strings, flags, and MCP clients that send numbers as strings. */

import type { z } from 'zod'
import type { Problem } from '../base/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { parameterKind } from '../contract/parameters.ts'
import { parameterProblem } from '../contract/parse-input.ts'
import { jsonOf } from './json-text.ts'

type Values = Record<string, unknown>

const booleans = new Map(
  Object.entries({ true: true, '1': true, yes: true, on: true, false: false, '0': false, no: false, off: false }),
)

/** Maximum length of a number. A double has at most 767 significant digits. */
const maxNumberChars = 1000

/** Maximum length of JSON text. */
const maxJsonChars = 128 * 1024

interface Coercion {
  /** Longer text is left unchanged. */
  maxChars: number
  /** Returns the value, or undefined if the text isn't one. */
  read(text: string): unknown
}

/** Coercions by kind of parameter. Every pattern takes linear time. */
const coercions: Record<string, Coercion> = {
  boolean: { maxChars: maxNumberChars, read: (text) => booleans.get(text.toLowerCase()) },
  int: {
    maxChars: maxNumberChars,
    read: (text) => (/^[+-]?\d+(\.0*)?$/.test(text.trim()) ? finite(Number(text)) : undefined),
  },
  number: {
    maxChars: maxNumberChars,
    read: (text) => (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined),
  },
  record: { maxChars: maxJsonChars, read: jsonOf },
  array: { maxChars: maxJsonChars, read: listOf },
  // A schema that accepts any value and checks it itself: JSON (src/contract/json-object.ts).
  unknown: { maxChars: maxJsonChars, read: jsonOf },
}

/** More items than any list may have, so that a longer list is always rejected. */
const maxItems = 100

/** Parses a JSON array, or comma-separated words. Undefined for brackets that aren't JSON. */
function listOf(text: string): unknown {
  if (text.trimStart().startsWith('[')) return jsonOf(text)
  return text.trim() === '' ? [] : text.split(',', maxItems).map((word) => word.trim())
}

/** Replaces infinity with a finite number beyond every bound, so that the bound is reported. */
function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
}

/** Maximum number of unknown parameters to reject by name. Any others are only counted. */
const maxUnknown = 20

/** Raw parameters, and problems with parameters that were left out. */
export interface CoercedParameters {
  raw: Values
  faulty: Problem[]
}

/** Returns the parameters of a query string or of flags. A duplicate name is a problem (docs/api.md, Interfaces). */
export function coerceParameters(
  operation: Pick<Operation, 'input'>,
  parameters: Iterable<readonly [string, string]>,
): CoercedParameters {
  const given = createParameters(operation)
  const repeated = new Set<string>()
  for (const [param, text] of parameters) if (given.add(param, text)) repeated.add(param)
  return refuseRepeated(given.end(), repeated)
}

/**
 * Converts strings if the schema expects another type. Invalid ones stay strings, which parseInput rejects. A parameter that is
 * null is absent. `repeated` are duplicate names.
 */
export function coerceValues(
  operation: Pick<Operation, 'input'>,
  values: Readonly<Values>,
  repeated: ReadonlySet<string> = new Set(),
): CoercedParameters {
  const given = createParameters(operation)
  const { shape } = operation.input
  const isParameter = (name: string) => Object.hasOwn(shape, name)
  for (const name of Object.keys(values)) {
    if (values[name] !== null || !isParameter(name)) given.add(name, values[name])
  }
  return refuseRepeated(given.end(), [...repeated].filter(isParameter))
}

function refuseRepeated({ raw, faulty }: CoercedParameters, repeated: Iterable<string>): CoercedParameters {
  const problems = [...repeated].map((param) => {
    delete raw[param]
    return parameterProblem(param, 'value_error', 'Value error, the parameter is given more than once')
  })
  return { raw, faulty: [...problems, ...faulty] }
}

function createParameters({ input: { shape } }: Pick<Operation, 'input'>) {
  const raw: Values = Object.create(null)
  let [unknown, unnamed] = [0, 0]
  return {
    /** Returns true if the parameter belongs to the operation and was already set. */
    add(param: string, value: unknown): boolean {
      const schema = Object.hasOwn(shape, param) ? shape[param] : undefined
      const isRepeated = param in raw
      if (schema) raw[param] = coerce(schema as z.ZodType, value)
      else if (isRepeated || unknown++ < maxUnknown) raw[param] = value
      else unnamed++
      return schema !== undefined && isRepeated
    },
    end(): CoercedParameters {
      return { raw, faulty: unnamed > 0 ? [unknownParameters(unnamed)] : [] }
    },
  }
}

function coerce(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const { maxChars, read } = coercions[parameterKind(schema)] ?? asItIs
  return value.length > maxChars ? value : (read(value) ?? value)
}

const asItIs: Coercion = { maxChars: 0, read: () => undefined }

function unknownParameters(count: number): Problem {
  return { loc: ['query'], msg: `${count} more inputs are not permitted`, type: 'extra_forbidden' }
}
