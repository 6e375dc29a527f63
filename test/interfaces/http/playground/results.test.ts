import { describe, expect, it } from 'vitest'
import { layOutAds, otherFacts, ratingText, type ShownAd } from '../../../../src/playground/results/ads/ads-layout.ts'
import { columnsOf, filterRecords, toTabbedLines } from '../../../../src/playground/results/data/records.ts'
import { structureOf } from '../../../../src/playground/results/explain/structure.ts'
import { shareCardOf } from '../../../../src/playground/results/metadata/share.ts'
import { headingsOf, outlineOf } from '../../../../src/playground/results/text/outline.ts'
import { cutMarkdown, cutSource } from '../../../../src/playground/results/text/pieces.ts'
import { renderMarkdown } from '../../../../src/playground/results/text/render-markdown.ts'

const joined = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join('')

describe('a long text', () => {
  it('is cut at line ends, and never inside a character', () => {
    expect(cutSource('ab\ncd\nef', 4).map(({ text }) => text)).toEqual(['ab\n', 'cd\n', 'ef'])
    expect(cutSource('abc😀d', 4).map(({ text }) => text)).toEqual(['abc', '😀d'])
    expect(cutSource('')).toEqual([])
  })

  it('is cut between blocks of markdown, and not inside fenced code', () => {
    const markdown = `one\n\n\`\`\`\n${'code\n\n'.repeat(5)}\`\`\`\n\ntwo\n\nthree\n`
    const pieces = cutMarkdown(markdown, 10)
    expect(joined(pieces)).toBe(markdown)
    expect(pieces.map(({ text }) => text)).toContain(`\`\`\`\n${'code\n\n'.repeat(5)}\`\`\`\n\n`)
    for (const { offset, text } of pieces) expect(markdown.startsWith(text, offset)).toBe(true)
  })

  it('of ten million characters in one line is in pieces, too', () => {
    const pieces = cutMarkdown('x'.repeat(10_000_000))
    expect(joined(pieces).length).toBe(10_000_000)
    expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThan(300_000)
  })
})

describe('the outline', () => {
  const markdown = '# One *word*\n\ntext\n\n```\n# no heading\n```\n\n## [Two](https://a.example/) `x` \\*\n'

  it('is made of the headings outside of code, without their marks', () => {
    expect(headingsOf(markdown)).toEqual([
      { level: 1, text: 'One word', offset: 0 },
      { level: 2, text: 'Two x *', offset: markdown.indexOf('##') },
    ])
  })

  it('is read at once from lines that are made to be read slowly', () => {
    const line = `#${' '.repeat(19_000)}a${' #'.repeat(400)}\u2028b`
    expect(headingsOf(`${line}\n`.repeat(20))).toHaveLength(20)
  })

  it('counts in the whole content, and is the service’s own where it gives one', () => {
    expect(outlineOf({ offset: 100 }, '# One')).toEqual([{ level: 1, text: 'One', offset: 100 }])
    const outline = [{ level: 2, text: 'Far', offset: 9000 }]
    expect(outlineOf({ outline }, '# One')).toEqual(outline)
    expect(outlineOf({ outline: null }, '# One')).toHaveLength(1)
  })

  it('leads to the headings of what is rendered', () => {
    const { html, links } = renderMarkdown(markdown, 1000)
    expect(html).toContain('<h1 id="h-1000">One <em>word</em></h1>')
    expect(html).toContain(`<h2 id="h-${1000 + markdown.indexOf('##')}">`)
    expect(links).toEqual([{ url: 'https://a.example/', text: 'Two' }])
  })
})

describe('a list of objects', () => {
  const records = [
    { url: 'https://a.example/', text: 'A\tb' },
    { url: 'mailto:x@b.example', text: '=1+1', later: [1] },
  ]

  it('has a column for every field that any of them has', () => {
    expect(columnsOf(records)).toEqual(['url', 'text', 'later'])
  })

  it('has nothing in a cell that no record has, whatever its name', () => {
    expect(toTabbedLines([{ constructor: 'x' }, {}], ['constructor'])).toBe('constructor\nx\n')
  })

  it('is filtered by what any cell holds, in any case', () => {
    expect(filterRecords(records, ' B.Example ')).toEqual([records[1]])
    expect(filterRecords(records, '')).toEqual(records)
  })

  it('is copied for spreadsheets, where no cell becomes a formula', () => {
    expect(toTabbedLines(records, ['text', 'later'])).toBe("text\tlater\nA b\t\n'=1+1\t[1]")
  })
})

describe('what was kept and dropped', () => {
  const part = (where: string, order: number) => ({ where, order, reason: 'r', chance: 0.5, chars: 1, text: 't' })

  it('stands on the page’s own structure, in its order', () => {
    const root = structureOf([part('body > main > p', 2), part('body > main > p', 3)], [part('body > nav', 1)])
    const [body] = root.children
    expect(body?.step).toBe('body')
    expect(body?.children.map(({ step }) => step)).toEqual(['nav', 'main'])
    expect(body?.children[0]?.parts).toMatchObject([{ isKept: false }])
    expect(body?.children[1]?.children.map(({ parts }) => parts.map(({ order }) => order))).toEqual([[2, 3]])
  })
})

describe('a share', () => {
  it('shows what the page says for it, else what it says of itself', () => {
    const open_graph = { 'og:title': 'OG', 'og:image': ['https://a.example/1.png', 'https://a.example/2.png'] }
    expect(shareCardOf({ title: 'T', description: 'D', open_graph }, 'https://a.example/x')).toEqual({
      ...{ title: 'OG', description: 'D', site: 'a.example', image: 'https://a.example/1.png', isLarge: true },
    })
    expect(shareCardOf({}, 'https://a.example/x')).toMatchObject({ title: 'https://a.example/x', image: null })
  })
})

describe('ads', () => {
  const ad = (page: number, block: string, position: number, more = {}): ShownAd => ({
    ...{ page, block, position, kind: 'text', title: 'T', url: null, displayed_url: null, description: null },
    ...{ advertiser: null, phone: null, price: null, sitelinks: [], ...more },
  })

  it('stand by page, block and position', () => {
    const layout = layOutAds([ad(2, 'top', 1), ad(1, 'bottom', 1), ad(1, 'new', 1), ad(1, 'top', 2), ad(1, 'top', 1)])
    expect(layout.map(({ page, blocks }) => [page, blocks.map(({ block, ads }) => [block, ads.length])])).toEqual([
      [
        1,
        [
          ['top', 2],
          ['bottom', 1],
          ['new', 1],
        ],
      ],
      [2, [['top', 1]]],
    ])
    expect(layout[0]?.blocks[0]?.ads.map(({ position }) => position)).toEqual([1, 2])
  })

  it('show the fields that come later', () => {
    const later = { rating: 4.6, address: '1 High Street', badge: null, colours: ['blue', 'red'] }
    expect(otherFacts(ad(1, 'top', 1, later))).toEqual([
      ['address', '1 High Street'],
      ['colours', 'blue · red'],
    ])
  })

  it('show their rating in one text', () => {
    const text = (rating: number | null, reviews: number | null) =>
      ratingText(ad(1, 'top', 1, { rating, reviews }), (value) => `<${value}>`)
    expect(text(4.6, 1234)).toBe('4.6 of 5 (<1234> reviews)')
    expect(text(4, null)).toBe('4 of 5')
    expect(text(null, 1)).toBe('<1> review')
    expect(text(null, null)).toBe('')
  })
})
