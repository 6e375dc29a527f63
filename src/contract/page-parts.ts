/** Parameters that leave out parts of a page, and the one that adds front matter. */

import { z } from 'zod'
import { boundedText } from './parameters.ts'

export const excludeSelector = boundedText(1, 1000)
  .optional()
  .meta({
    description:
      'Remove everything that matches this CSS selector, before css_selector and for all outputs except raw_html and metadata.',
    examples: ['.comments, aside'],
  })

export const includeLinks = z
  .boolean()
  .default(true)
  .describe('Markdown only: false keeps the text of links without their URLs, which saves tokens.')

export const includeImages = z.boolean().default(true).describe('Markdown only: false leaves images out.')

export const frontMatter = z
  .boolean()
  .default(false)
  .describe(
    'Markdown only: start with YAML front matter: title, url, author, published_at, language, site_name and fetched_at.',
  )
