/** Markdown of what is below an element or of a whole document. */

import type { ParentNode } from 'domhandler'
import type { Document } from '../../document/document.ts'
import { MarkdownConverter, type MarkdownOptions } from './converter.ts'

export type { MarkdownOptions } from './converter.ts'

export interface FormattedMarkdown {
  /** Without a line break at either end. */
  text: string
  /** Characters of text that were left out because they are hidden. */
  hiddenLength: number
}

/** Markdown of `root` and of what is below it; the tree is only read. */
export function formatMarkdown(document: Document, root: ParentNode, options: MarkdownOptions = {}): FormattedMarkdown {
  const converter = new MarkdownConverter(document, options)
  const text = converter.convert(root)
  return { text, hiddenLength: converter.hiddenLength }
}
