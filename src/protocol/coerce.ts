/** Coerces text to the types of an operation's input: for query strings, flags, and MCP clients that send numbers as text. */

import type { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import { parameterKind } from '../contract/parameters.ts'
import { parameterProblem } from '../contract/parse-input.ts'
import type { Problem } from '../errors.ts'

type Values = Record<string, unknown>

const booleans = new Map(
  Object.entries({ true: true, '1': true, yes: true, on: true, false: false, '0': false, no: false, off: false }),
)

/** Longest text that is read as a number: a double has at most 767 digits that count. */
const maxNumberChars = 1000

/** By kind of parameter: text → value, or undefined for text that is none. Every pattern takes linear time. */
const coercions: Record<string, (text: string) => unknown> = {
  boolean: (text) => booleans.get(text.toLowerCase()),
  int: (text) => (/^[+-]?\d+(\.0*)?$/.test(text.trim()) ? finite(Number(text)) : undefined),
  number: (text) => (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined),
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
  const { raw, faulty } = given.end()
  for (const param of repeated) delete raw[param]
  const problems = [...repeated].map((param) =>
    parameterProblem(param, 'value_error', 'Value error, the parameter is given more than once'),
  )
  return { raw, faulty: [...problems, ...faulty] }
}

/** Replaces text where the schema takes a number or a boolean. Text that is none stays, for parseInput to refuse. */
export function coerceValues(operation: Pick<Operation, 'input'>, values: Readonly<Values>): CoercedParameters {
  const given = createParameters(operation)
  for (const param of Object.keys(values)) given.add(param, values[param])
  return given.end()
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
  if (typeof value !== 'string' || value.length > maxNumberChars) return value
  return coercions[parameterKind(schema)]?.(value) ?? value
}

function unknownParameters(count: number): Problem {
  return { loc: ['query'], msg: `${count} more inputs are not permitted`, type: 'extra_forbidden' }
}
