import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentTokensOf } from '../../../src/content/content-tokens.ts'
import { highlightsOf } from '../../../src/content/highlights/highlights.ts'

const filler = (n: number) =>
  `Paragraph ${n} tells of the weather, which is neither warm nor cold, in many words. `.repeat(4).trim()
const others = (count: number) => Array.from({ length: count }, (_, n) => filler(n)).join('\n\n')
const gap = '\n\n…\n\n'

/** Returns the highlights, each with the text at its offset in the whole content. */
function find(markdown: string, query: string, maxChars = 4000) {
  const { content, highlights } = highlightsOf(markdown, query, maxChars)
  return {
    content,
    found: highlights.map(({ offset, chars, heading }) => [markdown.slice(offset, offset + chars), heading]),
  }
}

describe('highlights', () => {
  it('are whole blocks, best first, each under the headings above it', () => {
    const [first, second] = [
      'The castle opens at nine. '.repeat(12).trim(),
      'The castle closes at five, and the castle walls with it. '.repeat(6).trim(),
    ]
    const markdown = `# Guide\n\n${others(3)}\n\n## Morning\n\n${first}\n\n## Noon\n\n${others(3)}\n\n## Evening\n\n${second}`
    const { content, found } = find(markdown, 'When do the castle walls close and open?')
    expect(found).toEqual([
      [second, 'Evening'],
      [first, 'Morning'],
    ])
    expect(content).toBe(`**Guide › Evening**\n\n${second}${gap}**Guide › Morning**\n\n${first}`)
  })

  it('show as much of the heading path as fits into half of the limit', () => {
    const markdown = `# A guide to the old town\n\n## Opening *hours*\n\nThe castle opens at nine.`
    expect(find(markdown, 'castle').content).toMatch(/^\*\*A guide to the old town › Opening hours\*\*\n\nThe castle/)
    expect(find(markdown, 'castle', 50).content).toBe('**Opening hours**\n\nThe castle opens at nine.')
    expect(find(markdown, 'castle', 26).content).toBe('The castle opens at nine.')
  })

  it.each([100, 400, 5000])('stay within %i tokens without a character limit', (maxTokens) => {
    const markdown = Array.from({ length: 400 }, (_, n) => `## Castle ${n}\n\n${filler(n)}`).join('\n\n')
    const { content } = highlightsOf(markdown, 'castle', Number.POSITIVE_INFINITY, maxTokens)
    expect(contentTokensOf(content)).toBeLessThanOrEqual(maxTokens)
    expect(contentTokensOf(content)).toBeGreaterThan(maxTokens * 0.5)
  })

  it('join adjacent blocks', () => {
    const [first, second] = [
      'The castle opens at nine. '.repeat(14).trim(),
      'The castle closes at five. '.repeat(14).trim(),
    ]
    const markdown = `${others(2)}\n\n${first}\n\n${second}\n\n${others(2)}`
    expect(find(markdown, 'castle').found).toEqual([[`${first}\n\n${second}`, null]])
  })

  it('include the header of a row', () => {
    const rows = Array.from({ length: 60 }, (_, n) => `| Town ${n} | ${n * 1000} people | ${n} schools |`)
    rows[40] = '| Ankh | 1 river | 3 bridges |'
    const header = '| Place | Size | Buildings |\n| --- | --- | --- |'
    const markdown = `${others(2)}\n\n${header}\n${rows.join('\n')}`
    const { content, found } = find(markdown, 'bridges of Ankh', 500)
    expect(content).toBe(`${header}\n${found[0]?.[0]}`)
    expect(content).toContain('\n| Ankh | 1 river | 3 bridges |')
  })

  it('include code completely, or by lines if the code alone exceeds the limit', () => {
    const code = `\`\`\`js\n${Array.from({ length: 30 }, (_, n) => `const value${n} = compute(${n})`).join('\n')}\n\nlaunch()\n\`\`\``
    const markdown = `${others(2)}\n\n${code}\n\n${others(2)}`
    expect(find(markdown, 'launch', 2000).found).toEqual([[code, null]])
    const { content } = find(markdown, 'launch', 200)
    expect(content).toMatch(/^(const value\d+ = compute\(\d+\)\n)+\nlaunch\(\)\n```$/)
  })

  it('are found through the headings above them', () => {
    const markdown = `# Trees\n\n## Oaks\n\n### Leaves\n\n${others(2)}\n\n## Limes\n\n### Leaves\n\n${others(1)}`
    expect(find(markdown, 'limes').content).toBe(`**Trees › Limes › Leaves**\n\n${others(1)}`)
    expect(find(markdown, 'limes').found).toEqual([[others(1), 'Leaves']])
  })

  it('consist of headings only if no text follows them', () => {
    const titles = Array.from({ length: 30 }, (_, n) => `## Title ${n}`)
    titles[10] = '## Castles'
    titles[29] = '## Walls'
    const markdown = `# Titles\n\n${titles.join('\n\n')}`
    expect(find(markdown, 'castle').found).toEqual([['## Castles', 'Castles']])
    expect(find(markdown, 'wall').found).toEqual([['## Walls', 'Walls']])
  })

  it('are empty if no passage fits', () => {
    expect(find(others(5), 'castle')).toEqual({ content: '', found: [] })
    expect(find('', 'castle')).toEqual({ content: '', found: [] })
    expect(find(others(5), '?!')).toEqual({ content: '', found: [] })
  })

  it('stay within the limit and occur in the text, for any text', () => {
    const block = fc.constantFrom(
      ...[
        '# Castle\n',
        '## A\n',
        'castle walls',
        'castle:\n\n- castle\n- wall\n  - castle',
        '| a | castle |\n| - | - |\n| castle | 😀 |',
      ],
      ...[
        '```\ncastle\n\n# wall\n```',
        '> castle\n> wall',
        '<pre>\n\ncastle',
        '    castle',
        '---',
        '😀castle😀'.repeat(30),
        filler(1),
      ],
    )
    const texts = fc.array(block, { maxLength: 30 }).map((blocks) => blocks.join('\n\n'))
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 900 }), (markdown, maxChars) => {
        const { content, highlights } = highlightsOf(markdown, 'castle', maxChars)
        expect(content.length).toBeLessThanOrEqual(maxChars)
        expect(content.isWellFormed()).toBe(true)
        let end = 0
        for (const { offset, chars } of highlights.toSorted((a, b) => a.offset - b.offset)) {
          expect(offset).toBeGreaterThanOrEqual(end)
          expect(chars).toBeGreaterThan(0)
          expect(content).toContain(markdown.slice(offset, offset + chars))
          end = offset + chars
        }
      }),
      { numRuns: 300 },
    )
  })

  it('are found in linear time', () => {
    for (const unit of [
      'castle ',
      '# castle\n',
      '- castle\n',
      '| castle |\n',
      '城',
      'castle\n\n',
      '- castle:\n\n- ',
      '[castle](',
      '> castle\n',
    ]) {
      const markdown = unit.repeat(Math.ceil(400_000 / unit.length))
      for (const maxChars of [1, 50, 4000]) {
        expect(highlightsOf(markdown, 'castle 城壁', maxChars).content.length).toBeLessThanOrEqual(maxChars)
      }
    }
  })
})
