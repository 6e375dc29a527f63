import { describe, expect, it } from 'vitest'
import { splitSections } from '../../../src/model/long-pages/sections.ts'
import { documentation, japanese, table } from './generated-pages.ts'

const paragraph = (at: number) => `Paragraph ${at} ${'word '.repeat(30)}.\n\n`

describe('sections of a text', () => {
  it.each([
    ['markdown', `# A\n\n${paragraph(1)}## B\n\n${paragraph(2).repeat(20)}# C\n\n${paragraph(3)}`],
    ['HTML', documentation()],
    ['HTML with a table', table()],
    ['Japanese', japanese()],
    ['one line', 'x'.repeat(10_000)],
    ['surrogate pairs', `a${'😀'.repeat(5000)}`],
    ['nothing', ''],
  ])('equal the whole text when joined: %s', (_, text) => {
    const sections = splitSections(text)
    expect(sections.map((section) => section.text).join('') === text).toBe(true)
    expect(sections.every((section) => section.text.isWellFormed())).toBe(true)
  })

  it('are no longer than the limit, except for a heading before the text', () => {
    for (const { text } of splitSections(`## Heading\n\n${paragraph(1).repeat(40)}`, 500)) {
      expect(text.length).toBeLessThanOrEqual(500)
    }
  })

  it('include the headings above them', () => {
    const text = `# A\n\n${paragraph(1).repeat(2)}## B\n\n${paragraph(2).repeat(2)}# C\n\n${paragraph(3).repeat(2)}`
    expect(splitSections(text, 400).map(({ headings }) => headings)).toEqual([['# A'], ['# A', '## B'], ['# C']])
  })

  it('have the heading of the section they continue as their lead', () => {
    const [first, second] = splitSections(`## Long\n\n${paragraph(1).repeat(6)}`, 400)
    expect([first?.lead, second?.lead]).toEqual(['', '## Long'])
  })

  it('have the table header as their lead if they continue a table', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `| ${at} | value ${at} |\n`).join('')
    const sections = splitSections(`## Stock\n\n| a | b |\n| --- | --- |\n${rows}`, 300)
    expect(sections.length).toBeGreaterThan(2)
    expect(sections.at(-1)?.lead).toBe('## Stock\n\n| a | b |\n| --- | --- |')
  })

  it('do not start at a hash inside a fenced code block', () => {
    const text = `# A\n\n\`\`\`sh\n# a comment\n${'echo\n'.repeat(80)}\`\`\`\n\n${paragraph(1)}`
    expect(splitSections(text, 200).every(({ headings }) => headings.join() === '# A')).toBe(true)
  })

  it('merge small sections under several headings', () => {
    const text = Array.from({ length: 30 }, (_, at) => `### Term ${at}\n\nShort.\n\n`).join('')
    expect(splitSections(text).length).toBeLessThan(5)
  })
})
