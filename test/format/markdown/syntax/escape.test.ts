import { describe, expect, it } from 'vitest'
import { escapeMarkdown, escapePlain, isPlainText } from '../../../../src/format/markdown/syntax/escape.ts'
import { withoutInvisible } from '../../../../src/html/visibility/invisible-characters.ts'
import { collapseSpaces } from '../../../../src/html/white-space.ts'

const inside = (text: string) => escapeMarkdown(text, { startsLine: false, insideLink: false })

describe('a text', () => {
  it.each([
    ['*a* _b_ `c`', '\\*a\\* \\_b\\_ \\`c\\`'],
    ['2 * 3, foo_bar', '2 * 3, foo_bar'],
    ['a~~b~~ ~c', 'a\\~\\~b\\~\\~ ~c'],
    ['<b> a < b &lt; & c', '\\<b> a < b \\&lt; & c'],
    ['[a](y) [ref]: [x] [^1]', '[a\\](y) [ref]: \\[x] \\[^1]'],
    ['a\\*b C:\\dir', 'a\\\\\\*b C:\\dir'],
    ['see https://x.org/a_b_c/~d/_e?f=[1]', 'see https://x.org/a_b_c/~d/_e?f=[1]'],
    ['see https://x.org/a*b, and', 'see <https://x.org/a*b>, and'],
    ['https://x.org/![i](http://evil.example/x.png)', 'https\\://x.org/![i\\](http\\://evil.example/x.png)'],
    ['http://![i](http://evil.example/x.png)', 'http\\://![i\\](http\\://evil.example/x.png)'],
    ['http://_[click](javascript:alert(1))', 'http\\://\\_[click\\](javascript:alert(1))'],
    ['https://x.org/&copy; www.x.org/*a*', 'https\\://x.org/\\&copy; www\\.x.org/\\*a\\*'],
    ['3~5天、7~10天', '3\\~5天、7\\~10天'],
    ['about ~5 or ~6', 'about ~5 or ~6'],
    ['[!NOTE]', '\\[!NOTE]'],
    ['so \\(a_1 < b\\) and \\[x^2\\]', 'so $a_1 < b$ and $$x^2$$'],
  ])('%s is written %s', (text, markdown) => {
    expect(inside(text)).toBe(markdown)
  })
})

describe('a text at the start of a line', () => {
  it.each([
    ['# no heading', '\\# no heading'],
    ['- no item', '\\- no item'],
    ['+1', '+1'],
    ['1. no item', '1\\. no item'],
    ['1.5 kg', '1.5 kg'],
    ['> no quote', '\\> no quote'],
    ['===', '\\==='],
    ['~~~', '\\~\\~\\~'],
    ['[a]: no definition', '\\[a]: no definition'],
    ['--- | ---', '\\--- | ---'],
  ])('%s is written %s', (text, markdown) => {
    expect(escapeMarkdown(text, { startsLine: true, insideLink: false })).toBe(markdown)
    expect(inside(text)).not.toMatch(/^\\[-#>=[]|^\d\\/)
  })
})

it('text in a link cannot end the link', () => {
  expect(escapeMarkdown('a [b] \\] c', { startsLine: false, insideLink: true })).toBe('a \\[b\\] \\\\\\] c')
})

describe('plain text', () => {
  const places = [false, true].flatMap((startsLine) =>
    [false, true].flatMap((inside) =>
      ['', '~', 'a'].map((before) => ({
        ...{ startsLine, before, insideLink: inside, insideCell: inside, insideStrike: inside },
        ...{ continuesWord: before !== '', touchesMarkup: inside },
      })),
    ),
  )
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  const texts = characters.flatMap((character) => [character, `a${character}b`, `1${character} `])

  it('is the same after cleaning, collapsing and escaping, except at the start of a line', () => {
    const plain = [...texts, 'a  b', ' a ', 'http://a.b/', 'www.a.b', 'mailto:a@b.c', 'a@b.c', '1. a', '- a'].filter(
      isPlainText,
    )
    expect(plain.length).toBeGreaterThan(100_000)
    const changed = plain.filter(
      (text) =>
        /[\n\r]/.test(text) ||
        withoutInvisible(text) !== text ||
        collapseSpaces(text) !== text ||
        places.some((place) => escapePlain(text, place) !== escapeMarkdown(text, place)),
    )
    expect(changed).toEqual([])
  })
})
