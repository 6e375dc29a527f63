/** Reads fields from a service's JSON, whose shape can change at any time. */

import { isJsonObject } from '../../base/json-value.ts'

/** A JSON object whose values have not been checked. */
export type UncheckedFields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): UncheckedFields {
  return isJsonObject(value) ? value : {}
}

/** Real lists contain at most a few hundred items. */
const maxItems = 10_000

/** The first 10,000 objects of a list; empty for any other value. */
export function itemsOf(value: unknown): UncheckedFields[] {
  return Array.isArray(value) ? value.slice(0, maxItems).filter(isJsonObject) : []
}

/** The value at the end of a path of field names; undefined if one is missing. */
export function fieldAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => fieldsOf(inner)[name], value)
}
