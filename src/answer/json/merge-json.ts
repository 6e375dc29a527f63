/** Merges the JSON answers about the parts of a page: lists are joined, fields are taken from the first part that has them. */

/** The merged value; null when two parts contradict each other, so that the language model must merge them. */
export function mergeJson(values: readonly unknown[]): { value: unknown } | null {
  try {
    return { value: values.reduce((merged, value) => mergeTwo(merged, value)) }
  } catch (error) {
    if (error instanceof MergeConflict) return null
    throw error
  }
}

class MergeConflict extends Error {}

function mergeTwo(a: unknown, b: unknown): unknown {
  if (isEmpty(b)) return a
  if (isEmpty(a)) return b
  if (Array.isArray(a) && Array.isArray(b)) return withoutDuplicates([...a, ...b])
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return Object.fromEntries([...names].map((name) => [name, mergeTwo(ownField(a, name), ownField(b, name))]))
  }
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  throw new MergeConflict()
}

/** Own properties only: a page can make a model write `__proto__`. */
function ownField(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** An item at the boundary of two parts can appear in both answers. */
function withoutDuplicates(items: unknown[]): unknown[] {
  const byJson = new Map(items.map((item) => [JSON.stringify(item), item]))
  return [...byJson.values()]
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
