import { describe, expect, it } from 'vitest'
import { findQuote, searchedText } from '../../../src/content/quotes/find-quote.ts'
import { tokensOf } from '../../../src/content/quotes/tokens.ts'

const markdown = `# 1. Results of the *Tower*

The **Tower** is 330 metres high[^1] and weighs 10<sup>2</sup> tons, i.e. “very heavy” — 5 MW at −5 °C. It is not open on
Mondays. Independent readers say [so](https://example.com/(a)). It costs 1\u00a0234 euros, 14 % more, and won’t fall.[[2]](#n2)

| Tree | Height |
| --- | --- |
| Oak | 12 m |
| Elm\\|x | 3.5 m |

- [ ] the first item, pages 10–20
- a second one…
- well-known oaks

3. Boil the water
4. Wait 10 minutes
   1) then pour, in 2024
5. Drink

\`\`\`js
if (a < b) { return \`x\` }
\`\`\`

東京タワーは高さ333メートルです。

[^1]: With its antenna.
`
const page = searchedText(markdown)
const find = (quote: string) => findQuote(quote, page)
const shown = (quote: string) => {
  const found = find(quote)
  return found && markdown.slice(page.offsets[found.start], (page.offsets[found.end - 1] as number) + 1)
}

describe('a quote is found', () => {
  it.each([
    ['across emphasis', 'The Tower is 330', 'The **Tower** is 330'],
    ['across a line end', 'is not open on Mondays', 'is not open on\nMondays'],
    ['in a link', 'readers say so.', 'readers say [so](https://example.com/(a)).'],
    ['in a heading with its number', '1. Results of the Tower', '1. Results of the *Tower'],
    ['in a row, with tabs or spaces', 'Oak\t12 m', 'Oak | 12 m'],
    ['in a cell with an escaped sign', 'Elm|x', 'Elm\\|x'],
    ['in a list item', 'the first item', 'the first item'],
    ['in a numbered item', 'Boil the water', 'Boil the water'],
    ['in a numbered item, with its number', '3. Boil the water', 'Boil the water'],
    ['in several items', 'water Wait 10 minutes then', 'water\n4. Wait 10 minutes\n   1) then'],
    ['in several items, with their numbers', '3. Boil the water\n4. Wait 10', 'Boil the water\n4. Wait 10'],
    ['in several items, some with numbers', 'water 4. Wait 10 minutes then', 'water\n4. Wait 10 minutes\n   1) then'],
    ['in a nested item', '1) then pour, in 2024\n5. Drink', 'then pour, in 2024\n5. Drink'],
    ['in items with bullets', '• the first item, pages 10–20\n• a second', 'the first item, pages 10–20\n- a second'],
    ['in a note, with the links back from it', '^ a b With its antenna', 'With its antenna'],
    ['in a heading without its number', 'Results of the Tower', 'Results of the *Tower'],
    ['in code', 'return `x`', 'return `x`'],
    ['in a note', 'With its antenna', 'With its antenna'],
    ['in a script without spaces', '高さ333メートル', '高さ333メートル'],
    ['without the mark of a note', '330 metres high and weighs', '330 metres high[^1] and weighs'],
    ['next to the mark of a note', 'won’t fall.', 'won’t fall.'],
  ])('in the same characters: %s', (_, quote, source) => {
    expect([find(quote)?.match, shown(quote)]).toEqual(['exact', source])
  })

  it.each([
    ['case', 'the tower IS'],
    ['quotation marks and dashes', '"very heavy" - 5 MW'],
    ['an apostrophe', "won't fall"],
    ['the sign of a negative number', 'at -5 °C'],
    ['the first word after a number', 'MW at -5 °C'],
    ['a hyphen at a line end', 'Inde-\npendent readers'],
    ['a soft hyphen', 'Inde\u00adpendent readers'],
    ['a ligature', 'the ﬁrst item'],
    ['full-width letters', 'ｔｈｅ ｆｉｒｓｔ item'],
    ['an ellipsis', 'a second one...'],
    ['the mark of a note', 'metres high[1] and'],
    ['the raised mark of a note', 'metres high¹ and'],
    ['a soft hyphen as Chromium copies it', 'Inde\ufffependent readers'],
    ['a control character', 'the first \u0007item'],
    ['a drawn line', 'the first item _____'],
    ['a hyphen left out at a line end', 'wellknown oaks'],
    ['the mark of a note as a digit', 'metres high1 and'],
    ['white space around signs', '14% more'],
  ])('in other characters that mean the same: %s', (_, quote) => {
    expect(find(quote)?.match).toBe('folded')
  })

  it('with omissions, which are listed', () => {
    expect(find('It is … open on […] readers')).toMatchObject({
      match: 'folded',
      omitted: ['not', 'Mondays. Independent'],
    })
    // The last passage before the next part omits least.
    expect(find('is ... Mondays')?.omitted).toEqual(['not open on'])
  })

  it('in the same characters if the page has those too', () => {
    const twice = searchedText('THE END. The end.')
    expect(findQuote('The end', twice)).toMatchObject({ match: 'exact', start: 9 })
  })

  it('from any word to any later word', () => {
    const tokens = tokensOf(page.text)
    // A quote that begins with the dash of a range could also begin with a negative number.
    const starts = tokens.map(({ kind }) => kind !== 'sign')
    const quotes = tokens.flatMap(({ start }, n) =>
      starts[n] ? tokens.slice(n, n + 30).map(({ end }) => page.text.slice(start, end)) : [],
    )
    expect(quotes.length).toBeGreaterThan(1500)
    // Half of the number 1 234 isn't a quote.
    expect(quotes.filter((quote) => !/^234|1$/.test(quote) && !find(quote))).toEqual([])
  })
})

describe('a quote is not found', () => {
  it.each([
    ['a changed digit', 'is 303 metres'],
    ['a digit less', '4 % more'],
    ['a digit more', '114 % more'],
    ['part of a number', '234 euros'],
    ['part of a decimal', '5 m'],
    ['another sign', 'at 5 °C'],
    ['another separator', '3,5 m'],
    ['a raised digit as an ordinary one', 'weighs 102 tons'],
    ['another unit', '5 kW'],
    ['a unit in other case', '5 mW at'],
    ['a first unit in other case', 'mW at -5 °C'],
    ['no negation', 'It is open on'],
    ['another word', 'The Tower was'],
    ['part of a word', 'ower is 330'],
    ['a mark of another note', 'metres high[2] and'],
    ['another order', 'is The Tower'],
    ['another accent', 'Töwer is 330'],
    ['a range that is another', 'pages 10-21'],
    ['the number of another item', '4. Boil the water'],
    ['another number in a heading', '2. Results of the Tower'],
    ['a number that only another item has', 'Boil 4. the water'],
    ['a number where the text has none', '3. The Tower'],
    ['parts in another order', 'Mondays … Tower is'],
  ])('with %s', (_, quote) => {
    expect(find(quote)).toBeNull()
  })

  it('if an omission is longer than 2,000 characters', () => {
    const text = (chars: number) => searchedText(`One begins ${'x'.repeat(chars)} two ends`)
    expect(findQuote('One begins … two ends', text(1990))).not.toBeNull()
    expect(findQuote('One begins … two ends', text(2010))).toBeNull()
  })
})

describe('a mark of a note after punctuation', () => {
  const noted = searchedText(
    'Save up to 40%.[^3] Next, it rose in 2024.[^4] The drug worked.<sup>5</sup> So reported<sup>6</sup> the EU<sup>2</sup>, at 4 km<sup>2</sup> of 10<sup>2</sup>.\n\n[^3]: x\n[^4]: y',
  )
  it.each([
    'up to 40%.3 Next, it',
    'up to 40%.³ Next, it',
    'up to 40%. Next, it',
    'in 2024.4 The drug',
    'in 2024.[4] The drug',
    'drug worked.5 So',
    'drug worked. So',
    'drug worked.⁵ So',
    'So reported6 the EU2, at 4 km2',
  ])('is found: %s', (quote) => expect(findQuote(quote, noted)).not.toBeNull())

  it.each([
    'up to 40%.4 Next, it',
    'in 2024.5 The drug',
    'drug worked.6 So',
    'reported7 the',
    'the EU3, at',
    'at 4 km of',
    'at 4 km3 of',
    'of 102',
    'up to 40.3 Next',
  ])('is not found: %s', (quote) => expect(findQuote(quote, noted)).toBeNull())
})

describe('signs of check boxes', () => {
  const boxes = searchedText('- ☑ Parking\n- ☐ Pets allowed\n\n| Wi-Fi | ☑ |\n| --- | --- |\n| Pool | ☐ |\n')
  it.each(['Parking Pets allowed', '☑ Parking ☐ Pets', '- ☐ Pets allowed', 'Wi-Fi Pool', 'Pool ☐'])(
    'are found, or left out: %s',
    (quote) => expect(findQuote(quote, boxes)).not.toBeNull(),
  )
  it.each(['☐ Parking', '☒ Parking', 'Parking ☑ Pets', 'Pool ☑'])('are not changed: %s', (quote) =>
    expect(findQuote(quote, boxes)).toBeNull(),
  )
})

describe('words that are copied together', () => {
  const glued = searchedText(
    'Stock Mar-\n\n# ket value, market\n\nSaisonname Hauptsaison\n\n2025 Dec 4\n\nFrom Mindestaufenthalt 6\n\nno table',
  )
  it.each(['Stock Market value', 'Mindestaufenthalt6', 'SaisonnameHauptsaison 2025Dec 4'])('are found: %s', (quote) =>
    expect(findQuote(quote, glued)).not.toBeNull(),
  )
  it.each(['notable', 'Saisonnamehauptsaison', 'Mindestaufenthalt7', 'of7', '2025dec 4', '2025Dec 5'])(
    'are not found: %s',
    (quote) => expect(findQuote(quote, glued)).toBeNull(),
  )
})

it('case doesn’t count in a first word of four letters that begins a line after a number', () => {
  const rows = searchedText('441\n\nonly 12% of them\n\n5\n\nMW here\n\nMW here')
  expect(findQuote('Only 12% of', rows)).not.toBeNull()
  expect(findQuote('mW here', rows)?.start).toBe(rows.text.lastIndexOf('MW here'))
})
