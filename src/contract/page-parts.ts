/** The parameters that choose parts of a page or of a document, that add front matter, and that prove where text is from (docs/quotes.md). */

import { z } from 'zod'
import { addProblem, boundedText, toggle } from './parameters.ts'

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
  include_links: toggle(true, 'Markdown only: false keeps only the text of links.'),
  include_images: toggle(true, 'Markdown only: false drops images.'),
}

const readParameters = z.object(markdownParameters)
export type MarkdownParameters = Readonly<z.infer<typeof readParameters>>

/** Returns the markdown parameters among others, with their defaults. */
export function markdownParametersOf(input: Partial<MarkdownParameters>): MarkdownParameters {
  return readParameters.parse(input)
}

export const frontMatter = toggle(false, 'Markdown only: add YAML front matter, such as title, author and dates.')

export const quotes = z
  .array(boundedText(3, 1000))
  .min(1)
  .max(10)
  .optional()
  .meta({
    description:
      'Check whether the page contains these 1–10 quotes; content is the report. `…` stands for an omission. Uses no LLM.',
    examples: [['The tower is 330 metres high']],
  })

export const ifHash = boundedText(1, 71)
  .check((context) => {
    if (!/^sha256:[0-9a-f]{16,64}$/.test(context.value))
      addProblem(context, 'value_error', 'Value error, if_hash must be sha256: and 16 to 64 hex digits in lower case')
  })
  .optional()
  .meta({
    description: 'content_hash of an earlier result. If it is unchanged, content is empty and unchanged is true.',
    examples: ['sha256:9f86d081884c7d65'],
  })

export const contentHash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .nullable()
  .describe(
    'SHA-256 of the whole content as UTF-8, the same for every piece. Null for screenshots, and if a language model wrote it.',
  )

export const unchanged = z
  .boolean()
  .nullable()
  .describe('True if the hash of the content equals if_hash, so the content was left out. Null if if_hash is not set.')
