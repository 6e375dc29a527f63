/** OpenDocument and RTF documents that are hard to read. */

import { openDocumentParts } from '../../../test/documents/hostile/office-files.ts'
import type { Random } from '../random.ts'
import { amount, entities, type Family, giant, longText, longXml, many, nested, type Pairs, pack } from './pieces.ts'

const odt = (random: Random, body: string, options = {}) => pack(openDocumentParts('text', body, options), random)
const rtf = (body: string) => Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1')

const odtWrappers: Pairs = [
  ['<text:section>', '</text:section>'],
  ['<text:list><text:list-item>', '</text:list-item></text:list>'],
  ['<text:p><text:span>', '</text:span></text:p>'],
  ['<table:table><table:table-row><table:table-cell>', '</table:table-cell></table:table-row></table:table>'],
  ['<text:p><draw:frame><draw:text-box>', '</draw:text-box></draw:frame></text:p>'],
  ['<text:p><text:note><text:note-body>', '</text:note-body></text:note></text:p>'],
  ['<text:index-body>', '</text:index-body>'],
]

/** Returns a table with repeated rows and cells around `inside`. */
export function repeatedTable(random: Random, inside: string): string {
  const times = () => (random.chance(0.6) ? random.integer(2, 200) : giant(random))
  const cell = `<table:table-cell table:number-columns-repeated="${times()}" table:number-columns-spanned="${times()}" table:number-rows-spanned="${times()}">${inside}</table:table-cell>`
  return `<table:table><table:table-column table:number-columns-repeated="${times()}"/><table:table-row table:number-rows-repeated="${times()}">${cell}</table:table-row></table:table>`
}

function repeatedTables(random: Random): string {
  let inside = `<text:p>${random.chance(0.5) ? 'x' : '&amp;'.repeat(amount(random, 10, 200_000))}</text:p>`
  for (let left = random.integer(1, 12); left > 0; left--) inside = repeatedTable(random, inside)
  return inside
}

export const odtShapes: readonly Family[] = [
  ['repeated tables in each other', (random) => odt(random, repeatedTables(random))],
  [
    'nested elements',
    (random) => {
      const [open, close] = random.pick(odtWrappers)
      return odt(random, nested(open, close, amount(random, 100, 100_000), '<text:p>x</text:p>'))
    },
  ],
  [
    'a long text',
    (random) => {
      const element = random.pick(['text:p', 'text:h'])
      return odt(random, `<${element}>${longXml(random)}</${element}>`)
    },
  ],
  [
    'many spaces',
    (random) =>
      odt(
        random,
        many(amount(random, 1, 10_000), () => `<text:p>x<text:s text:c="${giant(random)}"/>y<text:tab/></text:p>`),
      ),
  ],
  [
    'levels',
    (random) =>
      odt(
        random,
        many(amount(random, 10, 50_000), () => `<text:h text:outline-level="${giant(random)}">x</text:h>`),
      ),
  ],
  [
    'styles in a chain or a circle',
    (random) => {
      const count = amount(random, 2, 50_000)
      const styles = many(
        count,
        (n) =>
          `<style:style style:name="S${n}" style:family="paragraph" style:parent-style-name="S${(n + 1) % (count + random.integer(0, 1))}"/>`,
      )
      return odt(random, '<text:p text:style-name="S0">x</text:p>'.repeat(amount(random, 1, 20_000)), { styles })
    },
  ],
  ['entities', (random) => odt(random, '<text:p>&e12;</text:p>', { prolog: entities(random) })],
  [
    'giant attributes',
    (random) =>
      odt(
        random,
        `<text:p ${many(amount(random, 1, 100_000), (n) => `a${n}="1" `)}><text:a xlink:href="${'x'.repeat(amount(random, 1000, 20_000_000))}">x</text:a></text:p>`,
      ),
  ],
  [
    'lists that continue each other',
    (random) =>
      odt(
        random,
        many(
          amount(random, 10, 30_000),
          (n) =>
            `<text:list xml:id="l${n}" text:continue-list="l${n + 1}"><text:list-item text:start-value="${giant(random)}"><text:p>x</text:p></text:list-item></text:list>`,
        ),
      ),
  ],
  [
    'many paragraphs',
    (random) => odt(random, '<text:p>x<text:line-break/></text:p>'.repeat(amount(random, 100_000, 1_500_000))),
  ],
]

const words = [
  '\\li',
  '\\fs',
  '\\uc',
  '\\u',
  '\\cellx',
  '\\itap',
  '\\outlinelevel',
  '\\bin',
  '\\cf',
  '\\f',
  '\\trgaph',
  '\\ls',
  '\\ilvl',
  '\\pichgoal',
  '\\deff',
  '\\clmgf',
  '\\tx',
] as const

export const rtfShapes: readonly Family[] = [
  [
    'nested groups',
    (random) =>
      rtf(
        nested(
          random.pick([
            '{',
            '{\\b ',
            '{\\*\\x ',
            '{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt ',
            '{\\footnote ',
            '{\\shp{\\*\\shpinst{\\shptxt ',
          ]),
          random.chance(0.7) ? '}' : '',
          amount(random, 1000, 1_000_000),
        ),
      ),
  ],
  [
    'giant numbers in every word',
    (random) =>
      rtf(many(amount(random, 100, 200_000), () => `${random.pick(words)}${Number(giant(random)).toFixed(0)} x`)),
  ],
  ['a long text', (random) => rtf(longText(random, 15_000_000).replace(/[\\{}]/g, '\\$&'))],
  [
    'long escapes',
    (random) =>
      rtf(
        random
          .pick(["\\'e9", '\\u1078?', '\\~', '\\line ', '\\tab ', '\\par ', '\\bullet ', '\\emdash '])
          .repeat(amount(random, 10_000, 2_000_000)),
      ),
  ],
  [
    'a table',
    (random) => {
      const columns = amount(random, 1, 50_000)
      const row = `\\trowd${many(columns, (n) => `\\cellx${n}`)}${'\\intbl x\\cell'.repeat(columns)}\\row `
      return rtf(row.repeat(Math.max(1, amount(random, 1000, 300_000) / columns)))
    },
  ],
  [
    'tables in tables',
    (random) =>
      rtf(
        many(
          amount(random, 10, 20_000),
          (n) => `{\\itap${n}\\intbl x\\nestcell{\\*\\nesttableprops\\trowd\\cellx100\\nestrow}}`,
        ),
      ),
  ],
  [
    'tables of fonts, colours and styles',
    (random) =>
      rtf(
        `{\\fonttbl${many(amount(random, 10, 100_000), (n) => `{\\f${n}\\fcharset${n % 256} Arial;}`)}}{\\colortbl${';\\red255'.repeat(amount(random, 10, 500_000))}}{\\stylesheet${many(amount(random, 10, 50_000), (n) => `{\\s${n}\\sbasedon${n + 1} S;}`)}}\\s0 x`,
      ),
  ],
  [
    'lists',
    (random) =>
      rtf(
        `{\\*\\listtable${many(amount(random, 10, 20_000), (n) => `{\\list{\\listlevel\\levelnfc${random.integer(0, 255)}\\levelstartat${Number(giant(random)).toFixed(0)}{\\leveltext\\'02\\'00.;}}\\listid${n}}`)}}{\\pard\\ls1\\ilvl8 x\\par}`,
      ),
  ],
  [
    'pictures and objects',
    (random) =>
      rtf(
        `{\\pict\\picw${random.integer(1, 2 ** 31)} ${'ab'.repeat(amount(random, 1000, 7_000_000))}}{\\object{\\*\\objdata ${'00'.repeat(1000)}}}x`,
      ),
  ],
]
