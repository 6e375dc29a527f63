/** Converts rows of names and values to and from a JSON object. */

import { parsedOr } from '../operations/parameters.ts'

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
