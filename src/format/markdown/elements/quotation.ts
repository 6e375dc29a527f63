/** Converts quotations and embedded posts of social networks. */

import { isEmbeddedPost } from '../../../html/class-names.ts'
import { indentedLevels, maxIndentedLevels } from '../syntax/indentation.ts'
import type { MarkdownRule } from '../syntax/markdown-rule.ts'
import { quoteMarkdown } from '../syntax/turndown.ts'
import { destination } from './links.ts'

export const quotation: MarkdownRule = {
  display: 'block',
  scope: 'quote',
  applies: (_, context) => indentedLevels(context) < maxIndentedLevels && !context.inside.cell,
  replacement(content, element, { resolveUrl, parameters }) {
    const { 'data-instgrm-permalink': permalink, cite } = element.attribs
    const url = parameters.include_links && isEmbeddedPost(element) ? resolveUrl(permalink ?? cite) : null
    return quoteMarkdown(
      url === null || content.includes('](') ? content : `${content}\n\n[Source](${destination(url)})`,
    )
  },
}
