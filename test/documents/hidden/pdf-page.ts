/** Builds PDFs with one page. */

import { pdfFile, stream } from '../pdf/pdf-document.ts'

interface PdfParts {
  /** Resource entries in addition to the font `F1`. */
  resources?: string
  /** Additional objects, numbered from 6. */
  objects?: readonly (string | Buffer)[]
  /** Entries of the page. */
  page?: string
  /** Entries of the catalog. */
  catalog?: string
}

/** Writes `plain` at the top of the page, then runs the operators in `content`. */
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
  /** Operators to run before the text is shown. */
  state?: string
}

export const line = (words: string, { x = 72, y = 600, size = 12, state = '' }: LineOptions = {}) =>
  `BT /F1 ${size} Tf ${state} 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET\n`

/** The area around a line in its default position. */
export const place = '60 590 400 30'

/** Fills a rectangle, by default the area around a line. */
export const filled = (colour: string, area = place) => `q ${colour} ${area} re f Q\n`

/** A form XObject with the font of the page. */
export const form = (content: string, entries = '') =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> ${entries}`)

/** A gray image. `grayOf` returns the value of each pixel. */
export function image(grayOf: (x: number, y: number) => number, width = 32, height = 32): Buffer {
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, at) => grayOf(at % width, Math.floor(at / width))),
  )
  return stream(
    pixels,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
  )
}

/** A strip of a scanned page with a dark bar for each word. Lines are keyed by height. One pixel is 3 × 3 pt. */
export function scan(lines: Readonly<Record<number, string>>, bottom: number, height: number): Buffer {
  const isDark = (x: number, y: number) =>
    Object.entries(lines).some(([at, words]) => {
      const above = y - Number(at)
      return above >= 0 && above < 9 && /\S/.test(words.charAt(Math.floor((x - 72) / 5.5)))
    })
  return image((x, y) => (isDark(x * 3, bottom + height - y * 3) ? 60 : 250), 204, height / 3)
}

/** Draws an XObject over this area: width, height, left and bottom. */
export const drawn = (width: number, height: number, x: number, y: number, name = 'Im') =>
  `q ${width} 0 0 ${height} ${x} ${y} cm /${name} Do Q`

/** The catalog entry for layers. `groups` are their objects, and `state` is the default configuration. */
export const layers = (groups: string, state: string) =>
  `/OCProperties << /OCGs [${groups}] /D << /Order [${groups}] ${state} >> >>`
