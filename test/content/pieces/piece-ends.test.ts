/** Documents with the place where their first piece ends, written by hand from the rules in docs/scrape.md, Long pages. */

import { describe, expect, it } from 'vitest'
import { windowOf } from '../window-of.ts'

/** A title, and a document in which `‖` marks the limit and `¦` the expected end of the first piece. */
const documents: [string, string][] = [
  ['after the last block that fits', 'Alpha beta gamma.\n\nDelta epsilon.\n\n¦Zeta eta ‖theta iota.'],
  ['before a heading without its text', 'The first paragraph is this long.\n\n¦## Heading\n\n‖Text under it.'],
  [
    'before a heading, a subheading and an introduction together',
    'A paragraph that fills the first half of this piece, and then some more of it.\n\n¦# Part\n\n## Chapter\n\nThe steps are:\n\n‖- one\n- two',
  ],
  [
    'before the introduction of code',
    'A paragraph that takes up more than half of it.\n\n¦Run this:\n\n```sh\nnpm‖ ci\n```\n\nDone.',
  ],
  [
    'before an introduction with a bold colon',
    'A paragraph that takes up more than half of it.\n\n¦**Sizes:**\n\n| a | b |\n|‖ - | - |\n| 1 | 2 |',
  ],
  [
    'before an introduction with a full-width colon',
    '这一段的长度超过了限制的一半，所以可以在这里结束。\n\n¦步骤如下：\n\n‖1. 打开\n2. 关闭',
  ],
  [
    'between table rows',
    'Prices.\n\n| item | price |\n| --- | --- |\n| one | 1 |\n| two | 2 |\n¦| thr‖ee | 3 |\n| four | 4 |',
  ],
  [
    'before a table without its first row',
    'A paragraph that fills more than a half of it, or so.\n\n¦| item | price |\n| --- | --- |\n| o‖ne | 1 |\n| two | 2 |',
  ],
  [
    'before a caption without its table',
    'The first paragraph fills a good half of this first piece.\n\n¦Table 1. Prices\n\n| item | price |\n| --- | --- |\n‖| one | 1 |\n| two | 2 |',
  ],
  ['between list items', 'Short.\n\n- first item here\n- second item here\n¦- third it‖em here\n- fourth'],
  [
    'before an item that introduces a nested list',
    'Short.\n\n- first item here\n- second item here\n¦- Options:\n  ‖- red\n  - blue',
  ],
  [
    'between lines of code',
    'Intro.\n\n```js\nconst a = 1\nconst b = 2\nconst c = 3\n¦const d =‖ 4\nconst e = 5\n```\n',
  ],
  [
    'after a sentence',
    'Short.\n\nThe first sentence is here. The second one is longer. ¦The third is cu‖t off. The end.',
  ],
  ['after a Chinese sentence', '短。\n\n第一句话在这里。第二句话在这里。¦第三句话‖在这里。'],
  ['after an Arabic question', 'قصير.\n\nهل هذا سؤال طويل في هذه الفقرة؟ ¦نعم هذا‖ جواب طويل عليه.'],
  [
    'between words in a long sentence',
    'Short.\n\nOne. This is a sentence of many words without any full stop that ¦go‖es on and on and on',
  ],
  ['at the limit in a long word', `Hi. ${'x'.repeat(60)}¦‖${'x'.repeat(60)}`],
  [
    'between words in a row longer than the limit',
    '| a | b |\n| - | - |\n| one two three four five six ¦sev‖en eight nine ten eleven twelve | x |',
  ],
  [
    'early, before a row that is not longer than the limit',
    'Ok.\n\n¦| a | b |\n| - | - |\n| this row is not longer than the limit, but does not ‖fit here | x |',
  ],
  ['before a link', 'Short.\n\nSome words in front of ¦[the link](https://exa‖mple.com/a) and after it.'],
  [
    'in the text below the first heading',
    '# Title\n\nOne sentence is here, of some length. ¦Another sentence is c‖ut.',
  ],
  [
    'in the text below a heading that would leave less than half',
    'Twenty characters ab.\n\n## Heading\n\nA sentence is here now. ¦Then follows a‖nother one.',
  ],
  ['after a sentence in a quote', 'Short.\n\n> The quote has one sentence. ¦And another sen‖tence.'],
  [
    'after front matter, before a heading without its text',
    '---\ntitle: A\nurl: https://example.com/a\n---\n\n¦# Title\n\n‖Text.',
  ],
]

describe('a piece ends', () => {
  it.each(documents)('%s', (_, marked) => {
    const text = marked.replace(/[‖¦]/g, '')
    const maxChars = marked.replace('¦', '').indexOf('‖')
    const expected = marked.replace('‖', '').split('¦')
    const { content, next_offset } = windowOf(text, 0, { maxChars })
    expect([content, text.slice(next_offset ?? 0)]).toEqual(expected)
  })
})
