/** Composes pages for tests of main content. */

import { composePage, type MainContentBlock, type PageComposition } from '../../../src/format/main-content/blocks.ts'
import { bodyOf } from '../../../src/format/main-content/main-content.ts'
import { readPageFacts } from '../../../src/format/main-content/page-facts.ts'
import { StatedWords } from '../../../src/format/main-content/text-counts.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { viewDocument } from '../../../src/html/visibility/page-view.ts'

/** Returns the blocks and sections of a page with this HTML. */
export function compose(html: string): PageComposition {
  const document = parseDocument(html, 'https://example.com/', { noscript: true })
  const body = bodyOf(document)
  if (!body) throw new Error('The page has no body')
  const stated = new StatedWords(readPageFacts(document))
  return composePage(body, viewDocument(document, 'markdown').forMainContent, stated)
}

/** Returns the block with this text. */
export function blockWith({ blocks }: PageComposition, text: string): MainContentBlock {
  const block = blocks.find((candidate) => candidate.text.includes(text))
  if (!block) throw new Error(`No block has the text ${text}`)
  return block
}
