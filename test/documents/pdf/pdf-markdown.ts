/** Converts PDFs with text at given positions to markdown. */

import { formatPage } from '../../../src/format/formats.ts'
import { htmlPage } from '../../format/page.ts'
import { type PlacedPage, placedPdf } from './placed-text.ts'

export async function pdfMarkdown(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const page = htmlPage('', { mediaType: 'application/pdf', contentType: 'application/pdf', charset: 'utf-8', body })
  const { content } = await formatPage(page, { output: 'markdown', cssSelector: null, mainContent: true })
  return content as string
}

export async function markdownOf(...pages: PlacedPage[]): Promise<string> {
  return pdfMarkdown(placedPdf(pages))
}
