/** The bookmarks of a document, which give its headings and their depths. */

import { lettersAndDigits } from '../page/run.ts'

export interface OutlineNode {
  title: string
  items: readonly OutlineNode[]
}

const maxEntries = 20_000
const deepest = 12

/**
 * Returns a function that returns the depth of the bookmark with a text, starting at 0; null if there isn't one. For a repeated title, it
 * returns the depth of the first bookmark.
 */
export function outlineDepths(outline: readonly OutlineNode[]): (text: string) => number | null {
  const depths = new Map<string, number>()
  let count = 0
  const add = (nodes: readonly OutlineNode[], depth: number) => {
    for (const { title, items } of nodes) {
      if (count++ > maxEntries || depth > deepest) return
      const key = keyOf(title)
      if (key === '') continue
      if (!depths.has(key)) depths.set(key, depth)
      add(items ?? [], depth + 1)
    }
  }
  add(outline, 0)
  return (text) => depths.get(keyOf(text)) ?? depths.get(keyOf(text.replace(/^[\dA-Z.]+\s+/, ''))) ?? null
}

/** Ignores spaces, punctuation and case, which may differ between bookmarks and headings. */
const keyOf = (text: string) => lettersAndDigits(text).slice(0, 200)
