/** Text → typed input, guided by the schema: for query strings, flags and MCP clients that send numbers as text. */

import type { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import { kindOf } from '../contract/parameters.ts'
import { problem } from '../contract/parse-input.ts'
import type { ErrorType, Problem } from '../errors.ts'

interface Coerced {
  raw: Record<string, unknown>
  faulty: Problem[]
}

const booleans: Record<string, boolean> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
}

const readers: Record<string, { read(text: string): unknown; type: ErrorType; message: string }> = {
  boolean: {
    read: (text) => (Object.hasOwn(booleans, text.toLowerCase()) ? booleans[text.toLowerCase()] : undefined),
    type: 'bool_parsing',
    message: 'Input should be a valid boolean',
  },
  int: {
    read: (text) => (/^[+-]?\d+(\.0*)?$/.test(text.trim()) ? Number(text) : undefined),
    type: 'int_parsing',
    message: 'Input should be a valid integer',
  },
  number: {
    read: (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined),
    type: 'float_parsing',
    message: 'Input should be a valid number',
  },
}

/** A name may come more than once: that is a fault (API.md §1). */
export function coerceParameters(
  operation: Pick<Operation, 'input'>,
  parameters: Iterable<readonly [string, string]>,
): Coerced {
  const raw: Record<string, unknown> = Object.create(null)
  const twice = new Set<string>()
  for (const [param, text] of parameters) {
    if (param in raw) twice.add(param)
    raw[param] = text
  }
  const known = [...twice].filter((param) => Object.hasOwn(operation.input.shape, param))
  const faulty = known.map((param) =>
    problem(param, 'value_error', 'Value error, the parameter is given more than once'),
  )
  for (const param of known) delete raw[param]
  const coerced = coerceValues(operation, raw)
  return { raw: coerced.raw, faulty: [...faulty, ...coerced.faulty] }
}

/** Reads text where the schema wants a number or a boolean; everything else is left for the contract to judge. */
export function coerceValues(operation: Pick<Operation, 'input'>, values: Readonly<Record<string, unknown>>): Coerced {
  const raw: Record<string, unknown> = Object.create(null)
  const faulty: Problem[] = []
  for (const [param, value] of Object.entries(values)) {
    const schema = Object.hasOwn(operation.input.shape, param) ? operation.input.shape[param] : undefined
    const reader = schema && typeof value === 'string' ? readers[kindOf(schema as z.ZodType)] : undefined
    const read = reader ? reader.read(value as string) : value
    if (reader && read === undefined) faulty.push(problem(param, reader.type, reader.message))
    else raw[param] = read
  }
  return { raw, faulty }
}
