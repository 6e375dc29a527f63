/** Fields whose values are for this request alone: they are in no history, in no link and in no address. */

import { parsedOr } from './parameters.ts'

const secretNames = new Set(['headers', 'cookies', 'key', 'Idempotency-Key'])

export const isSecret = (name: string): boolean => secretNames.has(name)

export const holdsSecrets = (parameters: Readonly<Record<string, string>>): boolean =>
  Object.keys(parameters).some(isSecret)

/** The parameters with placeholders for what is secret: `{"Authorization":"<Authorization>"}`. */
export function withPlaceholders(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => [name, isSecret(name) ? placeholders(name, text) : text]),
  )
}

function placeholders(name: string, text: string): string {
  const value = parsedOr(text)
  if (typeof value !== 'object' || value === null) return `<${name}>`
  return JSON.stringify(Object.fromEntries(Object.keys(value).map((one) => [one, `<${one}>`])))
}
