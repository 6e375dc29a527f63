/** Parameters that leave out parts of a page, and the one that puts something before it. */

import { z } from 'zod'
import { boundedText } from './parameters.ts'

export const excludeSelector = boundedText(1, 1000)
  .optional()
  .meta({
    description:
      'Take the parts that match this CSS selector out of the page, before css_selector and all outputs but raw_html and metadata.',
    examples: ['.comments, aside'],
  })

export const includeLinks = z
  .boolean()
  .default(true)
  .describe('Markdown only: false keeps the words of links without their addresses, which saves tokens.')

export const includeImages = z.boolean().default(true).describe('Markdown only: false leaves pictures out.')

export const frontMatter = z
  .boolean()
  .default(false)
  .describe(
    'Markdown only: YAML with title, url, author, published_at, language, site_name and fetched_at stands before the text.',
  )
