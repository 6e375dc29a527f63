/** Reads the relationships between parts of an Office Open XML package. @see ECMA-376, part 2, §6.5 */

import { type Archive, entryPath, folderOf } from '../archive/archive.ts'
import { childOf, childrenOf, parseXml, type XmlElement } from '../xml/xml-tree.ts'

interface Relation {
  /** The last segment of its URI: `hyperlink`, `slideLayout`. */
  type: string
  /** Path of a part in the archive. For an external target, the URL as written. */
  target: string
  isExternal: boolean
}

export type Relations = ReadonlyMap<string, Relation>

/** Returns the relationships of a part by id. Without `part`, returns those of the package. Empty if there are no relationships. */
export function relationsOf(archive: Archive, part = ''): Relations {
  const folder = folderOf(part)
  const xml = archive.readText(`${folder}_rels/${part.slice(folder.length)}.rels`)
  const relations = new Map<string, Relation>()
  const list = childOf(parseXml(xml ?? ''), 'rel:Relationships')
  for (const { attributes } of childrenOf(list, 'rel:Relationship')) {
    const { Id, Type = '', Target = '', TargetMode } = attributes
    const isExternal = TargetMode?.toLowerCase() === 'external'
    const target = isExternal ? Target : entryPath(folder, Target)
    if (Id !== undefined) relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal })
  }
  return relations
}

/** Returns the archive path of the first related part of this type; null if the part is missing. */
export function relatedPart(relations: Relations, type: string): string | null {
  for (const relation of relations.values()) if (relation.type === type && !relation.isExternal) return relation.target
  return null
}

/**
 * Returns the text of the first related part of this type or, without such a relationship, of the part at the usual path. Empty if the part
 * is missing, which the archive reports if there is a relationship.
 */
export function relatedText(archive: Archive, relations: Relations, type: string, usual = ''): string {
  const part = relatedPart(relations, type)
  return (part === null ? archive.readText(usual) : archive.statedText(part)) ?? ''
}

/** Returns the tree of the part that a relationship points to; null if the part is missing, which the archive reports. */
export function relatedTree(archive: Archive, relations: Relations, id: string | undefined): XmlElement | null {
  const relation = relations.get(id ?? '')
  const text = relation && !relation.isExternal ? archive.statedText(relation.target) : null
  return text === null ? null : parseXml(text)
}
