/** The structure tree of a page: what its author's program says that each piece of text is. @see ISO 32000-2, 14.7 */

/** An element, with those of its children that a page shows. */
export interface StructureElement {
  /** A standard one where the document maps it to one. */
  role: string
  children: readonly (StructureElement | StructureContent)[]
  /** The same on each page that the element goes on over. */
  id?: number
  /** What stands for a picture. */
  alt?: string
  /** The text itself, where it is drawn in another way. */
  actualText?: string
  /** Of a cell, where it is more than 1. */
  rowSpan?: number
  columnSpan?: number
}

/** Marked content, or an annotation (`object`), by the id that pdf.js gives it. */
export interface StructureContent {
  type: 'content' | 'object'
  id: string
}

/** A reference to an object as pdf.js writes it in ids: `12R`. */
export function referenceId(number: number, generation: number): string {
  return `${number}R${generation === 0 ? '' : generation}`
}

export const isContent = (node: StructureElement | StructureContent): node is StructureContent => 'type' in node

/** The elements and contents of a tree, each before its children. */
export function* nodesOf(root: StructureElement): Generator<StructureElement | StructureContent> {
  const open: (StructureElement | StructureContent)[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    if (!isContent(node)) for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as never)
  }
}
