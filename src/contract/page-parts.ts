/** The parameters that leave out parts of a page or choose pages of a document, and the parameter that adds front matter. */

import { z } from 'zod'
import { addProblem, boundedText } from './parameters.ts'

export const excludeSelector = boundedText(1, 1000)
  .optional()
  .meta({
    description: 'Remove matches of this CSS selector before css_selector applies. No effect on raw_html or metadata.',
    examples: ['.comments, aside'],
  })

/** The first and the last page of a range, from 1. */
export type PageRange = readonly [first: number, last: number]

export const documentPages = boundedText(1, 100)
  .check((context) => {
    const isValid = readPageRanges(context.value).every(([first, last]) => first > 0 && first <= last)
    if (!isValid) addProblem(context, 'value_error', 'Value error, document_pages must be page numbers such as 1-3,7')
  })
  .optional()
  .meta({
    description: 'Read only these pages of a PDF, slides of a presentation or sheets of a workbook.',
    examples: ['1-3,7'],
  })

export const entry = boundedText(1, 2083)
  .optional()
  .meta({
    description: 'Read one file of a ZIP, attachment of an e-mail or page of a web archive, by name.',
    examples: ['reports/2026.pdf'],
  })

/** Parses page ranges such as `1-3,7`. An invalid range has NaN as its first and last page. */
export function readPageRanges(text: string): PageRange[] {
  return text.split(',').map((range) => {
    const [, first = Number.NaN, last = first] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(range) ?? []
    return [Number(first), Number(last)]
  })
}

/** Parameters that change how markdown is written. Every markdown rule receives their values. */
export const markdownParameters = {
  include_links: z.boolean().default(true).describe('Markdown only: false keeps only the text of links.'),
  include_images: z.boolean().default(true).describe('Markdown only: false drops images.'),
}

const readParameters = z.object(markdownParameters)
export type MarkdownParameters = Readonly<z.infer<typeof readParameters>>

/** Returns the markdown parameters among others, with their defaults. */
export function markdownParametersOf(input: Partial<MarkdownParameters>): MarkdownParameters {
  return readParameters.parse(input)
}

export const frontMatter = z
  .boolean()
  .default(false)
  .describe('Markdown only: add YAML front matter, such as title, author and dates.')
