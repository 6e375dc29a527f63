/** The headers and cookies from the command line: one per flag, as JSON, or in files. */

import { ServiceError } from '../../../base/errors.ts'
import { parseJsonText } from '../../parse-json.ts'
import { readGiven } from './given-file.ts'

export interface GivenFields {
  each: readonly string[]
  file: string | undefined
  /** Coerced value of `--headers` or `--cookies`: an object, or a value that the contract rejects. */
  json: unknown
}

/** Returns the parameter, or undefined if it wasn't given. Throws value_error if the parameter is invalid or a name is given twice. */
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

const maxFileBytes = 1024 * 1024

type Field = readonly [name: string, value: string]

export type OwnKind = 'headers' | 'cookies'

/** The syntax of one field, in a flag or on a line of a file. */
const forms: Record<OwnKind, { pattern: RegExp; text: string }> = {
  headers: { pattern: /^([^:\s]+)[ \t]*:[ \t]*(.*?)[ \t]*$/, text: "'Name: value'" },
  cookies: { pattern: /^([^=\s]+)=(.*)$/, text: 'name=value' },
}

/** Parses one field. `where` names its source in the message. Throws value_error. */
export function parseField(kind: OwnKind, text: string, where: string): Field {
  const [, name, value] = forms[kind].pattern.exec(text) ?? []
  if (name === undefined || value === undefined) throw faulty(kind, `${where} should be ${forms[kind].text}`)
  return [name, value]
}

/** Parses the fields of a file. Throws value_error. */
export function parseFieldFile(kind: OwnKind, text: string): Field[] {
  if (text.trimStart().startsWith('{')) return fieldsInJson(kind, text)
  const numbered = text.split(/\r?\n/).map((line, at) => [line.trim(), at + 1] as const)
  const stated = numbered.filter(([line]) => line !== '' && !line.startsWith('#'))
  return stated.map(([line, number]) => parseField(kind, line, `line ${number} of --${kind}-file`))
}

function fieldsInJson(kind: OwnKind, text: string): Field[] {
  let value: unknown
  try {
    value = parseJsonText(text)
  } catch (error) {
    throw faulty(kind, `--${kind}-file ${(error as Error).message}`)
  }
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : null
  if (!entries?.every((entry): entry is [string, string] => typeof entry[1] === 'string')) {
    throw faulty(kind, `--${kind}-file must contain a JSON object that maps names to strings`)
  }
  return entries
}

function faulty(kind: OwnKind, message: string): ServiceError {
  return new ServiceError('value_error', `Value error, ${message}`, { param: kind })
}
