/** Reads the charts and diagrams in Office drawings. @see ECMA-376, part 1, §20.1.2.2.16 */

import type { DocumentMeter } from '../../converted/document-meter.ts'
import { FlowWriter, plainParagraph } from '../../converted/flow/flow-writer.ts'
import { textHtml } from '../../converted/text-html.ts'
import { childOf, childrenOf, elementsIn, type XmlElement } from '../xml/xml-tree.ts'
import { chartHtml } from './chart.ts'
import { textBodyLine } from './drawing-text.ts'

/** Returns the tree of a related part; null if the part is missing. */
export type PartOf = (id: string | undefined) => XmlElement | null

export function graphicId(data: XmlElement | undefined): string | undefined {
  return childOf(data, 'c:chart')?.attributes['r:id'] ?? childOf(data, 'dgm:relIds')?.attributes['r:dm']
}

/** `data`: `a:graphicData`. Returns an empty string for other graphics, or if the part is missing. */
export function graphicHtml(
  data: XmlElement | undefined,
  partOf: PartOf,
  meter: DocumentMeter,
  isShown?: (range: string) => boolean,
): string {
  const id = graphicId(data)
  const part = id === undefined ? null : partOf(id)
  if (!part) return ''
  return childOf(data, 'c:chart') ? chartHtml(part, meter, isShown) : diagramHtml(part, meter)
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

export function diagramHtml(part: XmlElement, meter: DocumentMeter): string {
  const model = childOf(part, 'dgm:dataModel')
  const texts = new Map<string, string>()
  for (const point of childrenOf(childOf(model, 'dgm:ptLst'), 'dgm:pt')) {
    const { modelId, type = 'node' } = point.attributes
    if (modelId !== undefined && (type === 'node' || type === 'doc' || type === 'asst')) {
      texts.set(modelId, textBodyLine(childOf(point, 'dgm:t')))
    }
  }
  const links = childrenOf(childOf(model, 'dgm:cxnLst'), 'dgm:cxn').flatMap(({ attributes }): Link[] => {
    const { type = 'parOf', srcId = '', destId = '', srcOrd = '0' } = attributes
    if (type !== 'parOf' || !texts.has(srcId) || !texts.has(destId)) return []
    return [{ from: srcId, to: destId, order: Number(srcOrd) || 0 }]
  })
  return writeNodes(texts, links, meter)
}

interface Link {
  from: string
  to: string
  order: number
}

/** Writes each node only once, because the file may contain a cycle. */
function writeNodes(texts: Map<string, string>, links: readonly Link[], meter: DocumentMeter): string {
  const flow = new FlowWriter(meter)
  const below = Map.groupBy(links, ({ from }) => from)
  const inner = new Set(links.map(({ to }) => to))
  const tops = [...texts.keys()].filter((id) => !inner.has(id))
  // Nodes that can't be reached from a top-level node, such as those in a cycle, come last.
  const open = [...tops, ...texts.keys()].reverse().map((id) => ({ id, level: 0 }))
  for (let node = open.pop(); node; node = open.pop()) {
    const { id, level } = node
    const text = texts.get(id)
    if (text === undefined) continue
    texts.delete(id)
    const isShown = text !== ''
    flow.paragraph({ ...plainParagraph, item: { level, number: null, label: null } }, textHtml(text, meter), !isShown)
    const children = [...(below.get(id) ?? [])].sort((a, b) => b.order - a.order)
    for (const { to } of children) open.push({ id: to, level: isShown ? level + 1 : level })
  }
  return flow.end()
}
