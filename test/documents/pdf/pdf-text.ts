/** Converts a PDF to text. */

import type { Warning } from '../../../src/contract/warning.ts'
import { DocumentMeter } from '../../../src/documents/converted/document-meter.ts'
import { convertPdf } from '../../../src/documents/pdf/convert-pdf.ts'

/** Separates blocks and pages with a blank line, and writes intentional line breaks as newlines. */
export async function pdfText(
  body: Uint8Array,
  meter = new DocumentMeter(),
): Promise<{ text: string; warnings: Warning[] }> {
  const { html, warnings } = await convertPdf({ body: new Uint8Array(body) }, meter, { includesPage: () => true })
  const text = html
    .replace(/^.*<body>/s, '')
    .replace(/<br>/g, '\n')
    .replace(/<\/(?:p|h\d|li|pre|table)>|<page-mark[^>]*>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return { text: text.replace(/\n{2,}/g, '\n\n').trim(), warnings }
}
