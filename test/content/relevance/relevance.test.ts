import { describe, expect, it } from 'vitest'
import { scoreTexts } from '../../../src/content/relevance/relevance.ts'

const section = (text: string, ...headings: string[]) => ({ text, headings })
const filler = 'Nothing here fits, since this text is about the weather.'
const best = (scores: number[]) => scores.indexOf(Math.max(...scores))

describe('the score of a section', () => {
  it('is zero if no term of the query occurs', () => {
    expect(scoreTexts([section(filler), section(filler)], 'cheap shoes')).toEqual([0, 0])
    expect(scoreTexts([], 'price')).toEqual([])
  })

  it.each([
    ['a plural', 'prices', 'The price is five euros.'],
    ['another ending', 'Wie kann ich kündigen?', 'Eine Kündigung ist möglich.'],
    ['accents left out', 'cafe', 'Un café noir.'],
    ['another case', 'RETENTION', 'The retention of data.'],
    ['full-width digits', '42', 'The answer is ４２.'],
    ['Japanese', '返品の期間', '返品は二十三日以内です。'],
    ['Arabic, with article and vowels', 'ما هي ساعات المكتبة؟', 'تفتح مَكتبات المدينة صباحا.'],
    ['Arabic, a short word with its article', 'سنة', 'في هذه السنة'],
    ['question words', 'What does it cost?', 'The cost is low.'],
    ['Thai', 'การคืนสินค้า', 'นโยบายการคืนสินค้าของเรา'],
  ])('is highest where the term occurs: %s', (_, query, text) => {
    const scores = scoreTexts([section(filler), section(text), section(filler)], query)
    expect(best(scores)).toBe(1)
    expect(scores[1]).toBeGreaterThan(0)
  })

  it('weighs a rare term more than a frequent one', () => {
    const sections = [
      ...Array.from({ length: 9 }, () => section('The shop sells shoes.')),
      section('The shop is closed.'),
    ]
    expect(best(scoreTexts(sections, 'closed shop'))).toBe(9)
  })

  it('weighs a term in a heading more than one in the text', () => {
    const [inText, inHeading] = scoreTexts(
      [section('About shipping and the rest of it.'), section('About nothing and the rest of it.', 'Shipping')],
      'shipping',
    ) as [number, number]
    expect(inHeading).toBeGreaterThan(inText)
  })

  it('applies a heading to every section below it, even if many sections share it', () => {
    const shared = ['Shipping', 'Abroad']
    const texts = ['Free of charge.', 'Within two days.', 'By ship.']
    const scores = scoreTexts(
      texts.map((text) => ({ text, headings: shared })),
      'shipping abroad',
    )
    expect(scores).toEqual(
      scoreTexts(
        texts.map((text) => section(text, ...shared)),
        'shipping abroad',
      ),
    )
    expect(Math.min(...scores)).toBeGreaterThan(0)
  })

  it('is lower for the same occurrence in a longer section', () => {
    const [short, long] = scoreTexts(
      [section('Shipping is free.'), section(`Shipping is free. ${filler.repeat(10)}`)],
      'shipping',
    ) as [number, number]
    expect(short).toBeGreaterThan(long)
  })
})
