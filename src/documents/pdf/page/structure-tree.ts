/** The structure tree of a page: the role that the author's program gives to each piece of text. @see ISO 32000-2, 14.7 */

export interface StructureElement {
  /** A standard role, if the document maps it to one. */
  role: string
  children: readonly (StructureElement | StructureContent)[]
  /** True if it starts on an earlier page. */
  isContinued?: boolean
  alt?: string | undefined
  /** The actual text, if it differs from the drawn text. */
  actualText?: string | undefined
  /** Row span of a cell. */
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

/** Kinds of content, and the roles of their structure elements. @see ISO 32000-2, 14.8.4 */
const kinds = [
  ['group', 'Root Document DocumentFragment Part Art Sect Div Aside Index THead TBody TFoot TR TH TD'],
  ['paragraph', 'P Sub Caption'],
  ['heading', 'Title H H1 H2 H3 H4 H5 H6'],
  ['list', 'L'],
  ['item', 'LI'],
  ['table', 'Table'],
  ['contents', 'TOC TOCI'],
  ['figure', 'Figure'],
  ['formula', 'Formula'],
  ['quote', 'BlockQuote'],
  ['code', 'Code'],
  ['note', 'Note FENote'],
  ['inline', 'NonStruct Private Span Quote Reference BibEntry Link Annot Form Ruby RB RT RP Warichu WT WP Em Strong'],
  ['inline', 'Lbl LBody Artifact'],
] as const
export type ElementKind = (typeof kinds)[number][0]
const kindOfRole = new Map<string, ElementKind>(
  kinds.flatMap(([kind, roles]) => roles.split(' ').map((role) => [role, kind] as const)),
)

export const isStandardRole = (role: string) => kindOfRole.has(role)

/** Style names without an entry in the role map. */
const headingName = /^h(?:eading)?[\s_-]*\d{1,2}$/i

/** Kinds of elements with unknown roles. Nested elements would otherwise be searched again at each level. */
const kindOfUnknown = new WeakMap<StructureElement, ElementKind>()

/** An element with an unknown role is a group if it contains blocks; otherwise, it is a paragraph. */
export function kindOf(element: StructureElement): ElementKind {
  const known = kindOfRole.get(element.role) ?? kindOfUnknown.get(element)
  if (known) return known
  if (headingName.test(element.role)) return 'heading'
  const holdsBlocks = element.children.some((child) => !isContent(child) && kindOf(child) !== 'inline')
  const kind = holdsBlocks ? 'group' : 'paragraph'
  kindOfUnknown.set(element, kind)
  return kind
}

/** From 1 to 6; null for a heading whose level follows from the sections around it. */
export function statedLevel({ role }: StructureElement): number | null {
  const number = /\d+$/.exec(role)?.[0]
  if (number !== undefined) return Math.min(6, Math.max(1, Number(number)))
  return role === 'Title' ? 1 : null
}
