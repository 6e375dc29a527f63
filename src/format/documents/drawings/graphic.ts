/** What a drawing of Office shows besides pictures: a chart or a diagram. @see ECMA-376, part 1, §20.1.2.2.16 */

import { childOf, type XmlElement } from '../xml/xml-tree.ts'
import { chartHtml } from './chart.ts'
import { diagramHtml } from './diagram.ts'

/** The tree of a part that the document is related to; null where there is none. */
export type PartOf = (id: string | undefined) => XmlElement | null

/** `data`: `a:graphicData`. Empty for all others, and where the part is missing. */
export function graphicHtml(data: XmlElement | undefined, partOf: PartOf): string {
  const chart = childOf(data, 'c:chart')
  const diagram = childOf(data, 'dgm:relIds')
  if (!chart && !diagram) return ''
  const part = partOf(chart ? chart.attributes['r:id'] : diagram?.attributes['r:dm'])
  if (!part) return ''
  return chart ? chartHtml(part) : diagramHtml(part)
}
