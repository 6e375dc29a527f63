import { expect, it } from 'vitest'
import { keepListsOfText, keepRecipe } from '../../../src/format/main-content/kept-lists.ts'
import { keepTogether } from '../../../src/format/main-content/kept-together.ts'
import type { PageKind } from '../../../src/format/main-content/page-kind.ts'
import { compose } from './compose.ts'

const text =
  '<p>A sentence of the article, long enough to be read as prose, and not as a label of a menu on the same page.</p>'.repeat(
    2,
  )

type Rule = typeof keepListsOfText

/** Returns the texts that a rule keeps, on a page of which only the paragraphs are kept. */
function keptBy(rule: Rule, html: string, chance = 0.3, kind: PageKind = 'article'): string[] {
  const page = compose(html)
  const kept = page.blocks.map(({ section }) => section.element.name === 'p')
  rule(
    page,
    Float64Array.from(kept, (isKept) => (isKept ? 0.9 : chance)),
    kept,
    kind,
  )
  return page.blocks.filter(({ section }, n) => kept[n] && section.element.name !== 'p').map((block) => block.text)
}

it('a list that continues a text is kept with its headings, at the end of the text too', () => {
  const list = '<div><h2>Sources</h2></div><ol><li><a href="/a">Wells</a></li></ol>'
  expect(keptBy(keepListsOfText, `<main>${text}${list}</main>`)).toEqual(['Sources', 'Wells'])
  expect(keptBy(keepListsOfText, `<main>${text}<ul><li>Papers</ul>${text}</main>`)).toEqual(['Papers'])
})

it('a list stays out after other dropped content, elsewhere on the page, or if its name or chance says so', () => {
  expect(keptBy(keepListsOfText, `<main>${text}<div>Share</div><ul><li>Papers</ul></main>`)).toEqual([])
  expect(keptBy(keepListsOfText, `<main>${text}</main><ul><li>Papers</ul>`)).toEqual([])
  expect(keptBy(keepListsOfText, `<main>${text}<ul class="post-tags"><li>Papers</ul></main>`)).toEqual([])
  expect(keptBy(keepListsOfText, `<main>${text}<ul><li>Papers</ul></main>`, 0.05)).toEqual([])
})

it('a list that ends the post of a thread is kept whole, also if the post has no paragraphs', () => {
  const post = (body: string) => `<div class="post"><div class="body">${body}</div></div>`
  const posts = post(text) + post('<p>Bring these:</p><ul><li>a tent<li>two heaters</ul>')
  expect(keptBy(keepListsOfText, posts, 0.3, 'forum')).toEqual(['a tent', 'two heaters'])
  const page = compose(post(text.replaceAll('p>', 'b>')) + post('Bring these:<ul><li>a tent<li>two heaters</ul>'))
  const kept = [true, true, true, false]
  keepListsOfText(page, Float64Array.of(0.9, 0.9, 0.7, 0.3), kept, 'forum')
  expect(kept).toEqual([true, true, true, true])
})

it('a box of short labels in a text is kept whole, unless it has links or images or is unlikely', () => {
  const tiles = (label: string) =>
    `<div class="tiles"><div><h4>600</h4><div>${label}</div></div><div><h4>41</h4><div>leaks</div></div></div>`
  const box = ['600', 'microphones', '41', 'leaks']
  expect(keptBy(keepListsOfText, `<main>${text}${tiles('microphones')}${text}</main>`)).toEqual(box)
  expect(keptBy(keepListsOfText, `<main>${text}<h2>Figures</h2>${tiles('microphones')}</main>`)).toEqual([
    'Figures',
    ...box,
  ])
  const buttons = '<div><div>Share</div><div>Save</div><div>Print</div></div>'
  expect(keptBy(keepListsOfText, `<main>${text}${buttons}</main>`)).toEqual([])
  expect(keptBy(keepListsOfText, `<main>${text}${tiles('<a href="/m">microphones</a>')}</main>`)).toEqual([])
  expect(keptBy(keepListsOfText, `<main>${text}${tiles('microphones<img src="m.png">')}</main>`)).toEqual([])
  expect(keptBy(keepListsOfText, `<main>${text}${tiles('microphones')}</main>`, 0.15)).toEqual([])
})

it('the options of a question are no labels that articles and threads drop', () => {
  const option = '<label><input type="radio" name="q">A ball</label><label><input type="radio" name="q">A cone</label>'
  const page = compose(`<main>${text}<h3>Which shape?</h3><div>${option}</div><div>Reply to this</div></main>`)
  const chances = Float64Array.of(0.9, 0.9, 0.7, 0.5, 0.5)
  const kept = Array.from(chances, () => true)
  expect(keepTogether(page, chances, kept, 'forum').slice(3)).toEqual([true, false])
})

const amounts = '<h3>Ingredients</h3><ul class="soup-ingredients"><li>1 onion</ul>'

it('the card of a recipe is kept whole, without its comments and links', () => {
  const card = `<div class="recipe-card"><div>20 minutes</div>${amounts}<form class="comment-form">Rate it</form></div>`
  expect(keptBy(keepRecipe, text + card)).toEqual(['20 minutes', 'Ingredients', '1 onion'])
  expect(keptBy(keepRecipe, `${text}<div itemtype="https://schema.org/Recipe">${amounts}</div>`)).toHaveLength(2)
  expect(keptBy(keepRecipe, `${text}<div>${amounts}</div>`)).toEqual([])
})

it('an element with the heading of the page is not the card of a recipe', () => {
  expect(keptBy(keepRecipe, `<div class="recipe"><h1>Soup</h1>${text}<div>Menu</div>${amounts}</div>`)).toEqual([])
})

it('a heading in an article is dropped with everything that it heads', () => {
  const page = compose(`<main>${text}<h2>More</h2><div>Cards of other pages</div><h2>Notes</h2>${text}</main>`)
  const chances = Float64Array.of(0.9, 0.9, 0.6, 0.1, 0.6, 0.9, 0.9)
  const kept = Array.from(chances, (chance) => chance > 0.5)
  expect(keepTogether(page, chances, kept, 'article')).toEqual([true, true, false, false, true, true, true])
  expect(keepTogether(page, chances, kept, 'service')[2]).toBe(true)
})
