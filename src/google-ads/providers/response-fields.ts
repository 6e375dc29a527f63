/** Reads fields of a service's JSON, whose shape can change at any time. */

/** A JSON object whose values have not been checked. */
export type UncheckedFields = Readonly<Record<string, unknown>>

/** The object's fields; an empty object for any other value. */
export function fieldsOf(value: unknown): UncheckedFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UncheckedFields) : {}
}

/** The fields of each item; an empty list for anything but a list. */
export function itemsOf(value: unknown): UncheckedFields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}
