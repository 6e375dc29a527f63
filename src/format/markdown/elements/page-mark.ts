/** Where a page of a printed document begins: converted documents state it with an element of their own. */

import type { Element } from 'domhandler'
import type { MarkdownRule } from '../syntax/markdown-rule.ts'

/** `<page-mark value="3">` → `<!-- page 3 -->`, a block by itself. Nothing where it can't stand, and for any other value. */
export const pageMark: MarkdownRule = { display: 'block', keepsBlank: true, replacement: commentOf }

function commentOf(_content: string, { attribs }: Element): string {
  return /^\d{1,7}$/.test(attribs.value ?? '') ? `<!-- page ${attribs.value} -->` : ''
}
