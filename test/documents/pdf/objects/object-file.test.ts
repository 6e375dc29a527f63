import { describe, expect, test, vi } from 'vitest'
import { ObjectFile } from '../../../../src/documents/pdf/objects/object-file.ts'
import { PdfName, PdfReference, PdfSyntax, textString } from '../../../../src/documents/pdf/objects/pdf-syntax.ts'
import { readStructure } from '../../../../src/documents/pdf/objects/read-structure.ts'
import { packedFile, pdfFile } from '../pdf-document.ts'
import { taggedPdf } from '../tagged-pdf.ts'

const read = (text: string) => new PdfSyntax(text, 0).value()

describe('syntax', () => {
  test('reads values of every kind, between comments and without white space', () => {
    expect(read('[1 -2.5 true null/A#20B(a\\(b\\)\\101\\\n(c))<48 69 2>12 0 R]% end')).toEqual([
      1,
      -2.5,
      true,
      null,
      new PdfName('A B'),
      'a(b)A(c)',
      'Hi ',
      new PdfReference(12, 0),
    ])
    expect(read('<</A<</B 1>>/C[2]>>')).toEqual(
      new Map<string, unknown>([
        ['A', new Map([['B', 1]])],
        ['C', [2]],
      ]),
    )
  })

  test('stops at the end of the text, even inside unclosed values', () => {
    for (const text of ['', '[1', '<</A', '(a', '<41', '/', ']', '>>', 'endobj']) expect(() => read(text)).not.toThrow()
    expect(() => read('['.repeat(1000))).toThrow(RangeError)
  })

  test('reads texts in UTF-16, UTF-8 or Latin-1', () => {
    expect(textString('\xfe\xff\x05\xd0')).toBe('א')
    expect(textString('\xef\xbb\xbf\xd7\x90')).toBe('א')
    expect(textString('caf\xe9')).toBe('café')
  })
})

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

describe('objects', () => {
  test('are found by the newest of several cross-reference tables', () => {
    const old = pdfFile(['<< /Type /Catalog /Next 2 0 R >>', '(old)'])
    const offset = old.length
    const prev = /startxref\n(\d+)/.exec(latin1(old))?.[1]
    const start = offset + Buffer.byteLength('2 0 obj\n(new)\nendobj\n')
    const update = `2 0 obj\n(new)\nendobj\nxref\n2 1\n${String(offset).padStart(10, '0')} 00000 n \ntrailer\n<< /Root 1 0 R /Prev ${prev} >>\nstartxref\n${start}\n%%EOF\n`
    const file = new ObjectFile(Buffer.concat([old, Buffer.from(update)]))
    expect(file.resolve(file.dictionary(file.trailer.get('Root'))?.get('Next'))).toBe('new')
  })

  test('are unpacked from streams, including a cross-reference stream', () => {
    const objects = ['3 0 R', '<< /Text (packed) >>']
    const plain = new ObjectFile(packedFile(objects, (places) => Buffer.concat(places)))
    const root = plain.dictionary(plain.trailer.get('Root'))
    expect(plain.dictionary(root?.get('Next'))?.get('Text')).toBe('packed')
    const upwards = (places: Buffer[]) =>
      Buffer.concat(
        places.map((place, at) => Buffer.from([2, ...place.map((byte, n) => byte - (places[at - 1]?.[n] ?? 0))])),
      )
    const predicted = new ObjectFile(packedFile(objects, upwards, '/DecodeParms [<< /Predictor 12 /Columns 4 >>]'))
    expect(predicted.dictionary(predicted.dictionary(predicted.trailer.get('Root'))?.get('Next'))?.get('Text')).toBe(
      'packed',
    )
  })

  test('are found if other bytes precede the file', () => {
    const file = new ObjectFile(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n'), pdfFile(['(first)'])]))
    expect(file.resolve(file.trailer.get('Root'))).toBe('first')
  })

  test('are null if their references form a cycle or dangle', () => {
    const file = new ObjectFile(pdfFile(['[2 0 R 9 0 R]', '3 0 R', '2 0 R']))
    const values = file.resolve(file.trailer.get('Root')) as unknown[]
    expect(values.map((value) => file.resolve(value as PdfReference))).toEqual([null, null])
  })
})

const structureOf = (bytes: Uint8Array) => readStructure(new ObjectFile(bytes), { isHalfOver: false })

describe('structure', () => {
  const text = (page: number) => ({ text: 'x', x: 72, y: 100, page })

  test('assigns each page its part of the tree, including cells without text', () => {
    const cells = [{ role: 'TD' }, { role: 'TD', children: [text(1)] }]
    const tree = [
      { role: 'P', children: [text(0), text(1)] },
      { role: 'Table', children: [{ role: 'TR', children: cells }] },
    ]
    const pages = [...(structureOf(taggedPdf({ tree })) ?? new Map()).values()]
    const rolesOf = (node: { role?: string; children?: readonly object[] }): unknown =>
      node.role === undefined ? '.' : [node.role, ...(node.children ?? []).map(rolesOf)]
    expect(pages.map(rolesOf)).toEqual([
      ['Root', ['P', '.']],
      ['Root', ['P', '.'], ['Table', ['TR', ['TD'], ['TD', '.']]]],
    ])
    const [first, second] = pages.map((page) => page.children[0])
    expect(first.id).toBe(second.id)
  })

  test('of one page is read without the elements of the others', () => {
    const onPage = (page: number) => [
      ...Array.from({ length: 20 }, () => ({ role: 'P', children: [text(page)] })),
      { role: 'Figure', children: [], alt: 'An oak' },
      { role: 'P', children: [text(page), text(page + 1)] },
    ]
    const tree = Array.from({ length: 50 }, (_, page) => ({ role: 'Sect', children: onPage(page) }))
    const rows = Array.from({ length: 3 }, () => ({
      role: 'TR',
      children: [{ role: 'TD' }, { role: 'TD', children: [text(25)] }],
    }))
    const bytes = taggedPdf({ tree: [...tree, { role: 'Table', children: rows }] })
    const all = structureOf(bytes) ?? new Map()
    const [reference = ''] = [...all.keys()].slice(25)
    const file = new ObjectFile(bytes)
    const resolve = vi.spyOn(file, 'resolve')
    const some = readStructure(file, { isHalfOver: false }, [new PdfReference(Number.parseInt(reference, 10), 0)])
    expect(some?.get(reference)).toEqual(all.get(reference))
    const read = resolve.mock.calls.flatMap(([value]) => (value instanceof PdfReference ? value.number : []))
    // The document has 1,160 elements.
    expect(new Set(read).size).toBeLessThan(200)
  })

  test('resolves roles to standard ones, and reads spans from a cell or its class', () => {
    const tree = [{ role: 'Zelle', attributes: '/A << /O /Table /ColSpan 2 >> /C /Tall', children: [text(0)] }]
    const classes = '/ClassMap << /Tall << /O /Table /RowSpan 3 /ColSpan 9 >> >>'
    const [page] = (
      structureOf(taggedPdf({ tree, roles: { Zelle: 'Feld', Feld: 'TD' }, root: classes })) ?? new Map()
    ).values()
    expect(page.children[0]).toMatchObject({ role: 'TD', columnSpan: 2, rowSpan: 3 })
  })

  test('is not read from an unmarked, encrypted or broken document', () => {
    const tree = [{ role: 'P', children: [text(0)] }]
    expect(structureOf(taggedPdf({ tree }))?.size).toBe(1)
    expect(structureOf(taggedPdf({ tree, isMarked: false }))).toBeNull()
    const bytes = Buffer.from(taggedPdf({ tree })).toString('latin1')
    expect(structureOf(Buffer.from(bytes.replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 1 0 R'), 'latin1'))).toBeNull()
    expect(structureOf(Buffer.from(bytes.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1'))).toBeNull()
  })
})
