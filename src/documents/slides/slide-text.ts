/** Turns the text of shapes and cells in Office drawings into HTML: paragraphs, lists by level, links. @see ECMA-376, part 1, §21.1.2 */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { FlowWriter, plainParagraph } from '../converted/flow/flow-writer.ts'
import { InlineWriter, plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import { outsideAddress } from '../converted/link-targets.ts'
import { textOfRun } from '../office/drawings/graphic.ts'
import { equationHtml } from '../office/drawings/omml.ts'
import type { Relations } from '../office/parts/relations.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, type XmlElement } from '../office/xml/xml-tree.ts'
import { type ListMark, levelOf, listMarkOf } from './shapes.ts'

export interface TextContext {
  relations: Relations
  meter: DocumentMeter
}

/** Returns the list marker to use for a level if neither the paragraph nor the shape specifies one. */
type DefaultMark = (level: number) => ListMark

const noMark: DefaultMark = () => ({ kind: 'none' })
const maxLevel = 8

/** Returns the blocks of the text; empty if nothing is visible. */
export function textBodyHtml(body: XmlElement | undefined, context: TextContext, defaultMark = noMark): string {
  const flow = new FlowWriter(context.meter)
  const list = childOf(body, 'a:lstStyle')
  const numbers: { number: number; series: string }[] = []
  for (const paragraph of childrenOf(body, 'a:p')) {
    const properties = childOf(paragraph, 'a:pPr')
    const level = Math.min(Math.max(Number.parseInt(properties?.attributes.lvl ?? '0', 10) || 0, 0), maxLevel)
    const mark = listMarkOf(properties) ?? listMarkOf(levelOf(list, level)) ?? defaultMark(level)
    const { html, isBlank } = paragraphHtml(paragraph, context)
    if (isBlank) continue
    numbers.length = mark.kind === 'none' ? 0 : level + 1
    // Another format or start begins another list.
    const series = mark.kind === 'number' ? `${mark.format} ${mark.start}` : ''
    const before = numbers[level]?.series === series ? numbers[level]?.number : null
    const number = mark.kind === 'number' ? (before ?? mark.start - 1) + 1 : null
    if (number === null) delete numbers[level]
    else numbers[level] = { number, series }
    const item = mark.kind === 'none' ? null : { level, number, label: null }
    flow.paragraph({ ...plainParagraph, item }, html, isBlank)
  }
  return flow.end()
}

function paragraphHtml(paragraph: XmlElement, { relations, meter }: TextContext): { html: string; isBlank: boolean } {
  const writer = new InlineWriter(meter)
  for (const run of childrenOf(paragraph)) {
    if (run.name === 'a:br') writer.lineBreak()
    else if (run.name === 'a:r' || run.name === 'a:fld') writeRun(run, writer, relations)
    else for (const math of elementsIn(run, 'm:oMath')) writer.element(equationHtml(math, false))
  }
  return { html: writer.end().trim(), isBlank: writer.isBlank }
}

function writeRun(run: XmlElement, writer: InlineWriter, relations: Relations): void {
  const style = styleOf(childOf(run, 'a:rPr'), relations)
  for (const [i, line] of textOfRun(run)
    .split(/[\v\n]/)
    .entries()) {
    if (i > 0) writer.lineBreak()
    writer.text(line, style)
  }
}

function styleOf(properties: XmlElement | undefined, relations: Relations): RunStyle {
  const { b, i, strike = 'noStrike', baseline = '0' } = properties?.attributes ?? {}
  const raised = Number.parseInt(baseline, 10) || 0
  return {
    ...plainRun,
    bold: isTrue(b),
    italic: isTrue(i),
    strike: strike !== 'noStrike',
    raised: raised === 0 ? null : raised > 0 ? 'sup' : 'sub',
    href: linkOf(childOf(properties, 'a:hlinkClick'), relations),
  }
}

export function linkOf(link: XmlElement | undefined, relations: Relations): string | null {
  const relation = relations.get(link?.attributes['r:id'] ?? '')
  return relation?.isExternal ? outsideAddress(relation.target) : null
}
