/** Books that are hard to read. */

import { epubParts } from '../../../test/documents/hostile/office-files.ts'
import type { Random } from '../random.ts'
import { amount, entities, type Family, giant, longXml, many, nested, pack } from './pieces.ts'

const epub = (random: Random, chapter: string, more = {}, options = {}) =>
  pack(epubParts(chapter, more, options), random)

const blocks = [
  'div',
  'ul><li',
  'blockquote',
  'table><tr><td',
  'section',
  'span',
  'b',
  'svg><g',
  'ol><li',
  'details',
] as const
const closing = (open: string) =>
  open
    .split('><')
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')

export const epubShapes: readonly Family[] = [
  [
    'nested blocks',
    (random) => {
      const block = random.pick(blocks)
      return epub(random, nested(`<${block}>`, closing(block), amount(random, 100, 200_000)))
    },
  ],
  ['a long text', (random) => epub(random, `<p>${longXml(random)}</p>`)],
  [
    'one chapter again and again',
    (random) =>
      epub(
        random,
        `<p>${'x '.repeat(amount(random, 10, 200_000))}</p>`,
        {},
        { spine: '<itemref idref="c"/>'.repeat(amount(random, 10, 100_000)) },
      ),
  ],
  [
    'many chapters',
    (random) => {
      const count = amount(random, 10, 15_000)
      const more = Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `c${n}.xhtml`,
          `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${'x '.repeat(100)}</p><a href="c${n + 1}.xhtml#a">next</a></body></html>`,
        ]),
      )
      return epub(random, '<p>x</p>', more, {
        items: many(count, (n) => `<item id="i${n}" href="c${n}.xhtml" media-type="application/xhtml+xml"/>`),
        spine: many(count, (n) => `<itemref idref="i${n}"/>`),
      })
    },
  ],
  [
    'a list of items that are not there',
    (random) =>
      epub(
        random,
        '<p>x</p>',
        {},
        {
          items: many(
            amount(random, 100, 300_000),
            (n) => `<item id="i${n}" href="x${n}.xhtml" media-type="application/xhtml+xml" fallback="i${n + 1}"/>`,
          ),
          spine: '<itemref idref="i0"/>',
        },
      ),
  ],
  [
    'entities',
    (random) => epub(random, '<p>&e12;</p>', {}, { prolog: entities(random), items: '<item id="x" href="&e12;"/>' }),
  ],
  [
    'a table of giant spans',
    (random) =>
      epub(
        random,
        `<table>${many(amount(random, 1, 2000), () => `<tr>${many(random.integer(1, 30), () => `<td colspan="${giant(random)}" rowspan="${giant(random)}">x</td>`)}</tr>`)}</table>`,
      ),
  ],
  [
    'many elements',
    (random) =>
      epub(
        random,
        random
          .pick(['<p>x</p>', '<br/>', '<h2>x</h2>', '<li>x</li>', '<img src="a.png" alt="x"/>'])
          .repeat(amount(random, 100_000, 3_000_000)),
      ),
  ],
  [
    'a table of contents in itself',
    (random) =>
      epub(
        random,
        '<p>x</p>',
        {
          'nav.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc">${nested('<ol><li><a href="c.xhtml">x</a>', '</li></ol>', amount(random, 100, 100_000), '')}</nav></body></html>`,
        },
        { items: '<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>' },
      ),
  ],
]
