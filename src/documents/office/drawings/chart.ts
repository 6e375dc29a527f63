/** Turns a chart into HTML: its title, and its values as a table or the names of its series. @see ECMA-376, part 1, §21.2 */

import type { DocumentMeter } from '../../converted/document-meter.ts'
import { type FlowRow, tableHtml } from '../../converted/flow/table-writer.ts'
import { textHtml } from '../../converted/text-html.ts'
import { numberText } from '../parts/number-text.ts'
import { childOf, elementsIn, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import { textBodyLine } from './drawing-text.ts'

/** A longer table would show more values than the drawn chart. */
const maxCategories = 200
const maxSeries = 30

/**
 * `part`: the tree of the chart. `isShown`: true for a range such as `Sheet1!$A$1:$A$9` that the document shows, so its values aren't
 * repeated. Returns an empty string if the chart has neither a title nor values.
 */
export function chartHtml(part: XmlElement, meter: DocumentMeter, isShown = (_range: string) => false): string {
  const chart = childOf(part, 'c:chartSpace', 'c:chart')
  const text = childOf(chart, 'c:title', 'c:tx')
  const title = textBodyLine(childOf(text, 'c:rich')) || textOfPoints(text)
  const series = [...elementsIn(chart, 'c:ser')].slice(0, maxSeries)
  const isCopy = series.every((one) => isShown(xmlText(childOf(valuesOf(one), 'c:numRef', 'c:f'))))
  const names = series.map(nameOf).filter(Boolean).join(', ')
  return paragraphHtml(title, meter) + (isCopy ? paragraphHtml(names, meter) : valuesHtml(series, meter))
}

function paragraphHtml(text: string, meter: DocumentMeter): string {
  return text === '' ? '' : `<p>${textHtml(text, meter)}</p>\n`
}

function nameOf(series: XmlElement): string {
  return textOfPoints(childOf(series, 'c:tx'))
}

function valuesOf(series: XmlElement): XmlElement | undefined {
  return childOf(series, 'c:val') ?? childOf(series, 'c:yVal')
}

function valuesHtml(series: readonly XmlElement[], meter: DocumentMeter): string {
  const names = series.map(nameOf)
  const values = series.map((one) => pointsOf(valuesOf(one)))
  const categories = pointsOf(series.flatMap((one) => childOf(one, 'c:cat') ?? childOf(one, 'c:xVal') ?? [])[0])
  const places = [...new Set([categories, ...values].flatMap((points) => [...points.keys()]))].sort((a, b) => a - b)
  if (!values.some(({ size }) => size > 0)) return ''
  const rows = places.slice(0, maxCategories).map((place) => {
    return [categories.get(place) ?? '', ...values.map((points) => points.get(place) ?? '')]
  })
  return tableHtml([['', ...names], ...rows].map((cells, i) => rowOf(cells, i === 0, meter)))
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
