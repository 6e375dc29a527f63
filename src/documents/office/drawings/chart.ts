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
export function chartHtml(part: XmlElement, meter: DocumentMeter, isShown = (_range: string) => false): string {
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
  const paragraphs = titles.map((title) => paragraphHtml(title, meter)).join('')
  if (isCopy || !values.some(({ size }) => size > 0))
    return paragraphs + paragraphHtml(names.filter(Boolean).join(', '), meter)
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

function paragraphHtml(text: string, meter: DocumentMeter): string {
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
