/** Reads the comments on the cells of an Excel worksheet: notes, and threads of comments. @see ECMA-376, part 1, §18.7; MS-XLSX, §2.6.205 */

import type { Comment, Comments } from '../converted/comments.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { Notes } from '../converted/flow/notes.ts'
import { textHtml } from '../converted/text-html.ts'
import type { Archive } from '../office/archive/archive.ts'
import { type Relations, relatedPart } from '../office/parts/relations.ts'
import { childOf, childrenOf, eachChildOf, parseXml, xmlText } from '../office/xml/xml-tree.ts'
import { type CellPlace, parseCell } from './cell-reference.ts'
import { runsOf } from './rich-text.ts'
import type { Sheet } from './sheet.ts'

/** Returns the names of the authors of threads by id. `relations`: the relations of the workbook. */
export function readPersons(archive: Archive, relations: Relations): Map<string, string> {
  const list = parseXml(partText(archive, relations, 'person'))
  const persons = childrenOf(list).flatMap((root) => childrenOf(root))
  return new Map(persons.map(({ attributes: { id = '', displayName = '' } }) => [id, displayName]))
}

interface CommentContext {
  archive: Archive
  persons: ReadonlyMap<string, string>
  meter: DocumentMeter
}

/** Threads are in order. `relations`: the relations of the worksheet. */
export function readCellComments(
  relations: Relations,
  { archive, persons, meter }: CommentContext,
): (Comment & CellPlace)[] {
  const comments: (Comment & CellPlace)[] = []
  const add = (ref: string | undefined, author: string, text: string) => {
    const place = parseCell(ref ?? '')
    if (place) comments.push({ ...place, author, html: `<p>${textHtml(text.trim(), meter)}</p>` })
  }
  const authors: string[] = []
  const notes = partText(archive, relations, 'comments')
  const threads = partText(archive, relations, 'threadedComment')
  eachChildOf(notes, 'x:authors', (author) => authors.push(xmlText(author)))
  eachChildOf(notes, 'x:commentList', (comment) => {
    const author = authors[Number(comment.attributes.authorId)] ?? ''
    // For older programs, a thread also has a note.
    if (author.startsWith('tc=') && threads !== '') return
    const text = runsOf(childOf(comment, 'x:text'), () => null)
      .map((run) => run.text)
      .join('')
    // Excel begins a note with the name of its author.
    add(
      comment.attributes.ref,
      author,
      author !== '' && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text,
    )
  })
  eachChildOf(threads, 'xtc:ThreadedComments', (comment) => {
    const { ref, personId = '' } = comment.attributes
    add(ref, persons.get(personId) ?? '', xmlText(childOf(comment, 'xtc:text')))
  })
  return comments
}

function partText(archive: Archive, relations: Relations, type: string): string {
  const part = relatedPart(relations, type)
  return (part !== null && archive.statedText(part)) || ''
}

/** Writes the reference to a comment at the end of its cell. */
export function markComment(
  sheet: Sheet,
  { row, column, ...comment }: Comment & CellPlace,
  { comments, notes }: { comments: Comments; notes: Notes },
): void {
  comments.found()
  if (comments.areIncluded) sheet.markCell(row, column, () => comments.mark(comment, notes))
}
