import { expect, it } from 'vitest'
import { checkQuotes } from '../../../src/content/quotes/quotes.ts'

const main = 'The council met again on Monday, and a new bridge was the topic of the day.'
const page = {
  ...{ markdown: main, pageStarts: [], isWhole: true },
  wholeMarkdown: async () => `${main}\n\nOffers: the bridge toll is now 5 euros a day, and 2 euros at night.`,
  place: { finalUrl: 'https://example.com/', opensAt: 'text' as const },
}

it('the nearest passage is the one that shares the most words, inside and outside the main content', async () => {
  const [outside, inside] = await checkQuotes(
    ['the bridge toll is now 6 euros a day', 'a new tunnel was the topic of the day'],
    page,
  )
  expect(outside).toMatchObject({
    ...{ match: 'none', in_main_content: false, text: 'the bridge toll is now 5 euros a day' },
    differences: [{ quote: '6', page: '5' }],
  })
  expect(inside).toMatchObject({
    match: 'none',
    in_main_content: true,
    differences: [{ quote: 'tunnel', page: 'bridge' }],
  })
})
