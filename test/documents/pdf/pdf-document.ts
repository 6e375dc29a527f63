/** Small handwritten PDFs. */

import { deflateSync } from 'node:zlib'

/** Returns a PDF of these objects, numbered from 1. The first is the catalog. Strings are Latin-1 bytes. */
export function pdfFile(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [at, object] of objects.entries()) {
    const content = typeof object === 'string' ? Buffer.from(object, 'latin1') : object
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), content, Buffer.from('\nendobj\n')])
    offsets.push(length)
    length += part.length
    parts.push(part)
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

export function stream(data: string | Buffer, dictionary = ''): Buffer {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** Returns a file that packs objects 2 (the page tree) and up into one stream, with a cross-reference stream. */
export function packedFile(objects: readonly string[], rows: (places: Buffer[]) => Buffer, parameters = ''): Buffer {
  const offsets: number[] = []
  let body = ''
  for (const object of objects) {
    offsets.push(body.length)
    body += `${object}\n`
  }
  const head = `${objects.map((_, at) => `${at + 2} ${offsets[at]}`).join(' ')}\n`
  const number = objects.length + 2
  const packed = stream(
    deflateSync(Buffer.from(head + body, 'latin1')),
    `/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode`,
  )
  const parts = [
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Next 2 0 R >>\nendobj\n'),
    Buffer.from(`${number} 0 obj\n`),
    packed,
    Buffer.from('\nendobj\n'),
  ]
  const [first = 0, second = 0] = [parts[0]?.length, (parts[0]?.length ?? 0) + (parts[1]?.length ?? 0)]
  const entry = (type: number, place: number, other: number) => Buffer.from([type, place >> 8, place & 255, other])
  const places = [
    entry(0, 0, 0),
    entry(1, first, 0),
    ...objects.map((_, at) => entry(2, number, at)),
    entry(1, second, 0),
  ]
  const start = parts.reduce((sum, { length }) => sum + length, 0)
  const table = stream(
    deflateSync(rows(places)),
    `/Type /XRef /W [1 2 1] /Size ${places.length} /Root 1 0 R /Filter [/FlateDecode] ${parameters}`,
  )
  return Buffer.concat([
    ...parts,
    Buffer.from(`${number + 1} 0 obj\n`),
    table,
    Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ])
}

/** Returns a page with `content`. The `font` dictionary may refer to `objects`, numbered from 6. `page` and `catalog` add entries. */
export function onePage({
  content,
  font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  objects = [],
  page = '',
  catalog = '',
}: {
  content: string
  font?: string
  objects?: readonly (string | Buffer)[]
  page?: string
  catalog?: string
}): Buffer {
  return pdfFile([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    stream(content),
    font,
    ...objects,
  ])
}

/** Returns a page set in a font that isn't embedded, with codes from a predefined CMap. */
export function pageInCMap(cmap: string, ordering: string, codes: Uint8Array): Buffer {
  return onePage({
    content: `BT /F1 12 Tf 72 720 Td <${Buffer.from(codes).toString('hex')}> Tj ET`,
    font: `<< /Type /Font /Subtype /Type0 /BaseFont /Sample /Encoding /${cmap} /DescendantFonts [6 0 R] >>`,
    objects: [
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Sample /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >>`,
      '<< /Type /FontDescriptor /FontName /Sample /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ],
  })
}
