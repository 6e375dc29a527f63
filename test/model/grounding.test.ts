import { describe, expect, it } from 'vitest'
import { findQuote, searchedText } from '../../src/content/quotes/find-quote.ts'
import { folded } from '../../src/content/quotes/tokens.ts'
import { evidenceOf, findUngrounded } from '../../src/model/grounding.ts'

const url = 'https://example.com/plans'
const page = `Address: ${url}
# Plans
The basic plan costs 1.299,00 EUR, the big one $12,500.50; since 5 March 2026, from 09:30. Seven people, 3 of them in Rome.
Write to Info@Example.com or sales [at] example [dot] org. See [terms](https://example.com/a\\_b?x=1&amp;y=2) and www.example.net/about.
価格は１２３４円です。 See https://example.com/a_(b) and https://example.com/%C3%BC in room 101.`

const ungrounded = (answer: string, prompt = 'What?') => findUngrounded(answer, evidenceOf({ page, url, prompt }))

describe('a value on the page', () => {
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

describe('a value that the page lacks', () => {
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
  ])('is detected: %s', (answer, expected) => expect(ungrounded(answer)).toEqual(expected))

  it('is reported once, and at most ten values are', () => {
    const numbers = Array.from({ length: 40 }, (_, at) => 5000 + (at % 20))
    expect(ungrounded(numbers.join(' '))).toEqual(numbers.slice(0, 10).map(String))
  })

  it('is grounded if the prompt contains it', () => {
    expect(ungrounded('The 4711th is https://x.example/', 'What of 4711 at https://x.example/ ?')).toEqual([])
  })
})

describe('an answer and a quote', () => {
  const text = `It is −5 °C, 14 % off, -20% too, 3.14 or 10<sup>2</sup> tons; 1\u00a0234 euros, 12 500 people, **+7** points in 2024[^1].
COVID-19, pages 10–20, version 3.12.1, Model A4, ½ cup, 2026\u00a0101 people. In 1,250 cases, 6 MW.

[^1]: Or so.`
  const searched = searchedText(text)
  const evidence = evidenceOf({ page: text, url, prompt: '' })
  const values = [
    ...[
      '-5',
      '−5',
      '14',
      '3.14',
      '10²',
      '1\u00a0234',
      '12 500',
      '+7',
      '2024',
      '10–20',
      '3.12.1',
      '2026',
      '101',
      '1,250',
      '6',
    ],
    ...[
      '5',
      '102',
      '41',
      '3.41',
      '234',
      '250',
      '50',
      '3.12',
      '4.14',
      '2025',
      '10–21',
      '-14',
      '-3.14',
      '−6',
      '1\u00a0235',
      '314',
    ],
  ]

  it.each(values)('agree about %s', (value) => {
    const expected = findQuote(value, searched) ? [] : [folded(value).replace('\u00a0', '')]
    expect(findUngrounded(`It is ${value}.`, evidence)).toEqual(expected)
    expect(findUngrounded(JSON.stringify({ total: [value] }), evidence)).toEqual(expected)
  })

  it('differ only about another spelling of the same number', () => {
    const answer = '3,14; 1250; 1,234; 12.500; 7 points; a discount of 20%; 10^2; 10<sup>2</sup>; 5-6'
    expect(findUngrounded(answer, evidence)).toEqual(['5-6'])
  })
})

it('a URL whose path or query is encoded in another way is a different one, except for letters', () => {
  const text = 'https://a.example/suche?q=Müller%26Söhne https://a.example/find?q=a&b=c https://a.example/x/y'
  const evidence = evidenceOf({ page: text, url, prompt: '' })
  const answer =
    'https://a.example/suche?q=M%C3%BCller%26S%C3%B6hne https://a.example/find?q=a%26b=c https://a.example/x%2Fy'
  expect(findUngrounded(answer, evidence)).toEqual(['https://a.example/find?q=a%26b=c', 'https://a.example/x%2Fy'])
})

describe('a link of the page’s HTML', () => {
  const html = '<a href="two?a=1&amp;b=2">2</a> <a href=/three>3</a>'
  const links = 'https://example.com/docs/two?a=1&b=2 https://example.com/three https://example.com/four'

  it('is resolved against the page’s URL', () => {
    const sources = { page: html, url: 'https://example.com/docs/one', prompt: '' }
    expect(findUngrounded(links, evidenceOf(sources))).toEqual(['https://example.com/four'])
  })

  it('is resolved against the base element', () => {
    const sources = { page: `<base href="/docs/">${html}`, url: 'https://example.com/a/b/c', prompt: '' }
    expect(findUngrounded(links, evidenceOf(sources))).toEqual(['https://example.com/four'])
  })

  it('is not resolved against a URL that the page’s text claims', () => {
    const sources = { page: `Address: https://evil.example/\n${html}`, url: 'https://example.com/docs/one', prompt: '' }
    expect(findUngrounded('https://evil.example/three', evidenceOf(sources))).toEqual(['https://evil.example/three'])
  })
})

it('a number in digits of another script is grounded', () => {
  const sources = { page: 'السعر ١٢٥٠ ريال، ۷۸۹ تومان, ५६७ रुपये, ৩৪৫, ๖๗๘', url, prompt: '' }
  expect(findUngrounded('1250 789 567 345 678 и ١٢٥٠ ١٢٥١', evidenceOf(sources))).toEqual(['1251'])
})

// Quadratic work on 400,000 characters would take minutes, exceeding the test's time limit.
it.each([
  ['digits', '1'.repeat(400_000)],
  ['digits and points', '1.'.repeat(200_000)],
  ['spaces', ' '.repeat(400_000)],
  ['escapes', `a${'\\['.repeat(200_000)}`],
  ['obfuscated at signs', 'at '.repeat(150_000)],
])('answers get no support from a hostile page of %s', (_, hostile) => {
  const answer = 'a@b.example 5 https://x.example'
  expect(findUngrounded(answer, evidenceOf({ page: hostile, url, prompt: '' }))).toEqual([
    'https://x.example',
    'a@b.example',
    '5',
  ])
})
