import { expect, it } from 'vitest'
import { searchedText } from '../../../src/content/quotes/find-quote.ts'
import { nearestPassage } from '../../../src/content/quotes/nearest-passage.ts'

const page = searchedText(
  'The **Tower** is 330 metres high. It is not open on Mondays.\n\nCosts rose by 14 % in 2024, to 1,234 euros. Sales fell.',
)

it.each([
  ['Costs rose by 41 % in 2024', 'Costs rose by 14 % in 2024', [{ quote: '41 %', page: '14 %' }]],
  ['The Tower is 330 feet high', 'The Tower is 330 metres high', [{ quote: 'feet', page: 'metres' }]],
  ['It is open on Mondays', 'It is not open on Mondays', [{ quote: '', page: 'not' }]],
  ['It is never not open on Mondays', 'It is not open on Mondays', [{ quote: 'never', page: '' }]],
  [
    'to 1.234 euros. Sales rose',
    'to 1,234 euros. Sales fell',
    [
      { quote: '1.234', page: '1,234' },
      { quote: 'rose', page: 'fell' },
    ],
  ],
])('the passage nearest to %j is %j', (quote, passage, differences) => {
  const nearest = nearestPassage(quote, page)
  expect(page.text.slice(nearest?.start, nearest?.end)).toBe(passage)
  expect(nearest?.differences).toEqual(differences)
})

it('a passage is nearest only if it shares a third of the words', () => {
  expect(nearestPassage('Completely different words altogether here', page)).toBeNull()
  expect(nearestPassage('The weather in Sweden stays cold', page)).toBeNull()
})

it('lists at most 20 differences', () => {
  const words = Array.from({ length: 60 }, (_, n) => `w${n}`)
  const changed = words.map((word, n) => (n % 2 ? word : `x${n}`))
  expect(nearestPassage(changed.join(' '), searchedText(words.join(' ')))?.differences).toHaveLength(20)
})

it('the same word after a number that the quote lacks isn’t a difference', () => {
  const nearest = nearestPassage(
    'The total Please pay within a week',
    searchedText('The total 254.30 Please pay within a week'),
  )
  expect(nearest?.differences).toEqual([{ quote: '', page: '254.30' }])
})

it('is found anywhere on a page of 300,000 words', () => {
  const filler = 'the pages of this book are about the sea and the ships. '.repeat(13_000)
  const long = searchedText(`${filler}\n\nOnly the keeper of the tower has the key.\n\n${filler}`)
  const nearest = nearestPassage('Only the keeper of the tower has the book', long)
  expect(long.text.slice(nearest?.start, nearest?.end)).toBe('Only the keeper of the tower has the key')
})
