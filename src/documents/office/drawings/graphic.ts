/** What a drawing of Office shows besides pictures: a chart or a diagram. @see ECMA-376, part 1, §20.1.2.2.16 */

import type { DocumentMeter } from '../../converted/document-meter.ts'
import { childOf, type XmlElement } from '../xml/xml-tree.ts'
import { chartHtml } from './chart.ts'
import { diagramHtml } from './diagram.ts'

/** The tree of a part that the document is related to; null where there is none. */
export type PartOf = (id: string | undefined) => XmlElement | null

/** Id of the relation to the part that `a:graphicData` shows. */
export function graphicId(data: XmlElement | undefined): string | undefined {
  return childOf(data, 'c:chart')?.attributes['r:id'] ?? childOf(data, 'dgm:relIds')?.attributes['r:dm']
}

/** `data`: `a:graphicData`. Empty for all others, and where the part is missing. */
export function graphicHtml(data: XmlElement | undefined, partOf: PartOf, meter: DocumentMeter): string {
  const id = graphicId(data)
  const part = id === undefined ? null : partOf(id)
  if (!part) return ''
  return childOf(data, 'c:chart') ? chartHtml(part, meter) : diagramHtml(part, meter)
}
