/** Reads the charts and diagrams in Office drawings. @see ECMA-376, part 1, §20.1.2.2.16 */

import type { DocumentMeter } from '../../converted/document-meter.ts'
import { childOf, elementsIn, type XmlElement } from '../xml/xml-tree.ts'
import { chartHtml } from './chart.ts'
import { diagramHtml } from './diagram.ts'

/** Returns the tree of a related part; null if the part is missing. */
export type PartOf = (id: string | undefined) => XmlElement | null

/** Returns the id of the relationship to the part that `a:graphicData` shows. */
export function graphicId(data: XmlElement | undefined): string | undefined {
  return childOf(data, 'c:chart')?.attributes['r:id'] ?? childOf(data, 'dgm:relIds')?.attributes['r:dm']
}

/** `data`: `a:graphicData`. Returns an empty string for other graphics, or if the part is missing. */
export function graphicHtml(data: XmlElement | undefined, partOf: PartOf, meter: DocumentMeter): string {
  const id = graphicId(data)
  const part = id === undefined ? null : partOf(id)
  if (!part) return ''
  return childOf(data, 'c:chart') ? chartHtml(part, meter) : diagramHtml(part, meter)
}

/** Returns a name in brackets for a graphic that `graphicHtml` can't read: an object, a newer chart or handwriting. Empty for an image. */
export function unreadGraphic(data: XmlElement | undefined): string {
  const uri = data?.attributes.uri ?? ''
  if (uri.endsWith('/chartex')) return '[Chart]'
  if (uri.endsWith('Ink')) return unreadInk
  const [object] = elementsIn(data, 'p:oleObj')
  return object ? unreadObject(object.attributes.progId) : ''
}

export const unreadInk = '[Ink drawing]'

/** `program`: the name of its type, such as `Equation.3`. */
export function unreadObject(program = ''): string {
  return program === '' ? '[Embedded object]' : `[Embedded object: ${program.slice(0, maxNameChars)}]`
}

const maxNameChars = 100
