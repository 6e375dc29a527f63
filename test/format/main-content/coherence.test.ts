import { expect, it } from 'vitest'
import { keepTogether } from '../../../src/format/main-content/coherence.ts'
import { compose } from './compose.ts'

const text = 'A sentence of the article, long enough to be read as prose and not as a label.'

/** Which blocks are kept of a text, `between`, and a text when only the two texts were chosen. */
function keptWith(between: string): boolean[] {
  const page = compose(`<p>${text}</p>${between}<p>${text}</p>`)
  const kept = page.blocks.map((_, n) => n === 0 || n === page.blocks.length - 1)
  const chances = Float64Array.from(kept, (isKept) => (isKept ? 0.9 : 0.18))
  return keepTogether(page, chances, kept, 'forum')
}

it('a label between two texts is kept with them', () => {
  expect(keptWith('<div>For four people</div>')).toEqual([true, true, true])
})

it('a link between two texts is not: it leads to an author, to tags, to a reply', () => {
  expect(keptWith('<div>by <a href="/u/ann">Ann Author</a></div>')).toEqual([true, false, true])
})

it('a link that is an item of a list between two texts is kept with them', () => {
  expect(keptWith('<ul><li><a href="/next">The next chapter</a></li></ul>')).toEqual([true, true, true])
})

it('a table or list is kept or dropped as a whole, by the larger part of its words', () => {
  const page = compose('<ul><li>one two three<li>four<li>five</ul><ol><li>six<li>seven eight nine</ol>')
  const kept = [true, false, false, true, false]
  expect(keepTogether(page, Float64Array.from(kept, Number), kept, 'forum')).toEqual([true, true, true, false, false])
})

it('a heading is kept with its text, but not before another heading of its level', () => {
  const page = compose(`<h2>First</h2><h2>Second</h2><p>${text}</p><h2>Third</h2><p>other</p>`)
  const kept = [false, false, true, false, false]
  expect(keepTogether(page, Float64Array.of(0.3, 0.3, 0.9, 0.3, 0.1), kept, 'article')).toEqual([
    ...[false, true, true],
    ...[false, false],
  ])
})

it('a product is kept with its name and its price', () => {
  const page = compose('<h1>Lamp</h1><div>€ 90</div><div>Call us</div><p>Text</p>')
  const chances = Float64Array.of(0.2, 0.3, 0.01, 0.9)
  const kept = [false, false, false, true]
  expect(keepTogether(page, chances, kept, 'product')).toEqual([true, true, false, true])
  expect(keepTogether(page, chances, kept, 'forum')).toEqual(kept)
})
