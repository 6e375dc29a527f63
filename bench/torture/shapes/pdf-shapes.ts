/** PDFs that are hard to read: numbers, fonts, contents, filters and trees. */

import { deflateSync } from 'node:zlib'
import { action, catalog, page, pages, pdfWith, show } from '../../../test/documents/hostile/pdf-page.ts'
import { pdfFile, stream } from '../../../test/documents/pdf/pdf-document.ts'
import type { Random } from '../random.ts'
import { amount, type Family, giant, many, nested, type Pairs } from './pieces.ts'

const flate = '/Filter /FlateDecode'
const packed = (text: string, more = '') => stream(deflateSync(Buffer.from(text, 'latin1')), `${flate} ${more}`)
const formOf = (x: number) =>
  `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> /XObject << /X ${x} 0 R >> >>`
const identity = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>'
const withForm = page.replace('/Font', '/XObject << /X 6 0 R >> /Font')
const hex = (number: number) => number.toString(16).padStart(8, '0')

const operators = [
  ...(['q ', 'Q ', 'n ', 'h ', '1 1 l ', '0 0 1 1 re ', '0 0 1 1 re W n ', '0 0 m 9 9 l S ', 'BT ET ', 'T* '] as const),
  ...([
    '(x) Tj ',
    '[(x) 9 (y)] TJ ',
    '/F1 9 Tf ',
    '1 0 0 1 9 9 cm ',
    '/X Do ',
    '/P BMC ',
    'EMC ',
    '1 g ',
    '9 ',
  ] as const),
  ...([
    '0 0 1 1 2 2 c ',
    '[] 0 d ',
    '/Name ',
    '(text) ',
    '<00> ',
    '<< >> ',
    '[ ] ',
    "(x) ' ",
    '9 Tc 9 Tw ',
    'f* ',
  ] as const),
] as const

function widthsOf(random: Random): string {
  const range = () => `${giant(random)} ${giant(random)} ${giant(random)}`
  const list = () => `${giant(random)} [${'500 '.repeat(amount(random, 10, 1000))}]`
  return many(amount(random, 1, 2000), () => `${random.chance(0.7) ? range() : list()} `)
}

function cidFont(random: Random, { widths = '', map = '' }): Buffer {
  return pdfWith({
    4: stream('BT /F1 12 Tf 50 700 Td <004100420043> Tj ET'),
    5: `<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding ${map && random.chance(0.5) ? '7 0 R' : '/Identity-H'} ${map ? '/ToUnicode 7 0 R' : ''} /DescendantFonts [6 0 R] >>`,
    6: `<< /Type /Font /Subtype /CIDFontType${random.pick(['0', '2'])} /BaseFont /X ${identity} /DW ${giant(random)} ${widths} >>`,
    7: packed(map, `/Type /CMap /CMapName /M ${identity}`),
  })
}

function mapOf(random: Random): string {
  const name = random.pick(['cidrange', 'bfrange', 'codespacerange', 'cidchar', 'bfchar', 'notdefrange'])
  const entry = () => {
    const from = random.integer(0, 2 ** 31)
    const to = Math.min(2 ** 32 - 1, from + amount(random, 1, 2 ** 31))
    return `<${hex(from)}> <${hex(to)}> ${name.startsWith('bf') ? '<0041>' : random.integer(0, 70_000)} `
  }
  return `/CIDInit /ProcSet findresource begin begincmap ${many(amount(random, 1, 200), () => `100 begin${name} ${many(random.integer(1, 100), entry)} end${name} `)} endcmap`
}

const fields = [
  ...([
    '/Count',
    '/Rotate',
    '/UserUnit',
    '/StructParents',
    '/Length1',
    '/FirstChar',
    '/LastChar',
    '/Predictor',
  ] as const),
  ...(['/Columns', '/Colors', '/BitsPerComponent', '/EarlyChange', '/Flags', '/Size', '/N', '/First', '/Ff'] as const),
] as const

const pairs: Pairs = [
  ['[', ']'],
  ['<< /A ', '>> '],
  ['q ', 'Q '],
  ['/P BMC ', 'EMC '],
  ['(', ')'],
]

export const pdfShapes: readonly Family[] = [
  ['widths of a CID font', (random) => cidFont(random, { widths: `/W [${widthsOf(random)}]` })],
  ['vertical widths', (random) => cidFont(random, { widths: `/W2 [${widthsOf(random)}] /DW2 [${giant(random)} 1]` })],
  ['maps of characters', (random) => cidFont(random, { map: mapOf(random) })],
  [
    'widths of a simple font',
    (random) => {
      const widths = `/FirstChar ${giant(random)} /LastChar ${giant(random)} /Widths [${'500 '.repeat(amount(random, 1, 1_000_000))}]`
      const names = `/Differences [${many(amount(random, 1, 100_000), () => `${giant(random)} /a /b `)}]`
      return pdfWith({
        5: `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${widths} /Encoding << /Type /Encoding ${names} >> >>`,
      })
    },
  ],
  [
    'a long content',
    (random) => {
      const text = random.pick(operators) + (random.chance(0.3) ? random.pick(operators) : '')
      const bytes = amount(random, 1_000_000, 60_000_000)
      return pdfWith({
        3: withForm,
        4: packed(`BT ${text.repeat(bytes / text.length)} ET`),
        6: stream(show, formOf(6)),
      })
    },
  ],
  [
    'nested operands and states',
    (random) => {
      const pair = random.pick(pairs)
      return pdfWith({ 4: packed(`${nested(pair[0], pair[1], amount(random, 1000, 3_000_000), show)} ${show}`) })
    },
  ],
  [
    'forms that draw forms',
    (random) => {
      const [depth, width] = [random.integer(2, 60), random.integer(2, 100)]
      const forms = Array.from({ length: depth }, (_, n) => {
        const isLast = n === depth - 1
        const isCircle = isLast && random.chance(0.3)
        return stream(isLast && !isCircle ? show : '/X Do '.repeat(width), formOf(isCircle ? 6 : n + 7))
      })
      return pdfFile([catalog, pages, withForm, stream('/X Do '.repeat(width)), 'null', ...forms])
    },
  ],
  [
    'filters in filters',
    (random) => {
      let bytes = Buffer.alloc(amount(random, 1_000_000, 90_000_000), random.pick([' ', '(x) Tj ', '0', '\xff']))
      const depth = random.integer(1, 4)
      for (let n = 0; n < depth; n++) bytes = deflateSync(bytes)
      const more = random.pick(['', '/ASCIIHexDecode ', '/LZWDecode ', '/RunLengthDecode ', '/ASCII85Decode '])
      const parameters = `/DecodeParms [${`<< /Predictor ${random.pick(['2', '12', '15'])} /Columns ${giant(random)} /Colors ${giant(random)} >> `.repeat(depth)}]`
      return pdfWith({
        4: stream(bytes, `/Filter [${'/FlateDecode '.repeat(depth)}${more}] ${random.chance(0.5) ? parameters : ''}`),
      })
    },
  ],
  [
    'giant numbers in every field',
    (random) => {
      const some = () => many(random.integer(1, 8), () => `${random.pick(fields)} ${giant(random)} `)
      const box = `/MediaBox [${many(4, () => `${giant(random)} `)}]`
      return pdfFile(
        [
          `<< /Type /Catalog /Pages 2 0 R ${some()} >>`,
          `<< /Type /Pages /Kids [3 0 R] ${some()} >>`,
          page.replace('/Contents', `${random.chance(0.5) ? box : ''} ${some()} /Contents`),
          stream(
            `BT /F1 ${giant(random)} Tf ${giant(random)} ${giant(random)} Td ${giant(random)} Tz (text) Tj ET ${show}`,
            some(),
          ),
          `<< /Type /Font /Subtype /TrueType /BaseFont /Arial ${some()} >>`,
        ],
        some().replaceAll('/Size', '/Other'),
      )
    },
  ],
  [
    'streams of objects and tables of places',
    (random) =>
      pdfWith(
        {
          6: packed(
            many(amount(random, 1, 100_000), (n) => `${n} 0 `),
            `/Type /ObjStm /N ${giant(random)} /First ${giant(random)} /Extends 6 0 R`,
          ),
          7: packed(
            '\0'.repeat(amount(random, 1, 5_000_000)),
            `/Type /XRef /Size ${giant(random)} /W [${giant(random)} ${giant(random)} 1] /Index [0 ${giant(random)}]`,
          ),
        },
        `/XRefStm ${random.integer(0, 2000)} /Prev ${random.integer(0, 2000)}`,
      ),
  ],
  [
    'a tree of pages',
    (random) => {
      const [depth, width] = [random.integer(1, 12), random.integer(1, 12)]
      const inner = Array.from({ length: depth }, (_, n) => {
        const kid = n === depth - 1 ? random.pick([3, 2, 6]) : n + 7
        return `<< /Type /Pages /Kids [${`${kid} 0 R `.repeat(width)}] /Count ${giant(random)} >>`
      })
      return pdfFile([catalog, '<< /Type /Pages /Kids [6 0 R] /Count 1000000 >>', page, stream(show), 'null', ...inner])
    },
  ],
  [
    'a tree of structure',
    (random) => {
      const [depth, width] = [amount(random, 2, 20_000), random.integer(1, 3)]
      const roles = ['Table', 'TR', 'TD', 'L', 'LI', 'LBody', 'P', 'Div', 'Sect', 'H1', 'Figure', 'Span'] as const
      const elements = Array.from({ length: depth }, (_, n) => {
        const kids = n === depth - 1 ? '0' : `${n + 8} 0 R `.repeat(width)
        return `<< /Type /StructElem /S /${random.pick(roles)} /P ${n + 6} 0 R /Pg 3 0 R /K [${kids}] /A << /O /Table /ColSpan ${giant(random)} /RowSpan ${giant(random)} >> >>`
      })
      const root = '<< /Type /StructTreeRoot /K 7 0 R >>'
      const marked = stream(`/P << /MCID 0 >> BDC ${show} EMC`)
      return pdfFile([
        action('/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R'),
        pages,
        page,
        marked,
        'null',
        root,
        ...elements,
      ])
    },
  ],
  [
    'images of giant sizes',
    (random) => {
      const size = `/Width ${giant(random)} /Height ${giant(random)} /BitsPerComponent ${random.pick(['1', '8', '16', '99'])}`
      const filter = random.pick(['/JPXDecode', '/JBIG2Decode', '/CCITTFaxDecode', '/DCTDecode', '/FlateDecode'])
      const inline = `BI /W ${giant(random)} /H ${giant(random)} /BPC 8 /CS /RGB ID ${'x'.repeat(amount(random, 10, 1_000_000))} EI `
      return pdfWith({
        3: withForm,
        4: packed(`${show} /X Do ${inline.repeat(random.integer(0, 3))}`),
        6: stream('x'.repeat(1000), `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceRGB /Filter ${filter}`),
      })
    },
  ],
  [
    'texts all over the page',
    (random) => {
      const at = () => `${random.integer(-1000, 2000)} ${random.integer(-1000, 2000)}`
      const text = () => random.pick(['word', 'x', '1', ' ', 'a|b', '...', '- item'])
      return pdfWith({
        4: packed(
          many(amount(random, 1000, 200_000), () => `BT /F1 ${random.integer(1, 90)} Tf ${at()} Td (${text()}) Tj ET `),
        ),
      })
    },
  ],
  [
    'long strings and names',
    (random) => {
      const long = 'x'.repeat(amount(random, 100_000, 10_000_000))
      return pdfWith(
        {
          4: packed(`BT /F1 12 Tf 50 700 Td (${long}) Tj [${'(a) -250 '.repeat(amount(random, 10, 500_000))}] TJ ET`),
          6: `<< /Title (${long}) /${long} 1 >>`,
        },
        '/Info 6 0 R',
      )
    },
  ],
  [
    'links, fields and an outline',
    (random) => {
      const count = amount(random, 10, 200_000)
      const kids = `/Kids [${'6 0 R '.repeat(random.integer(1, 1000))}]`
      return pdfWith({
        1: action(
          '/AcroForm << /Fields [6 0 R] >> /Outlines 7 0 R /PageLabels << /Nums [0 << /S /r /St 2147483647 >>] >>',
        ),
        3: page.replace('/Contents', `/Annots [${'6 0 R '.repeat(count)}] /Contents`),
        6: `<< /Type /Annot /Subtype /${random.pick(['Widget', 'Link', 'FreeText'])} /FT /Tx /T (f) /V (${'v'.repeat(amount(random, 1, 100_000))}) /Rect [0 0 ${giant(random)} 9] /A << /S /URI /URI (http://127.0.0.1:9/) >> ${random.chance(0.4) ? kids : ''} >>`,
        7: `<< /Type /Outlines /First 8 0 R /Last 8 0 R /Count ${giant(random)} >>`,
        8: `<< /Title (loop) /Parent 7 0 R /Next ${random.pick(['8', '7', '9'])} 0 R /First 8 0 R /Dest [3 0 R /Fit] >>`,
      })
    },
  ],
]
