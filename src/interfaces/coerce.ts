/** Coerces text to the types of an operation's input: for query strings, flags, and MCP clients that send numbers as text. */

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

/** Longest text that is read as a number: a double has at most 767 digits that count. */
const maxNumberChars = 1000

/** Longest text that is read as JSON. */
const maxJsonChars = 128 * 1024

interface Coercion {
  /** A longer text is left as it is. */
  maxChars: number
  /** Text → value, or undefined for text that is none. */
  read(text: string): unknown
}

/** By kind of parameter. Every pattern takes linear time. */
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
  // A schema that judges any value by itself: JSON (src/contract/json-object.ts).
  unknown: { maxChars: maxJsonChars, read: jsonOf },
}

/** More items than any list may have: a longer list is refused whatever the others are. */
const maxItems = 100

/** JSON text of a list, or words with commas between them; undefined for brackets that are no JSON. */
function listOf(text: string): unknown {
  if (text.trimStart().startsWith('[')) return jsonOf(text)
  return text.trim() === '' ? [] : text.split(',', maxItems).map((word) => word.trim())
}

/** A finite number beyond every bound, so that an infinite one is reported by its bound. */
function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
}

/** Unknown parameters that are kept, to be refused by name; further ones are only counted. */
const maxUnknown = 20

/** Raw parameters, and the problems of those that are not among them. */
export interface CoercedParameters {
  raw: Values
  faulty: Problem[]
}

/** Parameters of a query string or of flags. A name that is given twice is a problem (docs/api.md, Interfaces). */
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
 * Replaces text where the schema takes something else; text that is none of it stays, for parseInput to refuse. A parameter that is
 * null is absent. `repeated` names those that are given twice.
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
    /** Returns whether the parameter is one of the operation's that was there already. */
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
