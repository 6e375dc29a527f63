/** The structure tree of a page: the role that the author's program gives to each piece of text. @see ISO 32000-2, 14.7 */

export interface StructureElement {
  /** A standard role, if the document maps it to one. */
  role: string
  children: readonly (StructureElement | StructureContent)[]
  /** True if it starts on an earlier page. */
  isContinued?: boolean
  alt?: string
  /** The actual text, if it differs from the drawn text. */
  actualText?: string
  /** Row span of a cell, if it is greater than 1. */
  rowSpan?: number
  columnSpan?: number
}

/** Marked content, or an annotation (`object`), by its id in pdf.js. */
export interface StructureContent {
  type: 'content' | 'object'
  id: string
}

/** Returns a reference to an object as pdf.js writes it in ids: `12R`. */
export function referenceId(number: number, generation: number): string {
  return `${number}R${generation === 0 ? '' : generation}`
}

export const isContent = (node: StructureElement | StructureContent): node is StructureContent => 'type' in node

/** Yields the elements and content items of a tree, each before its children. */
export function* nodesOf(root: StructureElement): Generator<StructureElement | StructureContent> {
  const open: (StructureElement | StructureContent)[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    if (!isContent(node)) for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as never)
  }
}
