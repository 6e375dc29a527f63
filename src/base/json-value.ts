/** Values of JSON whose shape is not known. */

export type JsonObject = Readonly<Record<string, unknown>>

/** True for an object of JSON, false for other values. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
