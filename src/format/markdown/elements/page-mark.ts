/** Where a page of a printed document begins: converted documents state it with an element of their own. */

import type { Element } from 'domhandler'
import type { MarkdownRule } from '../syntax/markdown-rule.ts'

/** `<page-mark value="3">` → `<!-- page 3 -->`, a block by itself. Nothing for any other value, and what it holds where it is not empty. */
export const pageMark: MarkdownRule = { display: 'block', keepsBlank: true, replacement: commentOf }

function commentOf(content: string, { attribs }: Element): string {
  if (content.trim() !== '') return content
  return /^\d{1,7}$/.test(attribs.value ?? '') ? `<!-- page ${attribs.value} -->` : ''
}
