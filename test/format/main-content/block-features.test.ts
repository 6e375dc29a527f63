import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/document/parse/parse.ts'
import { blockFeatures, columns } from '../../../src/format/main-content/block-features.ts'
import { sumBlocks } from '../../../src/format/main-content/block-sums.ts'
import { composePage } from '../../../src/format/main-content/blocks.ts'
import { bodyOf } from '../../../src/format/main-content/main-content.ts'
import { readPageFacts } from '../../../src/format/main-content/page-facts.ts'
import { pageKinds } from '../../../src/format/main-content/page-kind.ts'

it('leaves the places of unknown kinds free, so that weights learn from the rows that are judged', () => {
  const html = '<h1>Title</h1><p>One text, and more of it.</p><ul><li><a href="/a">first</a><li>second</ul>'
  const document = parseDocument(html, 'https://example.com/', { noscript: true })
  const page = composePage(bodyOf(document) as NonNullable<ReturnType<typeof bodyOf>>, { keepsHidden: false })
  const kinds = pageKinds.map((_, n) => (n + 1) / 100)
  const rows = blockFeatures(page, sumBlocks(page), readPageFacts(document), [])
  for (let end = columns.length; end <= rows.length; end += columns.length) rows.set(kinds, end - kinds.length)
  expect(page.blocks.length).toBeGreaterThan(2)
  expect(rows).toEqual(blockFeatures(page, sumBlocks(page), readPageFacts(document), kinds))
})
