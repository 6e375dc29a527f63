/** HTML over 256 kB that is hard to read. */

import type { Random } from '../random.ts'
import { amount, type Family, giant, longText, many, nested } from './pieces.ts'

const maxBytes = 15_800_000
const minBytes = 300_000

/** Repeats the piece up to the body size limit. */
const fill = (random: Random, piece: string, start = '') =>
  Buffer.from(start + piece.repeat(Math.ceil(amount(random, minBytes, maxBytes) / Buffer.byteLength(piece))))

/** Cuts the text at the body size limit, and pads it if it is small. */
const page = (text: string) => Buffer.from(text.slice(0, maxBytes / 2).padEnd(minBytes, ' x'))

const tags = [
  ...([
    'div',
    'p',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'table',
    'tr',
    'td',
    'blockquote',
    'section',
    'article',
    'main',
  ] as const),
  ...([
    'span',
    'b',
    'i',
    'a',
    'font',
    'nobr',
    'button',
    'form',
    'select',
    'option',
    'svg',
    'foreignObject',
    'math',
    'mi',
  ] as const),
  ...([
    'template',
    'details',
    'summary',
    'noscript',
    'iframe',
    'object',
    'pre',
    'code',
    'h1',
    'h6',
    'q',
    'sub',
    'ruby',
    'rt',
  ] as const),
] as const

const pieces = [
  ...([
    '<p>a',
    '<br>',
    '<li>a',
    '<td>a</td>',
    '<h2>a</h2>',
    '<img src=a>',
    '<a href=/x>a</a>',
    '<b><i><u></b>',
    '<tr><td>1',
  ] as const),
  ...([
    '&amp;',
    '&#1078;',
    '*',
    '[',
    '`',
    '|',
    '\\',
    'a@b.de ',
    'http://x.de/ ',
    '<code>`</code>',
    '<hr>',
    '<pre>\n',
    '<q>',
  ] as const),
  ...([
    '<option>a',
    '<svg><path d="M0 0"/></svg>',
    '<input name=a value=b>',
    '<p hidden>a',
    '<p style="color:red">a',
  ] as const),
  ...([
    '<div itemscope itemtype=x><i itemprop=name>a</i>',
    '<video><source src=a></video>',
    '<dt>a<dd>b',
    '\u200b',
  ] as const),
] as const

export const pageShapes: readonly Family[] = [
  ['one piece again and again', (random) => fill(random, random.pick(pieces))],
  ['two pieces again and again', (random) => fill(random, random.pick(pieces) + random.pick(pieces))],
  ['pieces in a table', (random) => fill(random, `${random.pick(['<tr>', ''])}<td>${random.pick(pieces)}`, '<table>')],
  [
    'nested elements',
    (random) => {
      const [one, other] = [random.pick(tags), random.pick(tags)]
      const open = `<${one}>${random.pick(['', 'x', `<${other}>`])}`
      return page(nested(open, random.chance(0.5) ? `</${one}>` : '', amount(random, 1000, 1_000_000)))
    },
  ],
  [
    'random tags',
    (random) =>
      page(
        many(
          amount(random, 50_000, 300_000),
          () =>
            `${random.pick(['<', '</', '<', '<!--', '<![CDATA['])}${random.pick(tags)}${random.pick(['>', '/>', ' a="', ''])}${random.pick(['x', ' ', ''])}`,
        ),
      ),
  ],
  [
    'a table of giant spans',
    (random) =>
      page(
        `<table>${many(amount(random, 10, 30_000), () => `<tr>${many(random.integer(1, 5), () => `<td colspan="${giant(random)}" rowspan="${giant(random)}">x`)}`)}</table>`,
      ),
  ],
  [
    'giant numbers in every field',
    (random) =>
      page(
        many(
          amount(random, 1000, 50_000),
          () =>
            `<ol start="${giant(random)}"><li value="${giant(random)}">x</ol><img width="${giant(random)}" height="${giant(random)}" src=a><p tabindex="${giant(random)}" style="font-size:${giant(random)}px;text-indent:${giant(random)}px">x</p>`,
        ),
      ),
  ],
  [
    'giant attributes',
    (random) =>
      page(
        `<a href="/${'x'.repeat(amount(random, 1000, 7_000_000))}">x</a><img alt="${'x '.repeat(amount(random, 1000, 500_000))}" src="data:image/png;base64,${'A'.repeat(amount(random, 1000, 1_000_000))}">`,
      ),
  ],
  ['many attributes', (random) => page(`<p ${many(amount(random, 1000, 500_000), (n) => `a${n}=b `)}>x`)],
  ['a long text', (random) => page(`<p>${longText(random, 7_500_000)}`)],
  [
    'JSON-LD',
    (random) => {
      const open = random.pick(['{"a":', '[', '{"@graph":[', '{"articleBody":'])
      return page(
        `<script type="application/ld+json">${nested(open, '', amount(random, 1000, 1_000_000), '1')}</script><p>x`,
      )
    },
  ],
  [
    'a style sheet',
    (random) => {
      const rule = () =>
        `${random.pick(['p', '.a', ':not(p)', 'div p', ':has(p)', ':nth-child(2n+1)', '[a^=b]', 'p ~ p', '*'])}${random.pick([' > ', ' ', '+', ''])}.c${random.integer(0, 999)}{display:${random.pick(['none', 'block'])};color:#fff}`
      return page(
        `<style>${many(amount(random, 1000, 60_000), rule)}</style>${many(amount(random, 1000, 50_000), (n) => `<p class="a c${n % 1000}">x</p>`)}`,
      )
    },
  ],
  [
    'pages in pages',
    (random) => {
      let inside = '<p>x'
      for (let left = random.integer(1, 8); left > 0; left--)
        inside = `<iframe srcdoc="${inside.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`
      return page(inside.repeat(amount(random, 10, 3000)))
    },
  ],
  [
    'lists in lists',
    (random) =>
      page(
        many(amount(random, 10, 200_000), () => `${random.pick(['<ul>', '<ol>', '</ul>', '<li>', '<dl>', '<dd>'])}x`),
      ),
  ],
  [
    'source sets',
    (random) =>
      page(
        many(
          amount(random, 10, 3000),
          () =>
            `<picture><source srcset="${many(random.integer(1, 300), (n) => `/a${n}.png ${giant(random)}w, `)}"><img src=a></picture>`,
        ),
      ),
  ],
]
