/** Turns the text of shapes, cells and comments on slides into HTML: paragraphs, lists by level, links. @see ECMA-376, part 1, §21.1.2 */

import { type Comment, type Comments, inThreads, type Notes } from '../converted/comments.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { FlowWriter, plainParagraph } from '../converted/flow/flow-writer.ts'
import { InlineWriter, plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import { writeNumber } from '../converted/flow/labels.ts'
import { outsideAddress, textHtml } from '../converted/write-html.ts'
import type { Archive } from '../office/archive/archive.ts'
import { textOfRun } from '../office/drawings/graphic.ts'
import { equationHtml } from '../office/drawings/omml.ts'
import { type Relations, relatedPart, relationsOf } from '../office/parts/relations.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { type ListMark, levelOf, listMarkOf } from './shapes.ts'

export interface TextContext {
  relations: Relations
  meter: DocumentMeter
}

/** Returns the list marker to use for a level if neither the paragraph nor the shape specifies one. */
const noMark = (_level: number): ListMark => ({ kind: 'none' })
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
    const label = mark.kind === 'number' && number !== null ? labelOf(mark.format, number) : null
    const item = mark.kind === 'none' ? null : { level, number, label }
    flow.paragraph({ ...plainParagraph, item }, html, isBlank)
  }
  return flow.end()
}

/** Returns the label of a format such as `alphaLcParenBoth`; null if it is a number. @see ECMA-376, part 1, §20.1.10.61 */
function labelOf(format: string, number: number): string | null {
  const [, kind, size, marks] = /^(alpha|roman)(Lc|Uc)(.*)$/.exec(format) ?? []
  if (!kind) return null
  const text = writeNumber(number, `${size === 'Lc' ? 'lower' : 'upper'}${kind === 'alpha' ? 'Letter' : 'Roman'}`)
  return marks === 'Period' ? `${text}.` : `${marks === 'ParenBoth' ? '(' : ''}${text})`
}

function paragraphHtml(paragraph: XmlElement, { relations, meter }: TextContext): { html: string; isBlank: boolean } {
  const writer = new InlineWriter(meter)
  for (const run of childrenOf(paragraph)) {
    if (run.name === 'a:br') writer.lineBreak()
    else if (run.name === 'a:r' || run.name === 'a:fld') {
      const style = styleOf(childOf(run, 'a:rPr'), relations)
      const lines = textOfRun(run).split(/[\v\n]/)
      for (const [i, line] of lines.entries()) {
        if (i > 0) writer.lineBreak()
        writer.text(line, style)
      }
    } else for (const math of elementsIn(run, 'm:oMath')) writer.element(equationHtml(math, false))
  }
  return { html: writer.end().trim(), isBlank: writer.isBlank }
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

interface SlideComment extends Comment {
  /** Id of the shape that it belongs to; null for the slide. */
  shape: string | null
}

/** Returns a paragraph of references to a shape's comments or, if the shape is null, to all that have no reference yet. */
export type CommentMarks = (shape: string | null) => string

/** Returns a function that reads the comments of a slide, in the format of 2007 or of 2021, by its relations. `relations`: the relations of the presentation. */
export function createSlideComments(
  archive: Archive,
  relations: Relations,
  { comments, notes, meter }: { comments: Comments; notes: Notes; meter: DocumentMeter },
): (ofSlide: Relations) => CommentMarks {
  const lists = ['commentAuthors', 'authors'].map((type) => archive.readText(relatedPart(relations, type) ?? '') ?? '')
  const people = lists.flatMap((xml) => childrenOf(parseXml(xml)).flatMap((list) => childrenOf(list)))
  const authors = new Map(people.map(({ attributes: { id = '', name = '' } }) => [id, name]))
  const authorOf = ({ attributes }: XmlElement) => authors.get(attributes.authorId ?? '') ?? ''

  function read(path: string): SlideComment[] {
    const list = parseXml(archive.statedText(path) ?? '')
    const context = { relations: relationsOf(archive, path), meter }
    const threads = childrenOf(childOf(list, 'p188:cmLst'), 'p188:cm').flatMap((comment) => {
      const shape = elementsIn(comment, 'ac:spMk').next().value?.attributes.id ?? null
      const all = [comment, ...childrenOf(childOf(comment, 'p188:replyLst'), 'p188:reply')]
      return all.map((one) => ({
        author: authorOf(one),
        html: textBodyHtml(childOf(one, 'p188:txBody'), context),
        shape,
      }))
    })
    const single = childrenOf(childOf(list, 'p:cmLst'), 'p:cm').map((comment) => ({
      ...idsOf(comment),
      author: authorOf(comment),
      html: `<p>${textHtml(xmlText(childOf(comment, 'p:text')), meter)}</p>`,
      shape: null,
    }))
    return [...threads, ...inThreads(single)]
  }

  return (ofSlide) => {
    let open = [...ofSlide.values()].flatMap(({ type, target }) => (type === 'comments' ? read(target) : []))
    comments.found(open.length)
    return (shape) => {
      const isOwn = (one: SlideComment) => shape === null || one.shape === shape
      const marks = open
        .filter(isOwn)
        .map((comment) => comments.mark(comment, notes))
        .filter(Boolean)
      open = open.filter((one) => !isOwn(one))
      return marks.length === 0 ? '' : `<p>${marks.join('')}</p>`
    }
  }
}

/** A comment is named by its author's id and its index among the author's comments. */
function idsOf(comment: XmlElement): { id: string; parent: string | null } {
  const idOf = ({ attributes: { authorId = '', idx = '' } }: XmlElement) => `${authorId} ${idx}`
  const parent = elementsIn(comment, 'p15:parentCm').next().value
  return { id: idOf(comment), parent: parent ? idOf(parent) : null }
}
