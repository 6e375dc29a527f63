/** JSON values of unknown shape. */

export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
