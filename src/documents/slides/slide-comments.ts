/** Reads the comments on PowerPoint slides, in the format of 2007 and in the one of 2021. */

import { type Comment, type Comments, inThreads } from '../converted/comments.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { Notes } from '../converted/flow/notes.ts'
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

export class SlideComments {
  readonly #archive: Archive
  readonly #comments: Comments
  readonly #meter: DocumentMeter
  readonly #authors: ReadonlyMap<string, string>
  readonly notes = new Notes()

  /** `relations`: the relations of the presentation. */
  constructor(
    archive: Archive,
    relations: Relations,
    { comments, meter }: { comments: Comments; meter: DocumentMeter },
  ) {
    this.#archive = archive
    this.#comments = comments
    this.#meter = meter
    const lists = ['commentAuthors', 'authors'].map(
      (type) => archive.readText(relatedPart(relations, type) ?? '') ?? '',
    )
    const authors = lists.flatMap((xml) => childrenOf(parseXml(xml)).flatMap((list) => childrenOf(list)))
    this.#authors = new Map(authors.map(({ attributes: { id = '', name = '' } }) => [id, name]))
  }

  /** `relations`: the relations of the slide. */
  marksOf(relations: Relations): CommentMarks {
    let open = [...relations.values()].flatMap(({ type, target }) => (type === 'comments' ? this.#read(target) : []))
    this.#comments.found(open.length)
    return (shape) => {
      const { true: own = [], false: others = [] } = Object.groupBy(open, (one) =>
        String(shape === null || one.shape === shape),
      )
      open = others
      const marks = own.map((comment) => this.#comments.mark(comment, this.notes)).join('')
      return marks && `<p>${marks}</p>`
    }
  }

  #read(path: string): SlideComment[] {
    const list = parseXml(this.#archive.statedText(path) ?? '')
    const authorOf = ({ attributes }: XmlElement) => this.#authors.get(attributes.authorId ?? '') ?? ''
    const context = { relations: relationsOf(this.#archive, path), meter: this.#meter }
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
      html: `<p>${textHtml(xmlText(childOf(comment, 'p:text')), this.#meter)}</p>`,
      shape: null,
    }))
    return [...threads, ...inThreads(single)]
  }
}

/** A comment is named by its author's id and its index among the author's comments. */
function idsOf(comment: XmlElement): { id: string; parent: string | null } {
  const idOf = ({ attributes: { authorId = '', idx = '' } }: XmlElement) => `${authorId} ${idx}`
  const parent = elementsIn(comment, 'p15:parentCm').next().value
  return { id: idOf(comment), parent: parent ? idOf(parent) : null }
}
