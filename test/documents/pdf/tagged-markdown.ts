/** Builds parts of tagged PDFs, and converts them to markdown. */

import { formatPage } from '../../../src/format/formats.ts'
import { htmlPage } from '../../format/page.ts'
import { type PlacedText, type TaggedDocument, type TaggedElement, taggedPdf } from './tagged-pdf.ts'

export async function taggedMarkdown(document: TaggedDocument): Promise<string> {
  const body = taggedPdf(document)
  const page = htmlPage('', { mediaType: 'application/pdf', contentType: 'application/pdf', charset: 'utf-8', body })
  const { content } = await formatPage(page, { output: 'markdown', cssSelector: null, mainContent: true })
  return content as string
}

export const element = (role: string, ...children: (TaggedElement | PlacedText)[]): TaggedElement => ({
  role,
  children,
})
export const at = (text: string, x: number, y: number, style: Partial<PlacedText> = {}): PlacedText => ({
  text,
  x,
  y,
  ...style,
})
export const heading = (text: string, y: number, role = 'H1') => element(role, at(text, 72, y))
export const paragraph = (text: string, y: number, style: Partial<PlacedText> = {}) =>
  element('P', at(text, 72, y, style))
export const two = [heading('One', 60), heading('Two', 80, 'H2')]

export const item = (label: string, text: string, x: number, y: number, ...more: TaggedElement[]) =>
  element('LI', element('Lbl', at(label, x, y)), element('LBody', at(text, x + 20, y), ...more))

export const row = (role: string, y: number, cells: readonly (readonly [string, number])[]) =>
  element('TR', ...cells.map(([text, x]) => element(role, element('P', at(text, x, y)))))
