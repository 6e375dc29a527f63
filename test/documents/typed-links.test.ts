import { expect, test } from 'vitest'
import type { DocumentKind } from '../../src/page/document-types.ts'
import { epubBook } from './epub/epub-book.ts'
import { outputOf } from './format-document.ts'
import { odtDocument } from './odt/odt-document.ts'
import { sheetData, workbookOf } from './sheets/workbook.ts'
import { presentationOf, shape } from './slides/presentation.ts'
import { paragraph, run, wordDocument } from './word/word-document.ts'

type Given = [kind: DocumentKind, content: Uint8Array | string]

const words = 'See https://a.example/x_y (or www.example.com), or ask ann@example.com.'
const typed: Given[] = [
  ['docx', wordDocument(paragraph(words))],
  ['odt', odtDocument(`<text:p>${words}</text:p>`)],
  ['rtf', `{\\rtf1 ${words}\\par}`],
  ['epub', epubBook([`<p>${words}</p>`])],
  ['pptx', presentationOf([{ shapes: shape('T', { type: 'title' }) + shape(words) }])],
  ['xlsx', workbookOf({ sheets: [{ xml: sheetData([['a', words]]) }] })],
  ['csv', `a;${words}\n`],
]

test.each(typed)('URLs and email addresses typed into %s are links, and keep their text', async (kind, content) => {
  expect(await outputOf(kind, content, 'links')).toMatchObject([
    { url: 'https://a.example/x_y', text: 'https://a.example/x_y' },
    { url: 'http://www.example.com/', text: 'www.example.com' },
  ])
  expect(await outputOf(kind, content, 'emails')).toEqual(['ann@example.com'])
  expect(await outputOf(kind, content)).toContain(words)
})

const links = (kind: DocumentKind, content: Uint8Array) => outputOf(kind, content, 'links')

test('a URL in several runs of a paragraph is one link', async () => {
  const body = paragraph(
    run('See ') + run('https://a.exa', '<w:b/>') + run('mple/') + run('long', '<w:i/>') + run('. End'),
  )
  expect(await outputOf('docx', wordDocument(body))).toBe('See https://a.example/long. End')
  expect(await links('docx', wordDocument(body))).toMatchObject([{ url: 'https://a.example/long' }])
})

test('a superscript after a URL is not part of it', async () => {
  const body = paragraph(run('https://a.example/x') + run('2', '<w:vertAlign w:val="superscript"/>'))
  expect(await links('docx', wordDocument(body))).toMatchObject([{ url: 'https://a.example/x' }])
})

test('existing links and code do not get new links', async () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>' +
    '<w:style w:type="character" w:styleId="Teletype"><w:name w:val="HTML Code"/></w:style>'
  const link = `<w:hyperlink r:id="l1">${run('https://shown.example/')}</w:hyperlink>`
  const body =
    paragraph(link) +
    paragraph('curl https://code.example/', '<w:pStyle w:val="Code"/>') +
    paragraph(run('Call ') + run('GET https://inline.example/', '<w:rStyle w:val="Teletype"/>'))
  const document = wordDocument(body, { styles, links: { l1: 'https://real.example/' } })
  expect(await links('docx', document)).toMatchObject([{ url: 'https://real.example/' }])
  const book = epubBook([
    '<p><a href="https://real.example/">https://shown.example/</a> <code>https://code.example/</code></p>',
  ])
  expect(await links('epub', book)).toMatchObject([{ url: 'https://real.example/' }])
})
