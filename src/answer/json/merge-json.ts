/** The JSON answers of a page's parts → one: lists are joined, fields filled from the first part that says something. */

/** The merged value; null when two parts say different things, so that somebody who can judge must put them together. */
export function mergeJson(values: readonly unknown[]): { value: unknown } | null {
  try {
    return { value: values.reduce((merged, value) => merge(merged, value)) }
  } catch (error) {
    if (error instanceof Conflict) return null
    throw error
  }
}

class Conflict extends Error {}

function merge(a: unknown, b: unknown): unknown {
  if (isNothing(b)) return a
  if (isNothing(a)) return b
  if (Array.isArray(a) && Array.isArray(b)) return withoutDoubles([...a, ...b])
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return Object.fromEntries([...names].map((name) => [name, merge(fieldOf(a, name), fieldOf(b, name))]))
  }
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  throw new Conflict()
}

/** Only what is its own: a page may make a model write `__proto__`. */
function fieldOf(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** The same item of two parts: one stands at the end of the one and at the beginning of the other. */
function withoutDoubles(items: unknown[]): unknown[] {
  const seen = new Map(items.map((item) => [JSON.stringify(item), item]))
  return [...seen.values()]
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
