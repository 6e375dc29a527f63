/**
 * Parses files of headers and cookies: JSON, lines, or a browser's cookie file. Messages never quote a line, because its value is
 * a secret.
 */

import { ServiceError } from '../../../base/errors.ts'
import { jsonOf } from '../../json-text.ts'
import { isCookieJar, type JarCookie, parseCookieJar } from './cookie-jar.ts'

/** Name and value. */
export type Field = readonly [name: string, value: string]

export type OwnKind = 'headers' | 'cookies'

/** The form of one field, in a flag and as a line of a file. */
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

/** Parses the fields of a file. Cookies of a browser's cookie file are returned with their sites. Throws value_error. */
export function parseFieldFile(kind: OwnKind, text: string): { fields: Field[]; jar: JarCookie[] } {
  if (text.trimStart().startsWith('{')) return { fields: fieldsInJson(kind, text), jar: [] }
  const lines = text.split(/\r?\n/)
  if (kind === 'cookies' && isCookieJar(lines)) return { fields: [], jar: parseCookieJar(lines) }
  const numbered = lines.map((line, at) => [line.trim(), at + 1] as const)
  const stated = numbered.filter(([line]) => line !== '' && !line.startsWith('#'))
  return {
    fields: stated.map(([line, number]) => parseField(kind, line, `line ${number} of --${kind}-file`)),
    jar: [],
  }
}

function fieldsInJson(kind: OwnKind, text: string): Field[] {
  const value = jsonOf(text)
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : null
  if (!entries?.every((entry): entry is [string, string] => typeof entry[1] === 'string')) {
    throw faulty(kind, `--${kind}-file must contain a JSON object that maps names to strings`)
  }
  return entries
}

export function faulty(kind: OwnKind, message: string): ServiceError {
  return new ServiceError('value_error', `Value error, ${message}`, { param: kind })
}
