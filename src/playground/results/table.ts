/** Converts a list to a table. */

const maxItemsForColumns = 1000

/** Returns a column for each field that any object has, and the column `value` for other items. Returns null if the value isn't a list. */
export function tableOf(value: unknown) {
  if (!Array.isArray(value)) return null
  const records = value.map((item: unknown) => (typeof item === 'object' && item !== null ? item : { value: item }))
  const columns = [...new Set(records.slice(0, maxItemsForColumns).flatMap((record) => Object.keys(record)))]
  // The scraped page chooses these names, and `constructor` may be one.
  const cell = (record: object, name: string) => (Object.hasOwn(record, name) ? Reflect.get(record, name) : undefined)
  return { columns, rows: records.map((record) => columns.map((name) => cell(record, name))) }
}

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
