import { expect, test } from 'vitest'
import { mediaTypes } from './converted-page.ts'
import { epubBook, epubType } from './epub/epub-book.ts'
import { formatDocument } from './format-document.ts'
import { odtDocument, odtType } from './odt/odt-document.ts'
import { sheetData, workbookOf } from './sheets/workbook.ts'
import { presentationOf, shape } from './slides/presentation.ts'
import { paragraph, run, wordDocument, wordType } from './word/word-document.ts'

type Given = [kind: string, mediaType: string, content: Uint8Array | string]

const words = 'See https://a.example/x_y (or www.example.com), or ask ann@example.com.'
const typed: Given[] = [
  ['DOCX', wordType, wordDocument(paragraph(words))],
  ['ODT', odtType, odtDocument(`<text:p>${words}</text:p>`)],
  ['RTF', 'application/rtf', `{\\rtf1 ${words}\\par}`],
  ['EPUB', epubType, epubBook([`<p>${words}</p>`])],
  ['PPTX', mediaTypes.pptx, presentationOf([{ shapes: shape('T', { type: 'title' }) + shape(words) }])],
  ['XLSX', mediaTypes.xlsx, workbookOf({ sheets: [{ xml: sheetData([['a', words]]) }] })],
  ['CSV', mediaTypes.csv, `a;${words}\n`],
]

test.each(typed)(
  'URLs and e-mail addresses typed into %s are links, and stay the text that they are',
  async (...given) => {
    const [, mediaType, content] = given
    const of = async (output: 'links' | 'emails' | 'markdown') =>
      (await formatDocument(mediaType, content, { output })).content
    expect(await of('links')).toMatchObject([
      { url: 'https://a.example/x_y', text: 'https://a.example/x_y' },
      { url: 'http://www.example.com/', text: 'www.example.com' },
    ])
    expect(await of('emails')).toEqual(['ann@example.com'])
    expect(await of('markdown')).toContain(words)
  },
)

const links = async (mediaType: string, content: Uint8Array | string) =>
  (await formatDocument(mediaType, content, { output: 'links' })).content

test('a URL in several runs of a paragraph is one link', async () => {
  const body = paragraph(
    run('See ') + run('https://a.exa', '<w:b/>') + run('mple/') + run('long', '<w:i/>') + run('. End'),
  )
  const { content } = await formatDocument(wordType, wordDocument(body))
  expect(content).toBe('See https://a.example/long. End')
  expect(await links(wordType, wordDocument(body))).toMatchObject([{ url: 'https://a.example/long' }])
})

test('a raised sign behind a URL is no part of it', async () => {
  const body = paragraph(run('https://a.example/x') + run('2', '<w:vertAlign w:val="superscript"/>'))
  expect(await links(wordType, wordDocument(body))).toMatchObject([{ url: 'https://a.example/x' }])
})

test('text that is a link, and code, have no further links', async () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>' +
    '<w:style w:type="character" w:styleId="Teletype"><w:name w:val="HTML Code"/></w:style>'
  const link = `<w:hyperlink r:id="l1">${run('https://shown.example/')}</w:hyperlink>`
  const body =
    paragraph(link) +
    paragraph('curl https://code.example/', '<w:pStyle w:val="Code"/>') +
    paragraph(run('Call ') + run('GET https://inline.example/', '<w:rStyle w:val="Teletype"/>'))
  const document = wordDocument(body, { styles, links: { l1: 'https://real.example/' } })
  expect(await links(wordType, document)).toMatchObject([{ url: 'https://real.example/' }])
  const book = epubBook([
    '<p><a href="https://real.example/">https://shown.example/</a> <code>https://code.example/</code></p>',
  ])
  expect(await links(epubType, book)).toMatchObject([{ url: 'https://real.example/' }])
})
