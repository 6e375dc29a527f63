/** Rows of a name and a value, and the JSON object that they are. */

export interface Pair {
  name: string
  value: string
}

/** Empty for a text that is no object. */
export function pairsOf(text: string): Pair[] {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return Object.entries(value).map(([name, one]) => ({ name, value: String(one) }))
  } catch {
    return []
  }
}

/** A row without a name is left out; empty where none has one. */
export function textOfPairs(pairs: readonly Pair[]): string {
  const named = pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value])
  return named.length === 0 ? '' : JSON.stringify(Object.fromEntries(named))
}

/** A name that stands in more than one row; null without one. */
export function repeatedName(pairs: readonly Pair[]): string | null {
  const names = pairs.map(({ name }) => name.trim()).filter((name) => name !== '')
  return names.find((name, place) => names.indexOf(name) < place) ?? null
}
