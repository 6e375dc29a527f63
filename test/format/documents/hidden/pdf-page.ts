/** PDFs of one page with two lines of text, between which a test draws what it likes. */

import { pdfFile, stream } from '../pdf/pdf-document.ts'

interface PdfParts {
  /** Entries of the resources besides the font `F1`. */
  resources?: string
  /** Numbered from 6. */
  objects?: readonly (string | Buffer)[]
  /** Entries of the page. */
  page?: string
  /** Entries of the catalog. */
  catalog?: string
}

/** `content`: operators, after those that write `plain` at the top of the page. */
export function pdf(
  plain: string,
  content: string,
  { resources = '', objects = [], page = '', catalog = '' }: PdfParts = {},
): Uint8Array {
  return pdfFile([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    stream(`q ${line(plain, { y: 720 })} Q\n${content}\n`),
    helvetica,
    ...objects,
  ])
}

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

interface LineOptions {
  x?: number
  y?: number
  size?: number
  /** Operators before the text is shown. */
  state?: string
}

export const line = (words: string, { x = 72, y = 600, size = 12, state = '' }: LineOptions = {}) =>
  `BT /F1 ${size} Tf ${state} 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET`

/** Where a line stands by default, with room around it. */
export const place = '60 590 400 30'

/** A filled rectangle in the place of a line. */
export const filled = (colour: string, area = place) => `q ${colour} ${area} re f Q`

/** A form XObject with the font of the page. */
export const form = (content: string, entries = '') =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> ${entries}`)

/** A gray image of 32 by 32 pixels: `grayOf` gives the value of each. */
export function image(grayOf: (x: number, y: number) => number): Buffer {
  const pixels = Buffer.from(Array.from({ length: 32 * 32 }, (_, at) => grayOf(at % 32, Math.floor(at / 32))))
  return stream(
    pixels,
    '/Type /XObject /Subtype /Image /Width 32 /Height 32 /ColorSpace /DeviceGray /BitsPerComponent 8',
  )
}

/** Draws the XObject `Im` over this area: its width, height, left and bottom. */
export const drawn = (width: number, height: number, x: number, y: number) =>
  `q ${width} 0 0 ${height} ${x} ${y} cm /Im Do Q`

/** The catalog's entry of layers: objects by number, and the default state. */
export const layers = (groups: string, state: string) =>
  `/OCProperties << /OCGs [${groups}] /D << /Order [${groups}] ${state} >> >>`
