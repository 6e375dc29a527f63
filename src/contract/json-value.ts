/** Values of JSON whose shape is not known. */

export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value of JSON is an object. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
