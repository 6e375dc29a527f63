import { type BookType, utils, type WorkBook, write } from '@e965/xlsx'
import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import { expect, it } from 'vitest'
import { resolveMediaType } from '../../../src/fetch/body/media-type.ts'
import { documentTypes } from '../../../src/page/document-types.ts'
import { formatDocument, markdownOfDocument, metadataOfDocument } from '../format-document.ts'

const bytesOf = (book: WorkBook, bookType: BookType) =>
  new Uint8Array(write(book, { bookType, type: 'buffer', cellStyles: true }) as Buffer)

function workbook(): WorkBook {
  const book = utils.book_new()
  const trees = utils.aoa_to_sheet([
    ['Tree', 'Height', 'Share', 'Since', 'Old'],
    ['Oak | elm', 21.5, { t: 'n', v: 0.125, z: '0.0%' }, { t: 'n', v: 45000, z: 'yyyy-mm-dd' }, true],
    ['日本', { t: 'e', v: 0x2a }],
    ['Both', null, 3],
  ])
  trees['!merges'] = [{ s: { r: 3, c: 0 }, e: { r: 3, c: 1 } }]
  utils.book_append_sheet(book, trees, 'Trees')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['secret']]), 'Drafts')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['x'], [1]]), 'More')
  book.Workbook = { Sheets: [{}, { Hidden: 1 }, {}] }
  book.Props = { Title: 'Forest', Author: 'Ada' }
  return book
}

it('leaves out values that their format hides, and says so', async () => {
  const cells = utils.aoa_to_sheet([
    ['seen', { t: 'n', v: -(10 ** 14), z: '0;;;' }, { t: 's', v: 'x'.repeat(40), z: ';;;' }],
  ])
  const book = utils.book_new()
  utils.book_append_sheet(book, cells, 'S')
  const { content, warnings } = await formatDocument('xls', bytesOf(book, 'biff8'))
  expect(content).toBe('## S\n\n| seen |\n| --- |')
  expect(warnings.map(({ code }) => code)).toEqual(['hidden_text_removed'])
})

const expected = `## Trees

| Tree | Height | Share | Since | Old |
| --- | --- | --- | --- | --- |
| Oak \\| elm | 21.5 | 12.5% | 2023-03-15 | TRUE |
| 日本 | #N/A |  |  |  |
| Both |  | 3 |  |  |

## More

| x |
| --- |
| 1 |`

it.each([
  ['xls', 'biff8'],
  ['xlsx', 'xlsb'],
] as const)('reads the visible sheets of a binary workbook (%s, %s)', async (kind, type) => {
  const body = bytesOf(workbook(), type)
  expect(resolveMediaType(null, body)).toBe(documentTypes[kind])
  const { content, warnings } = await formatDocument(kind, body)
  expect(String(content).trim().replace('| Both | Both |', '| Both |  |')).toBe(expected)
  expect(warnings.map(({ code }) => code)).toEqual(['hidden_text_removed'])
  expect(await metadataOfDocument(kind, body)).toMatchObject({ title: 'Forest' })
})

it('reads only the sheets that are requested', async () => {
  const { content } = await formatDocument('xls', bytesOf(workbook(), 'biff8'), { documentPages: [[2, 2]] } as never)
  expect(content).toContain('## More')
})

it('leaves out hidden columns, and writes comments as notes', async () => {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet([
    ['a', 'hidden words', 'c'],
    ['1', 'hidden number', '3'],
  ])
  sheet['!cols'] = [{}, { hidden: true }]
  utils.book_append_sheet(book, sheet, 'S')
  expect(await markdownOfDocument('xls', bytesOf(book, 'biff8'))).not.toContain('hidden')
})

it('shows an unknown error code as #ERROR!', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      [
        { t: 'e', v: 99 },
        { t: 'e', v: 255 },
      ],
    ]),
    'S',
  )
  expect(await markdownOfDocument('xls', bytesOf(book, 'biff8'))).toBe('## S\n\n| #ERROR! | #ERROR! |\n| --- | --- |')
})

it('refuses a workbook that is cut off or is something else', async () => {
  const whole = bytesOf(workbook(), 'biff8')
  for (const body of [whole.subarray(0, 700), new Uint8Array(Buffer.from('a,b\n1,2\n'))])
    await expect(markdownOfDocument('xls', body)).rejects.toMatchObject({ type: 'invalid_response' })
})

it('refuses a workbook that needs a password, for good', async () => {
  const start = Buffer.from('0908100000060500bb0dcc07000000000600000', 'hex')
  const filePass = Buffer.from('2f000600000012345678', 'hex')
  const bytes = new Uint8Array(Buffer.concat([start, Buffer.alloc(20 - start.length), filePass, Buffer.alloc(5000)]))
  const stream = { name: 'Workbook', type: 2, length: bytes.length, binaryProvider: () => bytes } as const
  const whole = burn([{ name: 'Root Entry', type: 5, length: 0, children: [1] }, stream])
  await expect(markdownOfDocument('xls', new Uint8Array(whole))).rejects.toMatchObject({
    type: 'invalid_response',
    isFinal: true,
  })
})
