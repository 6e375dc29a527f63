/** Documents with two comments each, one by Ada and a reply by Bob, in the formats that have comments. */

import { type DocumentKind, documentTypes } from '../../../src/page/document-types.ts'
import { type ZipFiles, zipOf } from '../office/archive/zip.ts'
import { onePage } from '../pdf/pdf-document.ts'
import { relationships, sheetData, workbookOf } from '../sheets/workbook.ts'
import { presentationOf, shape } from '../slides/presentation.ts'
import { paragraph, run, wordDocument } from '../word/word-document.ts'

const wordNames = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A Word document. `comments`: children of `w:comments`. */
export function commentedWord(body: string, comments: string) {
  return wordDocument(body, { files: { 'word/comments.xml': `<w:comments ${wordNames}>${comments}</w:comments>` } })
}

export const wordComment = (id: number, author: string, text: string) =>
  `<w:comment w:id="${id}" w:author="${author}">${paragraph(`<w:r><w:annotationRef/></w:r>${run(text)}`)}</w:comment>`
export const wordMark = (id: number) => `<w:r><w:commentReference w:id="${id}"/></w:r>`

const spreadsheetNames = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const threadNames = 'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments'

/** A workbook whose first sheet has these parts of comments. */
export function commentedWorkbook(rows: readonly (readonly string[])[], parts: { notes?: string; threads?: string }) {
  const { notes, threads } = parts
  const files: Record<string, string> = {
    'xl/worksheets/_rels/sheet1.xml.rels': relationships([
      ...(notes === undefined ? [] : [['c', 'comments', '../comments1.xml'] as const]),
      ...(threads === undefined ? [] : [['t', 'threadedComment', '../threadedComments/threadedComment1.xml'] as const]),
    ]),
    'xl/_rels/workbook.xml.rels': relationships([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['p', 'person', 'persons/person.xml'],
    ]),
    'xl/comments1.xml': `<comments xmlns="${spreadsheetNames}">${notes}</comments>`,
    'xl/threadedComments/threadedComment1.xml': `<ThreadedComments xmlns="${threadNames}">${threads}</ThreadedComments>`,
    'xl/persons/person.xml': `<personList xmlns="${threadNames}"><person displayName="Ada" id="{a}"/><person displayName="Bob" id="{b}"/></personList>`,
  }
  return workbookOf({ sheets: [{ name: 'S', xml: sheetData(rows) }], files })
}

export const threadOf = (ref: string) =>
  `<threadedComment ref="${ref}" personId="{a}" id="{1}" done="1"><text>Why?</text></threadedComment>
   <threadedComment ref="${ref}" personId="{b}" id="{2}" parentId="{1}"><text>So.</text></threadedComment>`

const main = ['xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"']
export const slideNames = [
  ...main,
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:p15="http://schemas.microsoft.com/office/powerpoint/2012/main"',
  'xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"',
  'xmlns:ac="http://schemas.microsoft.com/office/drawing/2013/main/command"',
].join(' ')

/** A presentation of one slide. `list`: the part that has its comments. */
export function commentedSlide(shapes: string, list: string, files: ZipFiles) {
  const slide = { shapes, relations: [['c', 'comments', '../comments/comment1.xml']] as const }
  return presentationOf([slide], {
    'ppt/_rels/presentation.xml.rels': relationships([
      ['s0', 'slide', 'slides/slide1.xml'],
      ['ca', 'commentAuthors', 'commentAuthors.xml'],
      ['a', 'authors', 'authors.xml'],
    ]),
    'ppt/comments/comment1.xml': list,
    ...files,
  })
}

export const threadAuthors = {
  'ppt/authors.xml': `<p188:authorLst ${slideNames}><p188:author id="{a}" name="Ada"/><p188:author id="{b}" name="Bob"/></p188:authorLst>`,
}
const said = (text: string) => `<p188:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p188:txBody>`

/** A thread on the shape with this id. */
export const slideThread = (id: string) =>
  `<p188:cm authorId="{a}"><ac:deMkLst><ac:spMk id="${id}"/></ac:deMkLst>
   <p188:replyLst><p188:reply authorId="{b}">${said('So.')}</p188:reply></p188:replyLst>${said('Why?')}</p188:cm>`

const oasis = 'urn:oasis:names:tc:opendocument:xmlns'
const openNames = ['office', 'text', 'table', 'presentation']
  .map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`)
  .concat(`xmlns:draw="${oasis}:drawing:1.0"`, 'xmlns:dc="http://purl.org/dc/elements/1.1/"')
  .join(' ')

export const annotation = (author: string, text: string, attributes = '') =>
  `<office:annotation ${attributes}><dc:creator>${author}</dc:creator><dc:date>2026-01-02T03:04:05</dc:date><text:p>${text}</text:p></office:annotation>`
const thread = annotation('Ada', 'Why?') + annotation('Bob', 'So.')

/** `body`: children of `office:body`. */
export function openDocument(kind: 'odt' | 'ods' | 'odp', body: string) {
  return zipOf({
    mimetype: documentTypes[kind],
    'content.xml': `<office:document-content ${openNames}><office:body>${body}</office:body></office:document-content>`,
  })
}

/** A page with one line of text at the top, and these annotations. */
export function annotatedPage(text: string, annotations: readonly string[]) {
  const objects = annotations.map((entries) => `<< /Type /Annot /P 3 0 R ${entries} >>`)
  return onePage({
    content: `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`,
    objects,
    page: `/Annots [${objects.map((_, at) => `${6 + at} 0 R`).join(' ')}]`,
  })
}

const pdfThread = [
  '/Subtype /Highlight /Rect [72 716 120 732] /QuadPoints [72 732 97 732 72 716 97 716] /T (Ada) /Contents (Why?)',
  '/Subtype /Text /Rect [0 0 0 0] /T (Bob) /Contents (So.) /IRT 6 0 R',
]

const comments = (first: string) => `${first}[^1][^2] end\n\n[^1]: Comment (Ada): Why?\n\n[^2]: Comment (Bob): So.`
const inCell = '## S\n\n| word[^1][^2] |\n| --- |\n\n[^1]: Comment (Ada): Why?\n\n[^2]: Comment (Bob): So.'
const onSlide = '## T\n\nword\n\n[^1][^2]\n\n[^1]: Comment (Ada): Why?\n\n[^2]: Comment (Bob): So.'

interface CommentedDocument {
  kind: DocumentKind
  body: Uint8Array | string
  /** Its markdown with and without comments. */
  included: string
  excluded: string
}

const body = shape('word')
const frame = '<draw:frame presentation:class="PLACE"><draw:text-box><text:p>TEXT</text:p></draw:text-box></draw:frame>'
const framed = (place: string, text: string) => frame.replace('PLACE', place).replace('TEXT', text)

export const commentedDocuments: readonly CommentedDocument[] = [
  {
    kind: 'docx',
    body: commentedWord(
      paragraph(run('word') + wordMark(7) + wordMark(8) + run(' end')),
      wordComment(7, 'Ada', 'Why?') + wordComment(8, 'Bob', 'So.'),
    ),
    included: comments('word'),
    excluded: 'word end',
  },
  {
    kind: 'odt',
    body: openDocument('odt', `<office:text><text:p>word${thread} end</text:p></office:text>`),
    included: comments('word'),
    excluded: 'word end',
  },
  {
    kind: 'rtf',
    body: String.raw`{\rtf1 word{\*\atnid A}{\*\atnauthor Ada}\chatn{\*\annotation{\*\atndate 1}\pard Why?}{\*\atnauthor Bob}\chatn{\*\annotation\pard So.} end\par}`,
    included: comments('word'),
    excluded: 'word end',
  },
  {
    kind: 'xlsx',
    body: commentedWorkbook([['word']], { threads: threadOf('A1') }),
    included: inCell,
    excluded: '## S\n\n| word |\n| --- |',
  },
  {
    kind: 'ods',
    body: openDocument(
      'ods',
      `<office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell>${thread}<text:p>word</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`,
    ),
    included: inCell,
    excluded: '## S\n\n| word |\n| --- |',
  },
  {
    kind: 'pptx',
    body: commentedSlide(
      shape('T', { type: 'title' }) + body,
      `<p188:cmLst ${slideNames}>${slideThread('99')}</p188:cmLst>`,
      threadAuthors,
    ),
    included: onSlide,
    excluded: '## T\n\nword',
  },
  {
    kind: 'odp',
    body: openDocument(
      'odp',
      `<office:presentation><draw:page>${framed('title', 'T')}${framed('outline', 'word')}${thread}</draw:page></office:presentation>`,
    ),
    included: onSlide,
    excluded: '## T\n\nword',
  },
  {
    kind: 'pdf',
    body: annotatedPage('word end', pdfThread),
    included: comments('word'),
    excluded: 'word end',
  },
]
