import { utils, write } from '@e965/xlsx'
import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import { unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { formatDocument } from '../format-document.ts'
import { relationships } from './workbook.ts'

const u16 = (...values: number[]) => values.flatMap((value) => [value & 255, value >> 8])
const u32 = (value: number) => [...Buffer.from(Uint32Array.of(value).buffer)]
const double = (value: number) => [...Buffer.from(Float64Array.of(value).buffer)]
const record = (type: number, ...data: number[]) => [...u16(type, data.length), ...data]
const latin = (text: string) => [0, ...Buffer.from(text, 'latin1')]
const wide = (text: string) => [1, ...Buffer.from(text, 'utf16le')]

const begin = (kind: number, version = 0x600) => record(0x809, ...u16(version, kind, 0, 0), ...u32(0), ...u32(0))
const end = record(0x0a)
const object = (kind: number) => record(0x5d, ...u16(0x15, 18, kind, 1), ...Array(14).fill(0), ...u32(0))
const box = (length: number, ...texts: number[][]) => [
  ...record(0x1b6, ...u16(0, 0, 0, 0, 0, length, 16), ...u32(0)),
  ...texts.flatMap((text) => record(0x3c, ...text)),
  ...record(0x3c, ...Array(16).fill(0)),
]
const words = (text: string) => record(0x100d, ...u16(0), text.length, ...wide(text))
const source = (kind: number, link: number) => record(0x1051, kind, 2, ...u16(0, 0, 11), 0x3b, ...u16(link, 0, 2, 0, 0))
const title = (text: string) => [...record(0x1025, ...Array(32).fill(0)), ...words(text)]
const series = (name: string, link: number) => [
  ...record(0x1003, ...Array(12).fill(0)),
  ...[...source(0, link), ...words(name), ...source(1, link)],
]
const values = [
  ...record(0x1065, ...u16(1)),
  ...[...record(0x203, ...u16(0, 0, 0), ...double(0.5)), ...record(0x203, ...u16(1, 0, 0), ...double(70))],
  ...record(0x1065, ...u16(2)),
  ...[...record(0x204, ...u16(0, 0, 0, 5), ...latin('North')), ...record(0x204, ...u16(1, 0, 0, 3), ...latin('Süd'))],
]
const chart = (...content: number[][]) => [...begin(0x20), ...content.flat(), ...end]

/** An .xls file with the records of two sheets, of which the second is hidden. */
function xlsOf(sheet: readonly number[], version = 0x600): Uint8Array {
  const second = [...begin(0x10, version), ...record(0x204, ...u16(0, 0, 0, 6), ...latin('secret')), ...end]
  const globals = (at: number) => [
    ...begin(5, version),
    ...record(0x85, ...u32(at), 0, 0, 5, ...(version === 0x600 ? latin('Shown') : latin('Shown').slice(1))),
    ...record(
      0x85,
      ...u32(at + sheet.length),
      1,
      0,
      4,
      ...(version === 0x600 ? latin('Back') : latin('Back').slice(1)),
    ),
    ...[...record(0x1ae, ...u16(2, 0x401)), ...record(0x17, ...u16(2, 0, 0, 0, 0, 1, 1))],
    ...end,
  ]
  const stream = Uint8Array.from([...globals(globals(0).length), ...sheet, ...second, ...Array(5000).fill(0)])
  const name = version === 0x600 ? 'Workbook' : 'Book'
  const entry = { name, type: 2, length: stream.length, binaryProvider: () => stream } as const
  return new Uint8Array(burn([{ name: 'Root Entry', type: 5, length: 0, children: [1] }, entry]))
}

const hiddenShape = record(0xec, ...u16(0x13, 0xf00b), ...u32(6), ...u16(0x3bf), ...u32(0x20002))
const wordArt = record(0xec, ...u16(0x13, 0xf00b), ...u32(16), ...u16(0x80c0), ...u32(10), ...wide('Bent\0').slice(1))

it('writes text boxes and charts of an .xls file below their sheet, and says what its headers are', async () => {
  const hiddenText = 'Words that the author has hidden from everyone who reads'
  const body = xlsOf([
    ...begin(0x10),
    ...[
      ...record(0x14, ...u16(16), ...latin('&CDraft && &"A"x')),
      ...record(0x15, ...u16(16), ...latin('&RSeite &P of &N')),
    ],
    ...record(0x204, ...u16(0, 0, 0, 4), ...latin('Cell')),
    ...[...object(6), ...box(11, latin('Two '), wide('日本\npart'))],
    ...[...hiddenShape, ...object(6), ...box(hiddenText.length, latin(hiddenText))],
    ...[...wordArt, ...object(30)],
    ...[...object(0x19), ...box(6, latin('A note'))],
    ...[...object(5), ...chart(title('Rain'), title('Months'), series('2024', 0), series('2025', 0))],
    ...[...object(5), ...chart(title('From the back'), series('Costs', 1), values)],
    ...end,
  ])
  const { content, warnings } = await formatDocument('xls', body)
  expect(content).toBe(
    [
      '## Shown',
      '| Cell |\n| --- |',
      ...['Two 日本', 'part', 'Bent', 'Rain', 'Months', '2024, 2025', 'From the back'],
      '|  | Costs |\n| --- | --- |\n| North | 0.5 |\n| Süd | 70 |',
    ].join('\n\n'),
  )
  expect(warnings.map(({ message }) => message)).toEqual([
    'Hidden sheets were left out',
    expect.stringMatching(/^1 line of running headers, footers.* left out: "Draft & x"$/),
  ])
})

it('names the drawings of a workbook of Excel 95, which it cannot read', async () => {
  const cell = record(0x204, ...u16(0, 0, 0, 4), ...Buffer.from('Cell'))
  const shape = record(0x5d, ...u32(1), ...u16(6, 1), ...Array(40).fill(0))
  const { content, warnings } = await formatDocument(
    'xls',
    xlsOf([...begin(0x10, 0x500), ...cell, ...shape, ...end], 0x500),
  )
  expect(content).toContain('| Cell |')
  expect(warnings.find(({ code }) => code === 'document_cut')?.message).toBe(
    'Not read: drawings (they are in a format before Excel 97)',
  )
})

it('reads the text boxes and headers of an .xlsb file', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Cell']]), 'Shown')
  const files = unzipSync(write(book, { bookType: 'xlsb', type: 'buffer' }))
  const lines = ['&LStrictly internal', '', '', '', '', ''].map((text) => [...u32(text.length), ...wide(text).slice(1)])
  const data = [...u16(0), ...lines.flat()]
  // The record is before the end of the sheet.
  const sheet = [...(files['xl/worksheets/sheet1.bin'] ?? [])]
  files['xl/worksheets/sheet1.bin'] = Uint8Array.from([
    ...[...sheet.slice(0, -3), 0xdf, 0x03, data.length, ...data, ...sheet.slice(-3)],
  ])
  const text = (xml: string) => new TextEncoder().encode(xml)
  files['xl/worksheets/_rels/sheet1.bin.rels'] = text(relationships([['d1', 'drawing', '../drawings/drawing1.xml']]))
  files['xl/drawings/drawing1.xml'] = text(
    `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">
      <xdr:twoCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>In a box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>`,
  )
  const { content, warnings } = await formatDocument('xlsx', zipSync(files))
  expect(content).toBe('## Shown\n\n| Cell |\n| --- |\n\nIn a box')
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('"Strictly internal"')])
})
