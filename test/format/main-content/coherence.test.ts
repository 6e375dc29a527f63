import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/document/parse/parse.ts'
import { composePage } from '../../../src/format/main-content/blocks.ts'
import { keepTogether } from '../../../src/format/main-content/coherence.ts'
import { bodyOf } from '../../../src/format/main-content/main-content.ts'

const text = 'A sentence of the article, long enough to be read as prose and not as a label.'

/** Of a text, what stands between, and a text: which are kept when only the texts are sure. */
function keptWith(between: string): boolean[] {
  const page = composePage(
    bodyOf(parseDocument(`<p>${text}</p>${between}<p>${text}</p>`, 'https://example.com/')) as never,
  )
  const kept = page.blocks.map((_, n) => n === 0 || n === page.blocks.length - 1)
  const chances = Float64Array.from(kept, (isKept) => (isKept ? 0.9 : 0.18))
  return keepTogether(page, chances, kept, 'forum')
}

it('a label between two texts goes with them', () => {
  expect(keptWith('<div>For four people</div>')).toEqual([true, true, true])
})

it('a link between two texts does not: it leads to an author, to tags, to a reply', () => {
  expect(keptWith('<div>by <a href="/u/ann">Ann Author</a></div>')).toEqual([true, false, true])
})

it('a link that is an item of a list between two texts goes with them', () => {
  expect(keptWith('<ul><li><a href="/next">The next chapter</a></li></ul>')).toEqual([true, true, true])
})
