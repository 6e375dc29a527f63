/** Merges the JSON answers for the parts of a page by joining lists and taking each field from the first part that has it. */

import { isJsonObject } from '../../base/json-value.ts'

/** Returns the merged value; null if two parts contradict each other, so that the language model must merge them. */
export function mergeJson(values: readonly unknown[]): { value: unknown } | null {
  const contradict = () => {
    throw new MergeConflict()
  }
  try {
    return { value: mergeAll(values, contradict) }
  } catch (error) {
    if (error instanceof MergeConflict) return null
    throw error
  }
}

/** Returns the merged value. If two parts contradict each other, the first one wins. */
export function mergeFirst(values: readonly unknown[]): unknown {
  return mergeAll(values, (first) => first)
}

type Decide = (first: unknown) => unknown

function mergeAll(values: readonly unknown[], decide: Decide): unknown {
  return values.reduce((merged, value) => mergeTwo(merged, value, decide))
}

class MergeConflict extends Error {}

function mergeTwo(a: unknown, b: unknown, decide: Decide): unknown {
  if (isEmpty(b)) return a
  if (isEmpty(a)) return b
  if (Array.isArray(a) && Array.isArray(b)) return withoutDuplicates([...a, ...b])
  if (isJsonObject(a) && isJsonObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return Object.fromEntries([...names].map((name) => [name, mergeTwo(ownField(a, name), ownField(b, name), decide)]))
  }
  return JSON.stringify(a) === JSON.stringify(b) ? a : decide(a)
}

/** Reads only own properties, because a page can make a model write `__proto__`. */
function ownField(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Both answers may contain an item at the boundary between two parts. */
function withoutDuplicates(items: unknown[]): unknown[] {
  const byJson = new Map(items.map((item) => [JSON.stringify(item), item]))
  return [...byJson.values()]
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
