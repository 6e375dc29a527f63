/** Compositions of pages, for tests of main content. */

import { parseDocument } from '../../../src/document/parse/parse.ts'
import { composePage, type MainContentBlock, type PageComposition } from '../../../src/format/main-content/blocks.ts'
import { bodyOf } from '../../../src/format/main-content/main-content.ts'

/** Blocks and sections of a page of this HTML. */
export function compose(html: string, options: { keepsHidden?: boolean } = {}): PageComposition {
  const body = bodyOf(parseDocument(html, 'https://example.com/', { noscript: true }))
  if (!body) throw new Error('The page has no body')
  return composePage(body, options)
}

/** The block with this text. */
export function blockWith({ blocks }: PageComposition, text: string): MainContentBlock {
  const block = blocks.find((candidate) => candidate.text.includes(text))
  if (!block) throw new Error(`No block has the text ${text}`)
  return block
}
