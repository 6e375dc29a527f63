import { expect, it } from 'vitest'
import { keepTogether } from '../../../src/format/main-content/kept-together.ts'
import type { PageKind } from '../../../src/format/main-content/page-kind.ts'
import { compose } from './compose.ts'

const text = 'A sentence of the article, long enough to be read as prose and not as a label.'

/** Returns the kept blocks of two chosen texts with `between` in between. */
function keptWith(between: string, kind: PageKind = 'service', chance = 0.18): boolean[] {
  const page = compose(`<p>${text}</p>${between}<p>${text}</p>`)
  const kept = page.blocks.map((_, n) => n === 0 || n === page.blocks.length - 1)
  const chances = Float64Array.from(kept, (isKept) => (isKept ? 0.9 : chance))
  return keepTogether(page, chances, kept, kind)
}

it('a few words between two texts are kept unless they are links', () => {
  expect(keptWith('<div>For four people</div>')).toEqual([true, true, true])
  expect(keptWith('<div>by <a href="/u/ann">Ann Author</a></div>')).toEqual([true, false, true])
})

it('facts after a text need only a low chance, except in a thread', () => {
  const facts = '<dl><dt>Beds<dd>32 in four rooms<dt>Half board<dd>48 francs</dl>'
  expect(keptWith(facts, 'service', 0.18)).not.toContain(false)
  expect(keptWith(facts, 'forum', 0.18)).toContain(false)
})

it('a label in a text or a thread needs a higher chance', () => {
  const page = compose(`<p>${text}</p><div>Senior member</div>`)
  const isKept = (kind: PageKind, chance: number) =>
    keepTogether(page, Float64Array.of(0.9, chance), [true, true], kind)[1]
  expect([isKept('article', 0.4), isKept('article', 0.6)]).toEqual([false, true])
  expect([isKept('forum', 0.6), isKept('forum', 0.7)]).toEqual([false, true])
  expect(isKept('listing', 0.2)).toBe(true)
})

it('a short sentence directly after a paragraph is kept, also as the last one of a text', () => {
  const keptOf = (html: string, chances: number[]) => {
    const kept = chances.map((chance) => chance > 0.5)
    return keepTogether(compose(html), Float64Array.from(chances), kept, 'article')
  }
  const first = '<p>A sentence of the article.</p>'
  expect(keptOf(`<main>${first}<p class="end">It stays. <p>So does this.</main>`, [0.9, 0.4, 0.4])).toEqual([
    true,
    true,
    true,
  ])
  expect(keptOf(`<main>${first}<p>Share this</main>`, [0.9, 0.4])).toEqual([true, false])
  expect(keptOf(`<main>${first}<p><a href="/">Read on.</a></main>`, [0.9, 0.4])).toEqual([true, false])
  expect(keptOf(`<main>${first}<p>All rights reserved.</main>`, [0.9, 0.2])).toEqual([true, false])
  expect(keptOf(`<main>${first}</main><p>Elsewhere.`, [0.9, 0.4])).toEqual([true, false])
})

it('a table between texts keeps its labels', () => {
  const cells = '<table><tr><td>Weight<td>2 kg<tr><td>Length<td>3 m</table>'
  expect(keptWith(cells, 'article', 0.35)).toEqual([true, true, true, true, true, true])
})

it('a list next to the posts of a thread does not keep its labels', () => {
  const details = '<ul><li>Senior member<li>Posts: 12<li>Joined in May</ul>'
  const page = compose(`<div><p>${text}</p></div>${details}<div><p>${text}</p></div>`)
  const chances = Float64Array.of(0.9, 0.6, 0.6, 0.6, 0.9)
  const all = chances.reduce<boolean[]>((kept) => [...kept, true], [])
  expect(keepTogether(page, chances, all, 'forum')).toEqual([true, false, false, false, true])
  expect(keepTogether(page, chances, all, 'article')).toEqual(all)
})

it('a table or list is kept or dropped as a whole, by majority of its words', () => {
  const page = compose('<ul><li>one two three<li>four<li>five</ul><ol><li>six<li>seven eight nine</ol>')
  const kept = [true, false, false, true, false]
  expect(keepTogether(page, Float64Array.from(kept, Number), kept, 'service')).toEqual([true, true, true, false, false])
})

it('a list is kept for its chance or two thirds of its words in a text, and half of its words elsewhere', () => {
  const page = compose(`<ul><li>one two three<li>four five</ul><p>${text}</p>`)
  const kept = [true, false, true]
  const chances = Float64Array.of(0.5, 0.1, 0.9)
  expect(keepTogether(page, chances, kept, 'listing')).toEqual([true, true, true])
  expect(keepTogether(page, chances, kept, 'article')).toEqual([false, false, true])
  expect(keptWith('<ul><li>one two three<li>four five six</ul>', 'article', 0.6)).toEqual([true, true, true, true])
})

it('a list with more than half of the chosen words is not dropped as a whole, nor is any list of a thread', () => {
  const page = compose('<ul><li>one two three four<li>five six seven eight<li>nine ten eleven</ul><p>one two three</p>')
  const kept = [true, false, false, true]
  const chances = Float64Array.of(0.9, 0.1, 0.1, 0.9)
  expect(keepTogether(page, chances, kept, 'service')).toEqual(kept)
  const posts = compose(`<ol><li>${text}<li>${text}<li>${text}</ol><p>${text.repeat(2)}</p>`)
  expect(keepTogether(posts, chances, kept, 'forum')).toEqual(kept)
  expect(keepTogether(posts, chances, kept, 'service')).toEqual([false, false, false, true])
})

it('code after a text needs only a low chance, and code alone is dropped', () => {
  const code = '<pre>let n = 1</pre>'
  expect(keptWith(code, 'documentation', 0.12)).toEqual([true, true, true])
  expect(keptWith(code, 'documentation', 0.05)).toEqual([true, false, true])
  const alone = compose(code)
  expect(keepTogether(alone, Float64Array.of(0.3), [false], 'documentation')).toEqual([false])
})

it('on a collection, a heading without text needs a high chance', () => {
  const page = compose(`<h2>First</h2><p>${text}</p><h2>Another shop</h2><p>other</p>`)
  const kept = [true, true, true, false]
  const chances = Float64Array.of(0.9, 0.9, 0.6, 0.1)
  expect(keepTogether(page, chances, kept, 'collection')).toEqual([true, true, false, false])
  expect(keepTogether(page, chances, kept, 'listing')).toEqual(kept)
})

it('a heading is kept with its text, but not before another heading of its level', () => {
  const page = compose(`<h2>First</h2><h2>Second</h2><p>${text}</p><h2>Third</h2><p>other</p>`)
  const kept = [false, false, true, false, false]
  expect(keepTogether(page, Float64Array.of(0.3, 0.3, 0.9, 0.3, 0.1), kept, 'article')).toEqual([
    ...[false, true, true],
    ...[false, false],
  ])
})

it('on a thread, only a table with headings in the middle of a post stays whole', () => {
  const post = (cell: string) => `<p>Rows</p><table><tr><${cell}>Kind</${cell}><td>1</td></tr></table><p>More</p>`
  const chances = Float64Array.of(0.9, 0.4, 0.4, 0.9)
  const kept = [true, false, false, true]
  expect(keepTogether(compose(post('th')), chances, kept, 'forum')).toEqual([true, true, true, true])
  expect(keepTogether(compose(post('td')), chances, kept, 'forum')).toEqual(kept)
  expect(keepTogether(compose(post('th')), chances, [true, false, false, false], 'forum')[1]).toBe(false)
})

it('a heading stays with its text if only a date is between them', () => {
  const isKept = (between: string) => {
    const page = compose(`<h2>Bridge opens</h2><p>${between}</p><p>${text}</p>`)
    return keepTogether(page, Float64Array.of(0.2, 0.1, 0.9), [false, false, true], 'listing')[0]
  }
  expect([isKept('28 November 2025'), isKept('Share this')]).toEqual([true, false])
})
