/** The headers and cookies given on the command line: one per flag, as JSON, or from files. */

import { cookiesFor, type JarCookie } from './cookie-jar.ts'
import { type Field, faulty, type OwnKind, parseField, parseFieldFile } from './field-file.ts'
import { readGiven } from './given-file.ts'

/** High, because a browser's cookie file contains the cookies of all sites. */
const maxFileBytes = 4 * 1024 * 1024

export interface GivenFields {
  /** Values of `--header` and `--cookie`. */
  each: readonly string[]
  /** Path of `--headers-file` or `--cookies-file`. */
  file: string | undefined
  /** Coerced value of `--headers` or `--cookies`: an object, or a value that the contract rejects. */
  json: unknown
}

/** Returns the parameter for a URL, or undefined if nothing was given. Throws value_error for a duplicate name. */
type FieldsFor = (url: string) => unknown

/** Throws value_error. */
export async function readGivenFields(
  kind: OwnKind,
  { each, file, json }: GivenFields,
  signal: AbortSignal,
): Promise<FieldsFor> {
  if (each.length === 0 && file === undefined) return () => json
  if (json !== undefined && (typeof json !== 'object' || json === null)) return () => json
  const flag = `--${kind.slice(0, -1)}`
  const inFile = file === undefined ? { fields: [], jar: [] } : parseFieldFile(kind, await readText(kind, file, signal))
  const fields = [
    ...(Object.entries(json ?? {}) as Field[]),
    ...each.map((text) => parseField(kind, text, flag)),
    ...inFile.fields,
  ]
  return (url) => Object.fromEntries(withoutRepetition(kind, [...fields, ...sentTo(url, inFile.jar)]))
}

function sentTo(url: string, jar: readonly JarCookie[]): Iterable<Field> {
  return jar.length > 0 && URL.canParse(url) ? cookiesFor(new URL(url), jar) : []
}

function withoutRepetition(kind: OwnKind, fields: readonly Field[]): readonly Field[] {
  const seen = new Set<string>()
  for (const [name] of fields) {
    const compared = kind === 'headers' ? name.toLowerCase() : name
    if (seen.has(compared)) throw faulty(kind, `${name.slice(0, 60)} is duplicated`)
    seen.add(compared)
  }
  return fields
}

async function readText(kind: OwnKind, file: string, signal: AbortSignal): Promise<string> {
  const bytes = await readGiven(`${kind}-file`, file, { maxBytes: maxFileBytes, signal })
  if (bytes === null) throw faulty(kind, `--${kind}-file is larger than ${maxFileBytes} bytes`)
  return new TextDecoder().decode(bytes)
}
