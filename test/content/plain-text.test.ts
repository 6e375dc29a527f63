import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../src/content/plain-text.ts'

describe('the words of markdown', () => {
  it.each([
    ['headings', '# A *word*\n\n## [B](https://b.example/) ##\n\nC\n=\n\n# C#', 'A word\n\nB\n\nC\n\nC#'],
    ['emphasis', '**bold** _it_ ~~old~~ snake_case 2 * 3 \\*c\\* a\\_b', 'bold it old snake_case 2 * 3 *c* a_b'],
    [
      'links',
      '[in](/a_(b) "title"), [ref][1], <https://a.example/>\n\n[1]: https://b.example/',
      'in, ref, https://a.example/',
    ],
    ['images', 'before ![alt](a.png) after\n\n[![logo](b.png)](/c)', 'before  after'],
    [
      'lists',
      '- a\n  - b\n\n    more\n- [x] done\n- [ ] open\n\n7. seven\n8) eight',
      'a\nb\n\nmore\ndone\nopen\n\nseven\neight',
    ],
    ['tables', '| A | B \\| C |\n| --- | :-: |\n| [x](y) |  |\n|  | two<br>lines |', 'A\tB | C\nx\t\n\ttwo lines'],
    ['a table after no-break spaces', '\u00a0| a | b |\n\u00a0| - | - |\n\u00a0| c | d |', 'a\tb\nc\td'],
    ['a table in a quote', '> | a | b |\n> | - | - |\n> | c | d |', 'a\tb\nc\td'],
    ['quotes and alerts', '> [!NOTE]\n> Take *care*.\n>\n> > Deeper.', 'NOTE\nTake care.\n\nDeeper.'],
    ['code', '`a*b*`\n\n```js\nif (x) {\n  *y*\n\n  > z\n}\n```', 'a*b*\n\nif (x) {\n  *y*\n\n  > z\n}'],
    ['code in a list', '- a\n\n  ```\n  # b\n    c\n  ```\n\nd', 'a\n\n# b\n  c\n\nd'],
    ['code within code', '````\n```\n# a\n```\n````\n\n# b', '```\n# a\n```\n\nb'],
    ['line breaks', 'one\\\ntwo<br>three\n\n---\n\n* * *\n\nfour', 'one\ntwo three\n\nfour'],
    ['notes', 'text[^1]\n\n[^1]: The *note*', 'text\n\nThe note'],
    ['comments, references and tags', '<!-- page 2 -->\n\nm<sup>2</sup> &amp; &lt;b&gt;', 'm2 & <b>'],
    ['front matter', '---\ntitle: A\n---\n\n# B', 'B'],
    ['nothing', '', ''],
  ])('leave out the markup of %s', (_, markdown, text) => {
    expect(plainText(markdown)).toBe(text)
  })

  it('are unchanged in plain paragraphs', () => {
    const word = fc.stringMatching(/^[a-z城é]{1,9}$/)
    const paragraph = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(paragraph), (paragraphs) => {
        expect(plainText(paragraphs.join('\n\n'))).toBe(paragraphs.join('\n\n'))
      }),
    )
  })

  it('are found in linear time', () => {
    for (const unit of ['- ', '> ', '# a\n', '| a ', '```\n', '[a](b) ', '1. ', '\\', '* a\n', '\n', ' ', '[', '<a ']) {
      expect(plainText(unit.repeat(Math.ceil(300_000 / unit.length))).length).toBeLessThanOrEqual(300_000)
    }
  })
})
