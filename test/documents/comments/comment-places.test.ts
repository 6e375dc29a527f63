import { describe, expect, it } from 'vitest'
import { formatDocument, markdownOfDocument } from '../format-document.ts'
import { shape } from '../slides/presentation.ts'
import { cell, paragraph, row, run } from '../word/word-document.ts'
import {
  annotatedPage,
  annotation,
  commentedSlide,
  commentedWord,
  commentedWorkbook,
  openDocument,
  slideNames,
  slideThread,
  threadAuthors,
  threadOf,
  wordComment,
  wordMark,
} from './commented-documents.ts'

const missing = (count: string) => [
  {
    code: 'comments_removed',
    message: `${count} of the document ${count.startsWith('1 ') ? 'is' : 'are'} not in the content`,
  },
]

describe('in a Word document', () => {
  it('comments may be in tables, and may have several paragraphs', async () => {
    const long = `<w:comment w:id="2">${paragraph('One')}${paragraph('Two')}</w:comment>`
    const rows = row(cell('x') + cell('y')) + row(cell('1') + cell(paragraph(run('2') + wordMark(2))))
    const body = `${paragraph(run('A') + wordMark(1))}<w:tbl>${rows}</w:tbl>`
    expect(await markdownOfDocument('docx', commentedWord(body, wordComment(1, 'Ada &amp; Co', 'So') + long))).toBe(
      'A[^1]\n\n| x | y |\n| --- | --- |\n| 1 | 2[^2] |\n\n[^1]: Comment (Ada & Co): So\n\n[^2]: Comment: One\n\n    Two',
    )
  })

  it('a comment without text is left out', async () => {
    const body = paragraph(run('A') + wordMark(1))
    const { content, warnings } = await formatDocument('docx', commentedWord(body, wordComment(1, 'Ada', '')))
    expect([content, warnings]).toEqual(['A', []])
  })

  it('a comment on deleted or hidden text is counted as missing', async () => {
    const deleted = `<w:del>${wordMark(1)}</w:del>`
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:commentReference w:id="2"/></w:r>'
    const comments = wordComment(1, 'Ada', 'a') + wordComment(2, 'Ada', 'b')
    const { content, warnings } = await formatDocument(
      'docx',
      commentedWord(paragraph(run('A') + deleted + hidden), comments),
    )
    expect(content).toBe('A')
    expect(warnings).toEqual(missing('2 comments'))
  })

  it('two comments with the same id are counted as two', async () => {
    const comments = wordComment(1, 'Ada', 'a') + wordComment(1, 'Ada', 'b')
    const body = commentedWord(paragraph(run('A') + wordMark(1)), comments)
    const { warnings } = await formatDocument('docx', body, { includeComments: false })
    expect(warnings).toEqual(missing('2 comments'))
  })
})

describe('in a workbook', () => {
  const authors = '<authors><author>Ada</author><author>tc={1}</author></authors>'
  const note = (ref: string, author: number, text: string) =>
    `<comment ref="${ref}" authorId="${author}"><text>${text}</text></comment>`
  const named = '<r><rPr><b/></rPr><t>Ada:</t></r><r><t xml:space="preserve">\nOld note</t></r>'

  it('a note has no second name of its author, and the copy of a thread for older programs is left out', async () => {
    const copy = '<t>[Threaded comment] Your version of Excel can’t read it</t>'
    const notes = `${authors}<commentList>${note('A2', 0, named)}${note('B1', 1, copy)}</commentList>`
    const body = commentedWorkbook(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      { notes, threads: threadOf('B1') },
    )
    expect(await markdownOfDocument('xlsx', body)).toBe(
      '## S\n\n| a | b[^1][^2] |\n| --- | --- |\n| c[^3] | d |\n\n[^1]: Comment (Ada): Why?\n\n[^2]: Comment (Bob): So.\n\n[^3]: Comment (Ada): Old note',
    )
  })

  it('a comment in a thread keeps a beginning that looks like the name of its author', async () => {
    const threads = '<threadedComment ref="A1" personId="{b}" id="{1}"><text>Bob: please call</text></threadedComment>'
    expect(await markdownOfDocument('xlsx', commentedWorkbook([['a']], { threads }))).toContain(
      '[^1]: Comment (Bob): Bob: please call',
    )
  })

  it('a comment in a thread may have no known author', async () => {
    const threads = '<threadedComment ref="A1" personId="{c}" id="{1}"><text>Please call</text></threadedComment>'
    expect(await markdownOfDocument('xlsx', commentedWorkbook([['a']], { threads }))).toContain(
      '[^1]: Comment: Please call',
    )
  })

  it('an empty cell may have a comment', async () => {
    const notes = `${authors}<commentList>${note('B2', 0, '<t>Fill in</t>')}</commentList>`
    const body = commentedWorkbook([['a', 'b'], ['c']], { notes })
    expect(await markdownOfDocument('xlsx', body)).toContain('| c | [^1] |\n\n[^1]: Comment (Ada): Fill in')
  })
})

describe('on a slide', () => {
  it('a thread follows the shape that it belongs to', async () => {
    const shapes = [shape('One'), shape('Two')].map((one, at) => one.replace('id="1"', `id="${at + 3}"`)).join('')
    const list = `<p188:cmLst ${slideNames}>${slideThread('3')}</p188:cmLst>`
    expect(await markdownOfDocument('pptx', commentedSlide(shapes, list, threadAuthors))).toBe(
      '## Slide 1\n\nOne\n\n[^1][^2]\n\nTwo\n\n[^1]: Comment (Ada): Why?\n\n[^2]: Comment (Bob): So.',
    )
  })

  it('older comments follow the slide, with replies after the comments that they belong to', async () => {
    const comment = (idx: number, author: number, text: string, more = '') =>
      `<p:cm authorId="${author}" idx="${idx}"><p:text>${text}</p:text>${more}</p:cm>`
    const reply =
      '<p:extLst><p:ext><p15:threadingInfo><p15:parentCm authorId="0" idx="1"/></p15:threadingInfo></p:ext></p:extLst>'
    const list = comment(1, 0, 'First\nline') + comment(2, 0, 'Second') + comment(1, 1, 'Reply', reply)
    const authors = `<p:cmAuthorLst ${slideNames}><p:cmAuthor id="0" name="Ada"/><p:cmAuthor id="1" name="Bob"/></p:cmAuthorLst>`
    const body = commentedSlide(shape('One'), `<p:cmLst ${slideNames}>${list}</p:cmLst>`, {
      'ppt/commentAuthors.xml': authors,
    })
    expect(await markdownOfDocument('pptx', body)).toBe(
      '## Slide 1\n\nOne\n\n[^1][^2][^3]\n\n[^1]: Comment (Ada): First\\\n    line\n\n[^2]: Comment (Bob): Reply\n\n[^3]: Comment (Ada): Second',
    )
  })
})

it('in an OpenDocument text, a comment on a range is at its end, and one on hidden text is left out', async () => {
  const start = annotation('Ada', 'So', 'office:name="c1"')
  const text = `<text:p>A ${start}few words<office:annotation-end office:name="c1"/> here</text:p>`
  const hidden = `<text:section text:display="none"><text:p>${annotation('Bob', 'secret')}x</text:p></text:section>`
  const { content } = await formatDocument('odt', openDocument('odt', `<office:text>${text}${hidden}</office:text>`))
  expect(content).toBe('A few words[^1] here\n\n[^1]: Comment (Ada): So')
})

describe('on a PDF page', () => {
  const onPage = async (...annotations: string[]) => {
    const { content, warnings } = await formatDocument('pdf', annotatedPage('Some words here', annotations))
    expect(warnings).toEqual([])
    return content
  }
  const rect = '/Rect [72 716 105 732]'

  it.each([
    [
      'a note is at the word above which it was placed',
      '/Subtype /Text /Rect [104 712 124 732] /T (Ada) /Contents (So)',
    ],
    [
      'a mark is at the last word that it marks',
      '/Subtype /Underline /Rect [72 716 142 732] /QuadPoints [72 732 142 732 72 716 142 716] /T (Ada) /Contents (So)',
    ],
    ['a drawing is at the last word in it', '/Subtype /Square /Rect [72 716 142 732] /T (Ada) /Contents (So)'],
  ])('%s', async (_title, entries) => {
    expect(await onPage(entries)).toMatch(/^Some(?: words)?\[\^1\] .*here\n\n\[\^1\]: Comment \(Ada\): So$/)
  })

  it('typed text is a comment only if it has an author and doesn’t fill in a form', async () => {
    const typed = `/Subtype /FreeText ${rect} /DA (/Helv 12 Tf) /Contents (typed)`
    expect(await onPage(typed)).toBe('Some words here\n\ntyped')
    expect(await onPage(`${typed} /T (Ada) /IT /FreeTextTypewriter`)).toBe('Some words here\n\ntyped')
    expect(await onPage(`${typed} /T (Ada)`)).toBe('Some[^1] words here\n\n[^1]: Comment (Ada): typed')
  })

  it('a comment on a marked word that says something else, and the replies to it, are kept', async () => {
    const quads = '/QuadPoints [72 732 104 732 72 716 104 716]'
    const marked = (text: string) => `/Subtype /Highlight ${rect} ${quads} /T (Ada) /Contents (${text})`
    expect(await onPage(marked('Some more'))).toContain('Comment (Ada): Some more')
    const reply = `/Subtype /Text ${rect} /T (Bob) /Contents (Why?) /IRT 6 0 R`
    expect(await onPage(marked('Some'), reply)).toBe('Some[^1] words here\n\n[^1]: Comment (Bob): Why?')
  })

  it.each([
    [
      'a mark that repeats the marked text',
      `/Subtype /Highlight ${rect} /QuadPoints [72 732 142 732 72 716 142 716] /T (Ada) /Contents (Some words.)`,
    ],
    ['hidden', `/Subtype /Text ${rect} /F 2 /Contents (So)`],
    ['a mark without text', `/Subtype /Highlight ${rect} /QuadPoints [72 732 97 732 72 716 97 716]`],
    ['the state of a review', `/Subtype /Text ${rect} /State (Accepted) /StateModel (Review) /Contents (Accepted)`],
    ['the pop-up of another comment', `/Subtype /Popup ${rect} /Contents (So)`],
  ])('%s is not a comment', async (_title, entries) => {
    expect(await onPage(entries)).toBe('Some words here')
  })

  it('comments on a page without text follow the page', async () => {
    const body = annotatedPage('', [`/Subtype /Text ${rect} /T (Ada) /Contents (So)`])
    expect(await markdownOfDocument('pdf', body)).toBe('[^1]\n\n[^1]: Comment (Ada): So')
  })
})
