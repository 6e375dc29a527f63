import { expect, it } from 'vitest'
import { keepListsOfText, keepRecipe, keepTogether } from '../../../src/format/main-content/kept-together.ts'
import { compose } from './compose.ts'

const text =
  '<p>A sentence of the article, long enough to be read as prose, and not as a label of a menu on the same page.</p>'.repeat(
    2,
  )

type Rule = typeof keepListsOfText

/** Returns the texts that a rule keeps, on a page of which only the paragraphs are kept. */
function keptBy(rule: Rule, html: string, chance = 0.3): string[] {
  const page = compose(html)
  const kept = page.blocks.map(({ section }) => section.element.name === 'p')
  rule(
    page,
    Float64Array.from(kept, (isKept) => (isKept ? 0.9 : chance)),
    kept,
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
