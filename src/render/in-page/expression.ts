/** Builds JavaScript source from functions and their arguments. */

import type { PageExpression } from './page-api.ts'

/** Values that can be written as source: plain data, and functions that use only their parameters and the browser's globals. */
export type Sendable =
  | null
  | boolean
  | number
  | string
  | readonly Sendable[]
  | { readonly [name: string]: Sendable }
  | ((...args: never[]) => unknown)

/** Returns a call to the function as source. Node has already removed the types from the function's text. */
export function callExpression<Args extends readonly Sendable[], Result>(
  run: (...args: Args) => Result,
  ...args: Args
): PageExpression<Result> {
  return `(${run})(${args.map(toSource).join(', ')})`
}

export function toSource(value: Sendable): string {
  if (typeof value === 'function') return `(${value})`
  if (Array.isArray(value)) return `[${value.map(toSource).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${toSource(field)}`)
  return `{ ${fields.join(', ')} }`
}
