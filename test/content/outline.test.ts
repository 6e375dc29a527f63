import { describe, expect, it } from 'vitest'
import { contentTokensOf } from '../../src/content/content-tokens.ts'
import { readOutline } from '../../src/content/outline.ts'
import { headingText } from '../../src/content/plain-text.ts'
import { outlinedPieceOf } from '../../src/content/window.ts'
import { readContent } from '../../src/content/written.ts'

/** Returns the level and text of each heading, after checking its offset. */
function outlined(markdown: string): [number, string][] {
  const outline = readOutline(markdown)
  for (const { text, offset } of outline) expect(headingText(markdown.slice(offset).split('\n')[0] ?? '')).toBe(text)
  return outline.map(({ level, text }) => [level, text])
}

describe('an outline', () => {
  it('lists ATX and setext headings in text order', () => {
    expect(
      outlined('# One\n\ntext\n\n## Two ##\nThree\n=====\n\nFour\n----\n   ### Five\n#six\n####### seven'),
    ).toEqual([
      [1, 'One'],
      [2, 'Two'],
      [1, 'Three'],
      [2, 'Four'],
      [3, 'Five'],
    ])
  })

  it('ignores headings in code', () => {
    const fenced =
      '# A\n```sh\n# comment\n~~~\n```\n~~~\n# comment\n```\n~~~\n\n    # indented\n\n    B\n    ---\n\n## B'
    expect(outlined(fenced)).toEqual([
      [1, 'A'],
      [2, 'B'],
    ])
    expect(outlined('- ```\n  # comment\n  ```\n\n1. a\n\n   ```\n   # comment\n   ```\n\n# C')).toEqual([[1, 'C']])
    expect(outlined('```\n# never closed')).toEqual([])
    expect(outlined('> ```\n# D')).toEqual([[1, 'D']])
  })

  it('ignores front matter, rules, tables, quotes, list items and HTML', () => {
    expect(outlined('---\ntitle: a\n---\n\n---\nauthor: b\n---\n# A')).toEqual([[1, 'A']])
    expect(outlined('---\nnote: a\n\n# A\n\n---\n# B')).toEqual([
      [1, 'A'],
      [1, 'B'],
    ])
    expect(outlined('text\n\n---\n\n| a |\n| - |\n| b |\n---\n\n- a\n---\n\n> # a\n\n- # a')).toEqual([])
    expect(outlined('<pre>\n\n# a\n\n</pre>\n\n<!-- b\n\n# c\n-->\n# D')).toEqual([[1, 'D']])
  })

  it('keeps complete levels up to 100 headings, and an even selection of the next level', () => {
    const sections = Array.from({ length: 30 }, (_, n) =>
      [`## ${n}`, `### ${n} a`, `### ${n} b`, `### ${n} c`, `### ${n} d`, `#### ${n} e`].join('\n\n'),
    )
    const outline = readOutline(`${sections.join('\n\n')}\n\n# Last`)
    const textsOf = (level: number) => outline.filter((heading) => heading.level === level).map(({ text }) => text)
    expect(outline).toHaveLength(100)
    expect(textsOf(2)).toEqual(sections.map((_, n) => `${n}`))
    expect(textsOf(3)).toHaveLength(69)
    expect(new Set(textsOf(3).map((text) => Number.parseInt(text, 10))).size).toBe(30)
    expect(textsOf(4)).toEqual([])
    expect(outline.at(-1)).toMatchObject({ level: 1, text: 'Last' })
  })

  it('covers the whole text if the highest level alone has more than 100 headings', () => {
    const markdown = Array.from({ length: 1000 }, (_, n) => `# ${n}\n\n## ${n} a`).join('\n\n')
    const numbers = readOutline(markdown).map(({ text }) => Number(text))
    expect(numbers).toHaveLength(100)
    expect(numbers.slice(1).every((number, n) => [10, 11].includes(number - (numbers[n] as number)))).toBe(true)
    expect(numbers.at(-1)).toBeGreaterThan(980)
    const hundred = Array.from({ length: 100 }, (_, n) => `# ${n}`).join('\n\n')
    expect(readOutline(`${hundred}\n\n## deeper`)).toHaveLength(100)
  })

  it('is read in linear time from any text', () => {
    for (const unit of [
      '# [',
      '- ',
      '> ',
      '`',
      '# a\n',
      '<!--',
      '|-',
      '* ',
      '- ```\n',
      '---\na:\n---\n',
      '\n',
      '&amp',
      '_',
    ]) {
      expect(readOutline(unit.repeat(500_000)).length).toBeLessThanOrEqual(100)
      expect(headingText(`# ${unit.repeat(100_000)}`).length).toBeLessThanOrEqual(200)
    }
  })
})

describe('the text of a heading', () => {
  it.each([
    ['## A *b* **c** ~~d~~ _e_ snake_case', 'A b c d e snake_case'],
    ['# [A link](https://example.com/a_(b) "title") and ![a picture](/x.png)', 'A link and a picture'],
    ['# [![Logo *x*](a.png)](b)', 'Logo x'],
    ['# `a*b*` and \\*c\\* \\# &amp; &lt;d&gt;', 'a*b* and *c* # & <d>'],
    ['# <a id="x"></a>Anchored <b>text</b> <https://example.com/>', 'Anchored text https://example.com/'],
    ['# C#', 'C#'],
    ['# 2 * 3 ** 4', '2 * 3 ** 4'],
    ['# *', '*'],
    ['## closed ##', 'closed'],
    ['two\nlines\n---', 'two lines'],
    ['# ![](a.png)', ''],
  ])('of %j is %j', (source, text) => {
    expect(headingText(source)).toBe(text)
  })

  it('has at most 200 characters and no lone surrogates', () => {
    const text = headingText(`# ${'a'.repeat(199)}😀`)
    expect([text.length, text.isWellFormed()]).toEqual([200, true])
  })
})

describe('a first piece', () => {
  const markdown = Array.from({ length: 200 }, (_, n) => `## Section ${n}\n\n${'Some words. '.repeat(40)}\n\n`).join('')

  it('includes the outline only if more text follows', () => {
    const { outline, next_offset } = outlinedPieceOf(markdown, { maxChars: 1000 })
    expect(outline).toEqual(readOutline(markdown))
    expect(next_offset).toBeGreaterThan(0)
    expect(outlinedPieceOf(markdown, {}).outline).toBeNull()
  })

  it('counts the outline towards its token limit', () => {
    const { outline, content } = outlinedPieceOf(markdown, { maxChars: 1_000_000, resultTokens: 8000 })
    const [text, headings] = [readContent(content) as string, JSON.stringify(outline)]
    expect(contentTokensOf(text) + contentTokensOf(headings)).toBeLessThanOrEqual(8000)
    expect(contentTokensOf(text)).toBeGreaterThan(4000)
  })
})
