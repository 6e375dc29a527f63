/** Looks up names that pages and services choose. */

/** Undefined for what the record itself does not have: `constructor` may be a name. */
export function ownField<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
