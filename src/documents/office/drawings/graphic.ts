/** Reads the text, charts and diagrams in Office drawings. @see ECMA-376, part 1, §20.1.2.2.16, §21.1.2 and §21.2 */

import type { DocumentMeter } from '../../converted/document-meter.ts'
import { FlowWriter, plainParagraph } from '../../converted/flow/flow-writer.ts'
import { textInFont } from '../../converted/flow/symbol-font.ts'
import { type FlowRow, tableHtml, textHtml } from '../../converted/write-html.ts'
import type { Archive } from '../archive/archive.ts'
import { numberText } from '../parts/number-formats.ts'
import { type Relations, relatedTree } from '../parts/relations.ts'
import { childOf, childrenOf, elementsIn, type XmlElement, xmlText } from '../xml/xml-tree.ts'

export function graphicId(data: XmlElement | undefined): string | undefined {
  return childOf(data, 'c:chart')?.attributes['r:id'] ?? childOf(data, 'dgm:relIds')?.attributes['r:dm']
}

/**
 * `data`: `a:graphicData`. `relations`: those of the part that contains the graphic. Returns an empty string for other graphics, or if the
 * part is missing.
 */
export function graphicHtml(
  data: XmlElement | undefined,
  { archive, relations, meter }: { archive: Archive; relations: Relations; meter: DocumentMeter },
  isShown?: (range: string) => boolean,
): string {
  const part = relatedTree(archive, relations, graphicId(data))
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
  const all = childrenOf(childOf(model, 'dgm:cxnLst'), 'dgm:cxn').map(({ attributes }) => {
    const { type = 'parOf', srcId: from = '', destId: to = '', srcOrd = '0' } = attributes
    return { type, from, to, order: Number(srcOrd) || 0 }
  })
  const links = all.filter(({ type, from, to }) => type === 'parOf' && texts.has(from) && texts.has(to))
  const flow = new FlowWriter(meter)
  const below = Map.groupBy(links, ({ from }) => from)
  const inner = new Set(links.map(({ to }) => to))
  const tops = [...texts.keys()].filter((id) => !inner.has(id))
  // Nodes that can't be reached from a top-level node, such as those in a cycle, come last.
  const open = [...tops, ...texts.keys()].reverse().map((id) => ({ id, level: 0 }))
  // Each node is written only once, because the file may contain a cycle.
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

/** A longer table would show more values than the drawn chart. */
const maxCategories = 200
const maxSeries = 30

/** The text of a chart. */
export interface ChartText {
  /** The titles of the chart and of its axes, and other texts in it. */
  titles: readonly string[]
  /** The names of its series. */
  names: readonly string[]
  /** True if the document shows the values elsewhere, so they aren't repeated. */
  isCopy: boolean
  categories: ReadonlyMap<number, string>
  /** The values of each series. */
  values: readonly ReadonlyMap<number, string>[]
}

/** `part`: the tree of the chart. `isShown`: true for a range such as `Sheet1!$A$1:$A$9` that the document shows. */
function chartHtml(part: XmlElement, meter: DocumentMeter, isShown = (_range: string) => false): string {
  const chart = childOf(part, 'c:chartSpace', 'c:chart')
  const series = [...elementsIn(chart, 'c:ser')]
  const names = new Set(series.map((one) => childOf(one, 'c:tx')))
  const texts = [...elementsIn(chart, 'c:tx')].filter((text) => !names.has(text))
  return chartTextHtml(
    {
      titles: texts.map((text) => textBodyLine(childOf(text, 'c:rich')) || textOfPoints(text)),
      names: series.map((one) => textOfPoints(childOf(one, 'c:tx')) || xmlText(childOf(one, 'c:tx', 'c:v')).trim()),
      isCopy: series.every((one) => isShown(xmlText(childOf(valuesOf(one), 'c:numRef', 'c:f')))),
      categories: pointsOf(series.flatMap((one) => childOf(one, 'c:cat') ?? childOf(one, 'c:xVal') ?? [])[0]),
      values: series.map((one) => pointsOf(valuesOf(one))),
    },
    meter,
  )
}

/** Returns the titles, and the values as a table or the names of the series. Empty if there is neither. */
export function chartTextHtml({ titles, names, isCopy, categories, values }: ChartText, meter: DocumentMeter): string {
  const paragraphs = titles.map((title) => titleHtml(title, meter)).join('')
  if (isCopy || !values.some(({ size }) => size > 0))
    return paragraphs + titleHtml(names.filter(Boolean).join(', '), meter)
  const shown = values.slice(0, maxSeries)
  const header = ['', ...names.slice(0, maxSeries)]
  const places = [...new Set([categories, ...shown].flatMap((points) => [...points.keys()]))].sort((a, b) => a - b)
  const rows = places.slice(0, maxCategories).map((place) => {
    return [categories.get(place) ?? '', ...shown.map((points) => points.get(place) ?? '')]
  })
  if (values.length > maxSeries || places.length > maxCategories)
    meter.unread('values of a chart', `it has more than ${maxSeries} series or ${maxCategories} points`)
  return paragraphs + tableHtml([header, ...rows].map((cells, i) => rowOf(cells, i === 0, meter)))
}

/** Returns the text as a paragraph; empty if the text is. */
export function titleHtml(text: string, meter: DocumentMeter): string {
  return text === '' ? '' : `<p>${textHtml(text, meter)}</p>\n`
}

function valuesOf(series: XmlElement): XmlElement | undefined {
  return childOf(series, 'c:val') ?? childOf(series, 'c:yVal')
}

function rowOf(cells: readonly string[], isHeader: boolean, meter: DocumentMeter): FlowRow {
  return { isHeader, cells: cells.map((text) => ({ html: textHtml(text, meter), columns: 1, rows: 1 })) }
}

function textOfPoints(data: XmlElement | undefined): string {
  return [...pointsOf(data).values()].join(' ')
}

function pointsOf(data: XmlElement | undefined): Map<number, string> {
  const points = new Map<number, string>()
  if (!data) return points
  const code = [...elementsIn(data, 'c:formatCode')].map(xmlText)[0] ?? 'General'
  const isNumeric = ['c:numCache', 'c:numLit'].some((name) => !elementsIn(data, name).next().done)
  for (const point of elementsIn(data, 'c:pt')) {
    const place = Number(point.attributes.idx)
    const value = childOf(point, 'c:v')
    if (!Number.isInteger(place) || !value || points.has(place)) continue
    const text = xmlText(value).trim()
    const number = isNumeric && text !== '' ? Number(text) : Number.NaN
    points.set(place, Number.isNaN(number) ? text : numberText(point.attributes.formatCode ?? code, number))
  }
  return points
}

/** Returns the text on one line. `body`: the parent of `a:p` elements. */
export function textBodyLine(body: XmlElement | undefined): string {
  const wordsOf = (run: XmlElement) => (run.name === 'a:br' ? ' ' : textOfRun(run))
  const words = childrenOf(body, 'a:p').flatMap((paragraph) => [...childrenOf(paragraph).map(wordsOf), ' '])
  return words.join('').replace(/\s+/g, ' ').trim()
}

/** Returns the text of an `a:r` or `a:fld` element, or the characters of an equation. */
export function textOfRun(run: XmlElement): string {
  const fontOf = (name: string) => childOf(run, 'a:rPr', name)?.attributes.typeface ?? ''
  const text = xmlText(childOf(run, 'a:t')) || [...elementsIn(run, 'm:t')].map(xmlText).join('')
  return textInFont(fontOf('a:latin'), text).replace(/[\uf020-\uf0ff]/g, (sign) => textInFont(fontOf('a:sym'), sign))
}
