/** The bookmarks of a document, which give its headings and their depths. */

export interface OutlineNode {
  title: string
  items: readonly OutlineNode[]
}

const maxEntries = 20_000
const deepest = 12

export class Outline {
  /** Depths, keyed by title. For a repeated title, the depth of its first entry. */
  private readonly depths = new Map<string, number>()
  private count = 0

  constructor(nodes: readonly OutlineNode[]) {
    this.add(nodes, 0)
  }

  private add(nodes: readonly OutlineNode[], depth: number): void {
    for (const { title, items } of nodes) {
      if (this.count++ > maxEntries || depth > deepest) return
      const key = keyOf(title)
      if (key === '') continue
      if (!this.depths.has(key)) this.depths.set(key, depth)
      this.add(items ?? [], depth + 1)
    }
  }

  /** Returns the depth of the entry with this text, starting at 0; null if there isn't one. */
  depthOf(text: string): number | null {
    return this.depths.get(keyOf(text)) ?? this.depths.get(keyOf(text.replace(/^[\dA-Z.]+\s+/, ''))) ?? null
  }
}

/** Ignores spaces, punctuation and case, which may differ between bookmarks and headings. */
function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 200)
}
