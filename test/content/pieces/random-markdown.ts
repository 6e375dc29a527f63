/** Random markdown documents with every kind of block. */

import fc from 'fast-check'

const word = fc.stringMatching(/^[a-z]{1,9}$/)
const words = (max: number) => fc.array(word, { minLength: 1, maxLength: max }).map((parts) => parts.join(' '))
const link = fc
  .tuple(words(4), fc.stringMatching(/^[a-z/]{1,40}$/))
  .map(([label, path]) => `[${label}](https://a.example/${path})`)
const image = fc.tuple(words(4), word).map(([alt, name]) => `![${alt}](https://a.example/${name}.png)`)
const sentence = fc
  .tuple(words(18), fc.option(link, { freq: 3 }), fc.constantFrom('.', '.', '?', '!'))
  .map(([text, target, end]) => `T${text}${target ? ` ${target}` : ''}${end}`)
const chinese = fc
  .array(fc.stringMatching(/^[一二三四五六七八九十百千万上下大小天地人口手山水火木]{2,25}$/), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => `${parts.join('。')}。`)
const arabic = fc.array(fc.constantFrom('قصر', 'مدينة', 'باب.', 'هل؟', 'كتاب'), { minLength: 3, maxLength: 60 })
const longWord = fc.integer({ min: 70, max: 900 }).map((length) => 'x'.repeat(length))
const paragraph = fc.oneof(
  { weight: 5, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: words(200) },
  { weight: 1, arbitrary: chinese },
  { weight: 1, arbitrary: arabic.map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fc.tuple(words(5), longWord, words(5)).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fc.array(link, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fc.array(words(9), { minLength: 2, maxLength: 9 }).map((lines) => lines.join('\\\n')) },
)

const row = fc
  .array(fc.oneof(words(5), link), { minLength: 3, maxLength: 3 })
  .map((cells) => `| ${cells.join(' | ')} |`)
const table = fc
  .tuple(row, fc.array(row, { minLength: 1, maxLength: 30 }))
  .map(([head, rows]) => [head, '| --- | --- | --- |', ...rows].join('\n'))
const code = fc
  .array(fc.oneof(words(7), fc.constantFrom('', 'function f():', '# comment', '| a |')), {
    minLength: 1,
    maxLength: 30,
  })
  .map((lines) => ['```js', ...lines, '```'].join('\n'))
const indented = (text: string, by: string) => text.replace(/^(?=.)/gm, by)
const item = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(words(12), sentence) },
  { weight: 1, arbitrary: fc.tuple(words(3), code).map(([text, block]) => `${text}:\n\n${indented(block, '  ')}`) },
  { weight: 1, arbitrary: fc.tuple(sentence, paragraph).map(([first, then]) => `${first}\n\n${indented(then, '  ')}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(words(3), fc.constantFrom(':', ''), fc.array(words(9), { minLength: 1, maxLength: 6 }))
      .map(([text, end, items]) => [`${text}${end}`, ...items.map((one) => `  - ${one}`)].join('\n')),
  },
)
const list = fc
  .tuple(fc.array(item, { minLength: 1, maxLength: 15 }), fc.constantFrom('\n', '\n\n'))
  .map(([items, gap]) => items.map((one) => `- ${one}`).join(gap))
const quote = fc
  .array(fc.oneof(paragraph, list), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('\n\n').replace(/^/gm, '> '))
const html = fc.array(words(6), { minLength: 1, maxLength: 8 }).map((lines) => `<div>\n${lines.join('\n')}\n</div>`)
const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), words(6))
  .map(([level, text]) => `${'#'.repeat(level)} ${text}`)
const introduction = words(6).map((text) => `T${text}:`)
const caption = fc.tuple(fc.nat(20), words(5)).map(([n, text]) => `Table ${n}. ${text}`)
const introduced = fc.oneof(list, table, code)

const block = fc.oneof(
  ...[paragraph, paragraph, heading, heading, list, table, code, quote, html, image, fc.constant('---')],
  fc.tuple(introduction, introduced).map((parts) => parts.join('\n\n')),
  fc.tuple(caption, fc.oneof(table, image)).map((parts) => parts.join('\n\n')),
)
const matter = fc.option(
  words(5).map((title) => `---\ntitle: ${title}\nurl: https://a.example/\n---\n\n`),
  { freq: 3 },
)

export const randomMarkdown: fc.Arbitrary<string> = fc
  .tuple(matter, fc.array(block, { minLength: 1, maxLength: 12 }))
  .map(([front, blocks]) => (front ?? '') + blocks.join('\n\n'))
