/** What is below a root of the page, as markdown. */

import type { ParentNode } from 'domhandler'
import type { Document } from '../../document/document.ts'
import { Converter, type MarkdownOptions } from './converter.ts'

export type { MarkdownOptions } from './converter.ts'

export interface Markdown {
  /** No line break at either end. */
  text: string
  /** Length of the text that was left out because no visitor sees it. */
  hiddenLength: number
}

/** Markdown of what is below `root` and of itself. Same tree, same text. */
export function formatMarkdown(document: Document, root: ParentNode, options: MarkdownOptions = {}): Markdown {
  const converter = new Converter(document, options)
  const text = converter.convert(root)
  return { text, hiddenLength: converter.hiddenLength }
}
