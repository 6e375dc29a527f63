/** A small PDF whose objects can be replaced. */

import { pdfFile, stream } from '../pdf/pdf-document.ts'

export const show = 'BT /F1 12 Tf 50 700 Td (text) Tj ET'
export const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
export const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
export const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const resources = '/Resources << /Font << /F1 5 0 R >> >>'
export const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ${resources} >>`

/** Returns a one-page PDF. `at` replaces objects by number. Additional objects start at 6. */
export function pdfWith(at: Record<number, string | Buffer>, trailer = ''): Buffer {
  const standard = [catalog, pages, page, stream(show), helvetica]
  const numbers = Object.keys(at).map(Number)
  const length = Math.max(standard.length, ...numbers)
  return pdfFile(
    Array.from({ length }, (_, n) => at[n + 1] ?? standard[n] ?? 'null'),
    trailer,
  )
}

export const action = (entry: string) => `<< /Type /Catalog /Pages 2 0 R ${entry} >>`
