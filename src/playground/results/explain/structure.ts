/** The parts of a page that were kept and dropped, as a tree of the page's own tags. */

export interface ExplainedPart {
  /** Tags and names from the body down: `body > main > p`. */
  where: string
  reason: string
  chance: number
  chars: number
  text: string
  /** Its place in the document, where the service tells it. */
  order?: number
}

export interface StructureNode {
  /** Tag and name: `div.nav`. Empty at the root. */
  step: string
  children: StructureNode[]
  /** Parts that are the whole of this element. */
  parts: (ExplainedPart & { isKept: boolean })[]
}

/** In document order: neighbours below the same element share its node. */
export function structureOf(kept: readonly ExplainedPart[], dropped: readonly ExplainedPart[]): StructureNode {
  const parts = [
    ...kept.map((part) => ({ ...part, isKept: true })),
    ...dropped.map((part) => ({ ...part, isKept: false })),
  ].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const root: StructureNode = { step: '', children: [], parts: [] }
  for (const part of parts) {
    let node = root
    for (const step of part.where.split(' > ')) {
      const last = node.children.at(-1)
      const next = last?.step === step ? last : { step, children: [], parts: [] }
      if (next !== last) node.children.push(next)
      node = next
    }
    node.parts.push(part)
  }
  return root
}

/** Characters in all. */
export function charsOf(parts: readonly Pick<ExplainedPart, 'chars'>[]): number {
  return parts.reduce((sum, { chars }) => sum + chars, 0)
}
