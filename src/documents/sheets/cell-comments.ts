/** Reads the comments on the cells of an Excel worksheet: notes, and threads of comments. @see ECMA-376, part 1, §18.7; MS-XLSX, §2.6.205 */

import type { Archive } from '../office/archive/archive.ts'
import { type Relations, relatedText } from '../office/parts/relations.ts'
import { childOf, childrenOf, eachChildOf, parseXml, xmlText } from '../office/xml/xml-tree.ts'
import { parseCell } from './formulas.ts'
import { runsOf } from './rich-text.ts'
import type { CellComment } from './workbook.ts'

/** Returns the names of the authors of threads by id. `relations`: the relations of the workbook. */
export function readPersons(archive: Archive, relations: Relations): Map<string, string> {
  const list = parseXml(relatedText(archive, relations, 'person'))
  const persons = childrenOf(list).flatMap((root) => childrenOf(root))
  return new Map(persons.map(({ attributes: { id = '', displayName = '' } }) => [id, displayName]))
}

/** Threads are in order. `relations`: the relations of the worksheet. */
export function readCellComments(
  archive: Archive,
  relations: Relations,
  persons: ReadonlyMap<string, string>,
): CellComment[] {
  const comments: CellComment[] = []
  const add = (reference: string | undefined, author: string, text: string) => {
    const place = parseCell(reference ?? '')
    if (place) comments.push({ ...place, author, text })
  }
  const authors: string[] = []
  const notes = relatedText(archive, relations, 'comments')
  const threads = relatedText(archive, relations, 'threadedComment')
  eachChildOf(notes, 'x:authors', (author) => authors.push(xmlText(author)))
  eachChildOf(notes, 'x:commentList', (comment) => {
    const author = authors[Number(comment.attributes.authorId)] ?? ''
    // For older programs, a thread also has a note.
    if (author.startsWith('tc=') && threads !== '') return
    const runs = runsOf(childOf(comment, 'x:text'), () => null)
    add(comment.attributes.ref, author, runs.map(({ text }) => text).join(''))
  })
  eachChildOf(threads, 'xtc:ThreadedComments', (comment) => {
    const { ref, personId = '' } = comment.attributes
    add(ref, persons.get(personId) ?? '', xmlText(childOf(comment, 'xtc:text')))
  })
  return comments
}
