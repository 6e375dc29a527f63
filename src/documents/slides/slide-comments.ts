/** Reads the comments on PowerPoint slides, in the format of 2007 and in the one of 2021. */

import { type Comment, type Comments, inThreads } from '../converted/comments.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { Notes } from '../converted/flow/notes.ts'
import { textHtml } from '../converted/text-html.ts'
import type { Archive } from '../office/archive/archive.ts'
import { type Relations, relatedPart, relationsOf } from '../office/parts/relations.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { textBodyHtml } from './slide-text.ts'

interface SlideComment extends Comment {
  /** Id of the shape that it belongs to; null for the slide. */
  shape: string | null
}

/** Returns a paragraph of references to a shape's comments or, if the shape is null, to all that have no reference yet. */
export type CommentMarks = (shape: string | null) => string

/** Returns a function that reads the comments of a slide by its relations. `relations`: the relations of the presentation. */
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
