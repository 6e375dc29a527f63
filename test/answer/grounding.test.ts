import { describe, expect, it } from 'vitest'
import { findUngrounded } from '../../src/answer/grounding.ts'

const page = `Address: https://example.com/plans
# Plans
The basic plan costs 1.299,00 EUR, the big one $12,500.50; since 5 March 2026, from 09:30. Seven people, 3 of them in Rome.
Write to Info@Example.com or sales [at] example [dot] org. See [terms](https://example.com/a\\_b?x=1&amp;y=2) and www.example.net/about.
価格は１２３４円です。 See https://example.com/a_(b) and https://example.com/%C3%BC in room 101.`

const ungrounded = (answer: string, prompt = 'What?') => findUngrounded(answer, { page, prompt })

describe('what stands on the page', () => {
  it.each([
    'It costs 1299 EUR, 1.299 EUR or 1,299.00 EUR; the big one 12500.5 or $12,500.50.',
    'Since 2026-03-05, 5.3.2026, March 5, 2026, at 9:30.',
    '7 people, 3 of them in Rome',
    'info@example.com, sales@example.org, Info@Example.com.',
    'https://example.com/plans, (https://example.com/a_b?x=1&y=2), <https://www.example.net/about>, https://example.com/plans/',
    '1. The first\n2. The second\n- 3) third',
    '1234円',
    'No number at all',
    '[1299,3,7]',
    '{"price":[1299,12500.5],"contact":"Write to:\\ninfo@example.com"}',
    '3,7,2026',
    'Since 2026 101 people',
    '[terms](https://example.com/a_(b)), https://example.com/plans。https://example.com/plansです',
    'https://example.com/ü',
  ])('is grounded: %s', (answer) => expect(ungrounded(answer)).toEqual([]))
})

describe('what does not', () => {
  it.each([
    ['It costs 1298 EUR', ['1298']],
    ['It costs 12.99', ['12.99']],
    ['Since 2026-03-06', ['2026-03-06']],
    ['Write to boss@example.com!', ['boss@example.com']],
    ['See https://evil.example/terms.', ['https://evil.example/terms']],
    ['{"url":"https://evil.example/a","n":99}', ['https://evil.example/a', '99']],
    ['[3,98,7]', ['98']],
    ['fo@example.com, info@example.co', ['fo@example.com', 'info@example.co']],
    ['https://example.com/plan', ['https://example.com/plan']],
    ['https://www./', ['https://www./']],
  ])('is told: %s', (answer, expected) => expect(ungrounded(answer)).toEqual(expected))

  it('is told once each, at most ten', () => {
    expect(ungrounded(Array.from({ length: 40 }, (_, at) => 5000 + (at % 20)).join(' '))).toHaveLength(10)
  })

  it('is not told when the caller said it', () => {
    expect(ungrounded('The 4711th is https://x.example/', 'What of 4711 at https://x.example/ ?')).toEqual([])
  })
})

it('is not told of what the HTML of the page links to in another spelling', () => {
  const html = 'Address: https://example.com/docs/one\n<a href="two?a=1&amp;b=2">2</a> <a href=/three>3</a>'
  const links = 'https://example.com/docs/two?a=1&b=2 https://example.com/three https://example.com/four'
  expect(findUngrounded(links, { page: html, prompt: '' })).toEqual(['https://example.com/four'])
})

it('is not told of what the page writes in digits of its own', () => {
  const sources = { page: 'السعر ١٢٥٠ ريال، ۷۸۹ تومان, ५६७ रुपये, ৩৪৫, ๖๗๘', prompt: '' }
  expect(findUngrounded('1250 789 567 345 678 и ١٢٥٠ ١٢٥١', sources)).toEqual(['1251'])
})

it('takes no more than a moment on pages made to take long', () => {
  for (const long of [
    '1'.repeat(400_000),
    '1.'.repeat(200_000),
    ' '.repeat(400_000),
    `a${'\\['.repeat(200_000)}`,
    'at '.repeat(150_000),
  ]) {
    findUngrounded('a@b.example 5 https://x.example', { page: long, prompt: '' })
  }
})
