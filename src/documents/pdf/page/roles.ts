/** Maps the roles of structure elements to kinds of content. @see ISO 32000-2, 14.8.4 */

import { isContent, type StructureElement } from './structure-tree.ts'

export type ElementKind =
  | 'group'
  | 'paragraph'
  | 'heading'
  | 'list'
  | 'item'
  | 'table'
  | 'contents'
  | 'figure'
  | 'formula'
  | 'quote'
  | 'code'
  | 'note'
  | 'inline'

const kinds: readonly [ElementKind, string][] = [
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
  [
    'inline',
    'NonStruct Private Span Quote Reference BibEntry Link Annot Form Ruby RB RT RP Warichu WT WP Em Strong Lbl LBody Artifact',
  ],
]
const kindOfRole = new Map(kinds.flatMap(([kind, roles]) => roles.split(' ').map((role) => [role, kind])))

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
