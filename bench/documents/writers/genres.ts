/** Composes sources of several genres from a pool of phrases and a seed. */

import { Draw } from './draw.ts'
import type { Block, Item, Look, Source, TableLook } from './source.ts'
import { Tables } from './tables.ts'
import type { Pool } from './texts/pool.ts'

type Genre =
  | 'report'
  | 'paper'
  | 'invoice'
  | 'statement'
  | 'manual'
  | 'minutes'
  | 'prices'
  | 'form'
  | 'thesis'
  | 'letter'
  | 'slides'
  | 'workbook'

const looks: readonly TableLook[] = ['grid', 'lines', 'plain', 'shaded', 'zebra']
const colors = ['#000000', '#1f3864', '#7a1f1f', '#2e5d34', '#444444']

const codes = [
  'scanner --list\nscanner --page 3 \\\n  --output tray.pdf\nexit 0',
  'for site in sites:\n    value = read(site)\n    if value is None:\n        continue\n    print(site, value)',
  '{\n  "port": 8080,\n  "levels": [1, 2, 3],\n  "name": "north"\n}',
  'SELECT site, avg(level)\n  FROM readings\n WHERE year = 2021\n GROUP BY site;',
  '[printer]\nhost = 10.0.0.7\nretries = 4\n\n[log]\nlevel = warn',
]

export class Composer {
  readonly draw: Draw
  readonly #pool: Pool
  readonly #tables: Tables
  readonly #isNumbered: boolean
  readonly #tableLook: TableLook
  readonly #numbers = [0, 0, 0]

  constructor(pool: Pool, seed: number) {
    this.draw = new Draw(seed)
    this.#pool = pool
    this.#tables = new Tables(this.draw, pool)
    this.#isNumbered = this.draw.chance(0.4)
    this.#tableLook = looks[seed % looks.length] as TableLook
  }

  compose(genre: Genre): Source {
    const { draw } = this
    const title = draw.one(this.#pool.titles)
    const look: Look = {
      font: draw.chance(0.5) ? 'sans' : 'serif',
      size: draw.one([9, 10, 11, 12]),
      columns: genre === 'paper' ? 2 : 1,
      landscape: genre === 'prices' && draw.chance(0.6),
      color: draw.one(colors),
      justify: draw.chance(0.4),
    }
    const isWhole = genre === 'slides' || genre === 'workbook'
    const blocks: Block[] = [
      ...(isWhole ? [] : [{ type: 'heading', level: 1, text: title } as const]),
      ...this.#body(genre),
    ]
    const source: Source = { lang: this.#pool.lang, title, blocks, look }
    if (genre !== 'letter' && draw.chance(0.6)) source.header = this.#pool.organization
    if (draw.chance(0.7)) source.page = this.#pool.page
    if (draw.chance(0.25)) source.footer = `${this.#pool.organization} · ${draw.between(2015, 2023)}`
    if (genre === 'paper' || draw.chance(0.2)) {
      const isAtSide = genre === 'paper'
      const number = `${draw.between(1501, 2309)}.${draw.between(10000, 19999)}`
      source.stamp = { text: isAtSide ? `preprint:${number}v2 [q-bio.QM]` : this.#pool.stamp, isAtSide }
    }
    return source
  }

  #body(genre: Genre): Block[] {
    const table = (rows: { rows: string[][]; head: boolean }): Block => ({
      type: 'table',
      look: this.#tableLook,
      ...rows,
    })
    const sections: Record<Genre, () => Block[]> = {
      report: () => [
        ...this.#paragraphs(1),
        ...this.#section(2),
        this.#list(),
        ...this.#section(2),
        table(this.#tables.measures(8)),
        ...this.#paragraphs(1),
        ...this.#section(3),
        ...this.#section(3),
        table(this.#tables.matrix(6)),
        ...this.#section(2),
        this.#list(),
      ],
      paper: () => [
        ...this.#paragraphs(2),
        ...this.#section(2, 3),
        ...this.#section(2, 3),
        table(this.#tables.measures(6, 4)),
        ...this.#section(3, 2),
        ...this.#section(3, 2),
        this.#list(),
        ...this.#section(2, 3),
      ],
      invoice: () => [
        table(this.#tables.fields(4)),
        ...this.#paragraphs(1),
        table(this.#tables.prices(this.draw.between(5, 12), true)),
        ...this.#paragraphs(2),
      ],
      statement: () => [
        table(this.#tables.fields(3)),
        ...this.#section(2),
        table(this.#tables.ledger(this.draw.between(45, 80))),
        ...this.#paragraphs(1),
      ],
      manual: () => [
        ...this.#paragraphs(1),
        ...this.#section(2),
        this.#list(true),
        ...this.#paragraphs(1),
        this.#code(),
        ...this.#section(2),
        this.#list(),
        ...this.#section(3),
        this.#code(),
        ...this.#section(2),
        table(this.#tables.matrix(5)),
        this.#list(true),
      ],
      minutes: () => [
        ...this.#paragraphs(1),
        this.#list(),
        ...this.#section(2),
        ...this.#section(2),
        table(this.#tables.actions(5)),
        ...this.#section(2),
        this.#list(true),
      ],
      prices: () => [
        ...this.#paragraphs(1),
        ...this.#section(2, 1),
        table(this.#tables.prices(14, false)),
        ...this.#section(2, 1),
        table(this.#tables.prices(18, false)),
      ],
      form: () => [
        ...this.#section(2, 1),
        table(this.#tables.fields(6)),
        ...this.#section(2, 1),
        table(this.#tables.matrix(5)),
        ...this.#paragraphs(1),
      ],
      thesis: () => [
        ...[1, 2, 3].flatMap(() => [
          ...this.#section(2, 3),
          ...this.#section(3, 2),
          this.#list(),
          ...this.#section(3, 2),
          ...this.#section(4, 2),
        ]),
        table(this.#tables.measures(10)),
        ...this.#paragraphs(2),
      ],
      slides: () => {
        const content = [
          () => [this.#list()],
          () => [table(this.#tables.measures(5))],
          () => this.#paragraphs(1),
          () => [this.#list()],
          () => [table(this.#tables.matrix(4))],
        ]
        return content.flatMap((make): Block[] => [this.#label(), ...make()])
      },
      workbook: () => {
        const made = [this.#tables.measures(14), this.#tables.prices(20, true), this.#tables.ledger(30)]
        return made.slice(0, this.draw.between(2, 3)).flatMap((rows) => [this.#label(), table(rows)])
      },
      letter: () => [...this.#paragraphs(2), this.#list(), ...this.#paragraphs(3)],
    }
    return sections[genre]()
  }

  /** The title of a slide, or the name of a sheet. */
  #label(): Block {
    return { type: 'heading', level: null, text: this.draw.one(this.#pool.headings).slice(0, 31) }
  }

  #section(level: number, paragraphs = this.draw.between(1, 2)): Block[] {
    const at = level - 2
    const numbers = this.#numbers
    // A deeper heading needs its parent, or its number would have a zero.
    numbers[at] = (numbers[at] ?? 0) + 1
    for (let deeper = at + 1; deeper < numbers.length; deeper++) numbers[deeper] = 0
    const label = this.#isNumbered ? `${numbers.slice(0, at + 1).join('.')}${at === 0 ? '.' : ''} ` : ''
    return [
      { type: 'heading', level, text: `${label}${this.draw.one(this.#pool.headings)}` },
      ...this.#paragraphs(paragraphs),
    ]
  }

  #paragraphs(count: number): Block[] {
    const gap = ['ja', 'zh'].includes(this.#pool.lang) ? '' : ' '
    const sentences = (min: number, max: number) =>
      Array.from({ length: this.draw.between(min, max) }, () => this.draw.one(this.#pool.sentences)).join(gap)
    return Array.from({ length: count }, () => ({
      type: 'paragraph',
      text: sentences(2, 5),
      ...(this.draw.chance(0.12) ? { note: sentences(1, 1) } : {}),
    }))
  }

  #list(isOrdered = this.draw.chance(0.4)): Block {
    const flat = (count: number): string[] => Array.from({ length: count }, () => this.draw.one(this.#pool.items))
    const items: Item[] = flat(this.draw.between(3, 5))
    if (this.draw.chance(0.5)) {
      const at = this.draw.between(0, items.length - 1)
      const inner: Item[] = flat(2)
      if (this.draw.chance(0.3)) inner[0] = { text: String(inner[0]), ordered: false, items: flat(2) }
      items[at] = { text: String(items[at]), ordered: this.draw.chance(0.3), items: inner }
    }
    if (this.draw.chance(0.3)) items.push(this.draw.one(this.#pool.sentences))
    return { type: 'list', ordered: isOrdered, items }
  }

  #code(): Block {
    return { type: 'code', text: this.draw.one(codes) }
  }
}
