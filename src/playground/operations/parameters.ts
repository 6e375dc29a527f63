/** Converts the form's text values to request parameters. Parameters set to their default are left out. */

import type { ApiOperation, FormField } from './read-openapi.ts'

/** Non-empty text values by field name. */
export type FilledIn = Readonly<Record<string, string>>

export function parametersOf({ subject, fields }: ApiOperation, filledIn: FilledIn): Record<string, string> {
  return entriesOf([subject, ...fields], filledIn, false)
}

export function headersOf({ fields }: ApiOperation, filledIn: FilledIn): Record<string, string> {
  return entriesOf(fields, filledIn, true)
}

function entriesOf(all: readonly FormField[], filledIn: FilledIn, areHeaders: boolean): Record<string, string> {
  const fields = all.filter(({ isHeader }) => isHeader === areHeaders)
  const entries = fields.map((field) => ({ field, text: sentText(field, filledIn[field.name] ?? '') }))
  const sent = entries.filter(({ field, text }) => field.required || (text !== '' && text !== field.defaultText))
  return Object.fromEntries(sent.map(({ field, text }) => [field.name, text]))
}

/** Leaves out empty lines. A field can contain them while the user is still typing. */
function sentText({ kind }: FormField, text: string): string {
  const lines = kind === 'lines' ? parsedOr(text) : null
  if (!Array.isArray(lines)) return text
  const filled = lines.filter((line) => String(line).trim() !== '')
  return filled.length === 0 ? '' : JSON.stringify(filled)
}

export function typedParameters({ subject, fields }: ApiOperation, parameters: FilledIn): Record<string, unknown> {
  const kinds = new Map([subject, ...fields].map(({ name, kind }) => [name, kind]))
  return Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => [name, typedValue(text, kinds.get(name) ?? 'text')]),
  )
}

/** Text that isn't valid for its kind stays text, so that the service reports the problem. */
function typedValue(text: string, kind: FormField['kind']): unknown {
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return kind === 'choices' || kind === 'pairs' || kind === 'lines' || kind === 'json' ? parsedOr(text) : text
}

/** Returns the parsed JSON, or the text itself if it isn't JSON. */
export function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Adds https:// to a host without a scheme, as browsers do. */
export function completeUrl(text: string): string {
  const url = text.trim()
  return /^[\p{L}\d](?:[\p{L}\d-]*\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u.test(url) ? `https://${url}` : url
}

/** Fields that never appear in a link, URL or snippet. */
const secretNames = new Set(['headers', 'cookies', 'key', 'Idempotency-Key'])

export const isSecret = (name: string): boolean => secretNames.has(name)

export const holdsSecrets = (parameters: FilledIn): boolean => Object.keys(parameters).some(isSecret)

export function withPlaceholders(parameters: FilledIn): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => [name, isSecret(name) ? placeholders(name, text) : text]),
  )
}

function placeholders(name: string, text: string): string {
  const value = parsedOr(text)
  if (typeof value !== 'object' || value === null) return `<${name}>`
  return JSON.stringify(Object.fromEntries(Object.keys(value).map((one) => [one, `<${one}>`])))
}

/** A row of an object of strings, such as headers. */
export interface Pair {
  name: string
  value: string
}

/** Returns no pairs if the text isn't a JSON object. */
export function pairsOf(text: string): Pair[] {
  const value = parsedOr(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).map(([name, one]) => ({ name, value: String(one) }))
}

/** Leaves out rows without a name. Returns an empty string if no rows remain. */
export function textOfPairs(pairs: readonly Pair[]): string {
  const named = pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value])
  return named.length === 0 ? '' : JSON.stringify(Object.fromEntries(named))
}
