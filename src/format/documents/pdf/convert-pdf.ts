/** A PDF → HTML: the paragraphs of its pages. */

import type { Page } from '../../../page.ts'
import type { ConvertedDocument } from '../converted/converted-document.ts'
import { escapeHtml, htmlDocument } from '../converted/write-html.ts'
import { pdfText } from './pdf.ts'

/** Throws what `pdfText` throws. */
export async function convertPdf({ body }: Page): Promise<ConvertedDocument> {
  const { text, warnings } = await pdfText(body)
  const paragraphs = text.split(/\n{2,}/).map((block) => `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`)
  return { html: htmlDocument({}, text === '' ? '' : paragraphs.join('\n')), warnings }
}
