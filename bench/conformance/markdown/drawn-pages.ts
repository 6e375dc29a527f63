/** Random pages for the round trip: small trees whose text looks like markup. */

import fc from 'fast-check'

/** Building blocks of text: letters, digits, and all markup characters. */
const atoms = [
  ...['a', 'b', 'Zo', '1', '12', '中', '文', 'é', ' ', ' ', ' ', ' a ', ' b', '. ', ', ', '。', '“', '”', '’'],
  ...['*', '**', '_', '__', '`', '``', '```', '~', '~~', '~~~', '\\', '\\\\', '|', ' | ', '-|-', '--', '---', '==='],
  ...['[', ']', '(', ')', '](', '![', '[a](b)', '![i](/x.png)', '[^1]', '[a]: b', '[x] ', '[ ] ', '[!NOTE]', '!'],
  ...[
    '<',
    '>',
    '<b>',
    '</b>',
    '<!--',
    '&',
    '&amp;',
    '&lt;',
    '&copy;',
    '&#35;',
    ';',
    'amp;',
    '#',
    '##',
    '# ',
    ' #',
    ' ##',
  ],
  ...[
    '1. ',
    '1) ',
    '- ',
    '+ ',
    '* ',
    '> ',
    '=',
    '-',
    '+',
    ':',
    '"',
    "'",
    '$',
    '^',
    '@',
    '/',
    '.',
    '?',
    '%20',
    '{',
    '}',
  ],
  ...[
    'http://',
    'https://a.b/c',
    'http://a.b',
    'www.',
    'www.a.b',
    'https://a.b/_c_',
    'https://a.b/*c*',
    '://',
    'ftp://a.b/',
  ],
  ...['a@b.c', '_a@b.c', 'mailto:a@b.c', '<https://a.b>', 'https://a.b/?c=d&e=f', 'a_b', '_c_', '*c*', '2 * 3', '5~6'],
]

const text = fc
  .array(fc.constantFrom(...atoms), { minLength: 1, maxLength: 4 })
  .map((parts) => escaped(parts.join('').trim() === '' ? 'a' : parts.join('')))
const code = text.map((content) => `<code>${content}</code>`)
// `%N` becomes a unique number, so that no link or image occurs twice.
const image = fc.tuple(
  fc.constantFrom('', 'a', 'b*c*', '[d](e)', 'f`g`', '&lt;h&gt;'),
  fc.constantFrom('', ' title="Another title: &quot;*i*&quot;"'),
)
const picture = image.map(([alt, title]) => `<img src="/%N.png" alt="${alt}"${title}>`)
const hrefs = fc.constantFrom(
  '/%N',
  '/%N(c)',
  '/%N)',
  '/%N?a=b&amp;amp;copy;=c',
  '/%N`d`',
  'mailto:%N@b.c',
  '/%N_d_*e*',
)

type Wrap = 'b' | 'i' | 'del' | 'a' | 'span'

/** Draws inline content inside these elements, each of which occurs once. */
function inlineBelow(wraps: readonly Wrap[], depth: number): fc.Arbitrary<string> {
  const wrapped = wraps.map((name) => {
    const inner =
      depth > 1
        ? inlineBelow(
            wraps.filter((other) => other !== name),
            depth - 1,
          )
        : text
    return name === 'a'
      ? fc.tuple(hrefs, inner).map(([href, content]) => `<a href="${href}">${content}</a>`)
      : inner.map((content) => `<${name}>${content}</${name}>`)
  })
  const weighted = [
    { weight: 6, arbitrary: text },
    { weight: 1, arbitrary: code },
    { weight: 1, arbitrary: picture },
  ]
  const choice = fc.oneof(...weighted, ...wrapped.map((arbitrary) => ({ weight: 1, arbitrary })))
  return fc.array(choice, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
}

const phrase = inlineBelow(['b', 'i', 'del', 'a', 'span'], 2)
const inHeading = inlineBelow(['i', 'a', 'span'], 2)
const lines = fc.array(phrase, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('<br>'))
const codeLine = fc.tuple(fc.constantFrom('', '  '), text).map(([indent, content]) => `${indent}a${content}b`)
const preformatted = fc
  .array(codeLine, { minLength: 1, maxLength: 3 })
  .map((parts) => `<pre><code>${parts.join('\n')}</code></pre>`)
const paragraph = lines.map((content) => `<p>${content}</p>`)
const heading = fc
  .tuple(fc.constantFrom('h1', 'h2', 'h6'), inHeading)
  .map(([name, content]) => `<${name}>${content}</${name}>`)
const table = fc.array(phrase, { minLength: 4, maxLength: 4 }).map(([a, b, c, d]) => {
  return `<table><tr><th>A${a}</th><th>B${b}</th></tr><tr><td>c${c}</td><td>d${d}</td></tr></table>`
})
const openings = fc.constantFrom('<ul>', '<ul>', '<ol>', '<ol start="7">', '<ol start="0">')

function listOf(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(openings, fc.array(item, { minLength: 1, maxLength: 3 })).map(([opening, items]) => {
    return `${opening}${items.map((content) => `<li>${content}</li>`).join('')}</${opening.slice(1, 3)}>`
  })
}

const shortList = listOf(lines)
const item = fc.oneof(
  { weight: 6, arbitrary: lines },
  fc.tuple(lines, shortList).map(([content, list]) => content + list),
  fc.tuple(paragraph, fc.oneof(paragraph, preformatted, shortList)).map((parts) => parts.join('')),
  fc.constantFrom('<hr>', '<input type="checkbox"> a'),
  preformatted,
)
const block: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: paragraph },
  { weight: 3, arbitrary: listOf(item) },
  ...[heading, preformatted, table, fc.constant('<hr>')],
  fc
    .array(fc.oneof(paragraph, shortList, heading, preformatted), { minLength: 1, maxLength: 2 })
    .map((parts) => `<blockquote>${parts.join('')}</blockquote>`),
)

const pages = fc.oneof(
  { weight: 4, arbitrary: block },
  fc.tuple(block, block).map((blocks) => blocks.join('')),
)

/** Draws the HTML of a page with one or two blocks. */
export const drawnPage: fc.Arbitrary<string> = pages.map((html) => {
  let count = 0
  return html.replaceAll('%N', () => String(++count))
})

/** True if the page contains TeX for scripts to typeset, which becomes a formula in the markdown instead of text. */
export function holdsTex(html: string): boolean {
  return /\\[([]|\$\$/.test(html)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
