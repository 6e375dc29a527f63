/** The headers and cookies from the command line: one per flag, as JSON, or in files. */

import { type Field, faulty, maxFileBytes, type OwnKind, parseField, parseFieldFile } from './field-file.ts'
import { readGiven } from './given-file.ts'

export interface GivenFields {
  each: readonly string[]
  file: string | undefined
  /** Coerced value of `--headers` or `--cookies`: an object, or a value that the contract rejects. */
  json: unknown
}

/** Returns the parameter, or undefined if none was given. Throws value_error, including for a duplicate name. */
export async function readGivenFields(
  kind: OwnKind,
  { each, file, json }: GivenFields,
  signal: AbortSignal,
): Promise<unknown> {
  if (each.length === 0 && file === undefined) return json
  if (json !== undefined && (typeof json !== 'object' || json === null)) return json
  const fields = [
    ...(Object.entries(json ?? {}) as Field[]),
    ...each.map((text) => parseField(kind, text, `--${kind.slice(0, -1)}`)),
    ...(file === undefined ? [] : parseFieldFile(kind, await readText(kind, file, signal))),
  ]
  const seen = new Set<string>()
  for (const [name] of fields) {
    const compared = kind === 'headers' ? name.toLowerCase() : name
    if (seen.has(compared)) throw faulty(kind, `${name.slice(0, 60)} is duplicated`)
    seen.add(compared)
  }
  return Object.fromEntries(fields)
}

async function readText(kind: OwnKind, file: string, signal: AbortSignal): Promise<string> {
  const bytes = await readGiven(`${kind}-file`, file, { maxBytes: maxFileBytes, signal })
  if (bytes === null) throw faulty(kind, `--${kind}-file is larger than ${maxFileBytes} bytes`)
  return new TextDecoder().decode(bytes)
}
