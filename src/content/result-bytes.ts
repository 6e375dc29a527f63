/** Bounds the size in bytes of a result's JSON, which stays in memory until the response is sent. */

import { isWritten, writtenFields } from './written.ts'

/** Text longer than this is measured exactly. For shorter text, an upper bound is enough. */
const measuredChars = 1_000_000

/** A control character takes six bytes (`\u0001`). All other characters take fewer. */
const maxBytesPerChar = 6

/** Bytes for the quotes, comma or colon around a value, and for the longest number. */
const valueBytes = 26

/**
 * Returns an upper bound for the UTF-8 bytes of `JSON.stringify(value)`. The value is plain data, and may include serialized contents.
 * @example
 * maxJsonBytes({ title: 'Hello' }) // 70
 */
export function maxJsonBytes(value: unknown): number {
  if (typeof value === 'string') {
    if (value.length > measuredChars) return Buffer.byteLength(JSON.stringify(value)) + 1
    return value.length * maxBytesPerChar + 4
  }
  if (typeof value !== 'object' || value === null) return valueBytes
  if (isWritten(value)) return value.json.byteLength
  let bytes = 2
  if (Array.isArray(value)) for (const item of value) bytes += maxJsonBytes(item)
  else {
    const fields = Object.entries(writtenFields(value) ?? value)
    for (const [name, field] of fields) bytes += maxJsonBytes(name) + maxJsonBytes(field)
  }
  return bytes
}
