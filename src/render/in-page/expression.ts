/** Makes JavaScript source from functions and the values that they are called with. */

import type { PageExpression } from './page-api.ts'

/** What can be written as source: plain data, and functions that use nothing but their parameters and the browser's globals. */
export type Sendable =
  | null
  | boolean
  | number
  | string
  | readonly Sendable[]
  | { readonly [name: string]: Sendable }
  | ((...args: never[]) => unknown)

/** A call of the function. Its source is its own text, without types when Node has loaded it. */
export function callExpression<Args extends readonly Sendable[], Result>(
  run: (...args: Args) => Result,
  ...args: Args
): PageExpression<Result> {
  return `(${run})(${args.map(toSource).join(', ')})`
}

/** An expression for the value. */
export function toSource(value: Sendable): string {
  if (typeof value === 'function') return `(${value})`
  if (Array.isArray(value)) return `[${value.map(toSource).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${toSource(field)}`)
  return `{ ${fields.join(', ')} }`
}
