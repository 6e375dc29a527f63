/** Which parts of an Office Open XML package belong together. @see ECMA-376, part 2, §6.5 */

import type { Archive } from '../archive/archive.ts'
import { childrenOf, parseXml } from '../xml/xml-tree.ts'

export interface Relation {
  /** Its last word: `hyperlink`, `slideLayout`. */
  type: string
  /** Path of a part in the archive; of an external one the URL as written. */
  target: string
  isExternal: boolean
}

export type Relations = ReadonlyMap<string, Relation>

/** By id; those of the package itself without a part. Empty where a part has none. */
export function relationsOf(archive: Archive, part = ''): Relations {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const xml = archive.readText(`${folder}_rels/${part.slice(slash)}.rels`)
  const relations = new Map<string, Relation>()
  for (const list of xml === null ? [] : childrenOf(parseXml(xml), 'rel:Relationships')) {
    for (const { attributes } of childrenOf(list, 'rel:Relationship')) {
      const { Id, Type = '', Target = '', TargetMode } = attributes
      const isExternal = TargetMode?.toLowerCase() === 'external'
      const target = isExternal ? Target : pathFrom(folder, Target)
      if (Id !== undefined) relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal })
    }
  }
  return relations
}

/** The part inside the archive that the relations name by this type; the first one. */
export function relatedPart(relations: Relations, type: string): string | null {
  for (const relation of relations.values()) if (relation.type === type && !relation.isExternal) return relation.target
  return null
}

/** `ppt/slides/` and `../media/1.png` → `ppt/media/1.png`. A path that climbs out stays at the top. */
function pathFrom(folder: string, target: string): string {
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}
