/**
 * Parses files of headers or cookies, in JSON or one per line. Messages never quote a line, because its value is a secret.
 */

import { ServiceError } from '../../../base/errors.ts'
import { parseJsonText } from '../../json-text.ts'

export const maxFileBytes = 1024 * 1024

export type Field = readonly [name: string, value: string]

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

export function faulty(kind: OwnKind, message: string): ServiceError {
  return new ServiceError('value_error', `Value error, ${message}`, { param: kind })
}
