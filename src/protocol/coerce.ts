/** Coerces text to the types of an operation's input: for query strings, flags, and MCP clients that send numbers as text. */

import type { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import { parameterKind } from '../contract/parameters.ts'
import { parameterProblem } from '../contract/parse-input.ts'
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

/** By kind of parameter: text → value, or undefined for text that is none. */
const coercions: Record<string, (text: string) => unknown> = {
  boolean: (text) => (Object.hasOwn(booleans, text.toLowerCase()) ? booleans[text.toLowerCase()] : undefined),
  int: (text) => (/^[+-]?\d+(\.0*)?$/.test(text.trim()) ? finite(Number(text)) : undefined),
  number: (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined),
}

/** A finite number beyond every bound, so that an infinite one is reported by its bound. */
function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
}

/** Parameters of a query string or of flags. A name that is given twice is a problem (docs/api.md, Interfaces). */
export function coerceParameters(
  operation: Pick<Operation, 'input'>,
  parameters: Iterable<readonly [string, string]>,
): { raw: Values; faulty: Problem[] } {
  const raw: Values = Object.create(null)
  const repeated = new Set<string>()
  for (const [param, text] of parameters) {
    if (param in raw && Object.hasOwn(operation.input.shape, param)) repeated.add(param)
    raw[param] = text
  }
  for (const param of repeated) delete raw[param]
  return {
    raw: coerceValues(operation, raw),
    faulty: [...repeated].map((param) =>
      parameterProblem(param, 'value_error', 'Value error, the parameter is given more than once'),
    ),
  }
}

/** Replaces text where the schema takes a number or a boolean. Text that is none stays, for parseInput to refuse. */
export function coerceValues(operation: Pick<Operation, 'input'>, values: Readonly<Values>): Values {
  const raw: Values = Object.create(null)
  for (const [param, value] of Object.entries(values)) {
    const schema = Object.hasOwn(operation.input.shape, param) ? operation.input.shape[param] : undefined
    const coerce = schema && typeof value === 'string' ? coercions[parameterKind(schema as z.ZodType)] : undefined
    raw[param] = coerce?.(value as string) ?? value
  }
  return raw
}
