/** Marks where a page of a paginated document begins. Converted documents have a dedicated element for these marks. */

import type { Element } from 'domhandler'
import type { MarkdownRule } from '../syntax/markdown-rule.ts'

/**
 * `<page-mark value="3">` → `<!-- page 3 -->`, as a separate block. Writes nothing if the value is invalid. If the element has content,
 * writes the content.
 */
export const pageMark: MarkdownRule = { display: 'block', keepsBlank: true, replacement: commentOf }

function commentOf(content: string, { attribs }: Element): string {
  if (content.trim() !== '') return content
  return /^\d{1,7}$/.test(attribs.value ?? '') ? `<!-- page ${attribs.value} -->` : ''
}
