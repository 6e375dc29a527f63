/** Text → typed input, guided by the schema: for query strings, flags and MCP clients that send numbers as text. */

import type { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import { kindOf } from '../contract/parameters.ts'
import { problem } from '../contract/parse-input.ts'
import type { Problem } from '../errors.ts'

type Values = Record<string, unknown>

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

/** By kind of schema: text → value, or undefined when it can't be read. */
const readers: Record<string, (text: string) => unknown> = {
  boolean: (text) => (Object.hasOwn(booleans, text.toLowerCase()) ? booleans[text.toLowerCase()] : undefined),
  int: (text) => (/^[+-]?\d+(\.0*)?$/.test(text.trim()) ? finite(Number(text)) : undefined),
  number: (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined),
}

/** So large that no bound lets it pass, and still a number to tell the bound to. */
function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
}

/** A name may come more than once: that is a fault (docs/api.md, Interfaces), told with the contract's own. */
export function coerceParameters(
  operation: Pick<Operation, 'input'>,
  parameters: Iterable<readonly [string, string]>,
): { raw: Values; faulty: Problem[] } {
  const raw: Values = Object.create(null)
  const twice = new Set<string>()
  for (const [param, text] of parameters) {
    if (param in raw && Object.hasOwn(operation.input.shape, param)) twice.add(param)
    raw[param] = text
  }
  for (const param of twice) delete raw[param]
  return {
    raw: coerceValues(operation, raw),
    faulty: [...twice].map((param) =>
      problem(param, 'value_error', 'Value error, the parameter is given more than once'),
    ),
  }
}

/** Reads text where the schema wants a number or a boolean; what it can't read is left for the contract to refuse. */
export function coerceValues(operation: Pick<Operation, 'input'>, values: Readonly<Values>): Values {
  const raw: Values = Object.create(null)
  for (const [param, value] of Object.entries(values)) {
    const schema = Object.hasOwn(operation.input.shape, param) ? operation.input.shape[param] : undefined
    const read = schema && typeof value === 'string' ? readers[kindOf(schema as z.ZodType)] : undefined
    raw[param] = read?.(value as string) ?? value
  }
  return raw
}
