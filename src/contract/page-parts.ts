/** The parameters that leave out parts of a page, and the parameter that adds front matter. */

import { z } from 'zod'
import { boundedText } from './parameters.ts'

export const excludeSelector = boundedText(1, 1000)
  .optional()
  .meta({
    description:
      'Remove elements that match this CSS selector before css_selector is applied. No effect on raw_html or metadata.',
    examples: ['.comments, aside'],
  })

/** Parameters that change how markdown is written. Every markdown rule receives their values. */
export const markdownParameters = {
  include_links: z
    .boolean()
    .default(true)
    .describe('Markdown only: false keeps only the text of links, which saves tokens.'),
  include_images: z.boolean().default(true).describe('Markdown only: false leaves out images.'),
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
  .describe('Markdown only: start with YAML front matter, such as title, author and dates.')
