/** Composes tables. */

import type { Draw } from './draw.ts'
import type { Pool } from './texts/pool.ts'

interface Rows {
  rows: string[][]
  head: boolean
}

export class Tables {
  readonly #draw: Draw
  readonly #pool: Pool
  constructor(draw: Draw, pool: Pool) {
    this.#draw = draw
    this.#pool = pool
  }

  number(value: number, digits = 2): string {
    const [whole = '', part] = Math.abs(value).toFixed(digits).split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, this.#pool.group)
    return `${value < 0 ? '-' : ''}${grouped}${part === undefined ? '' : `${this.#pool.decimal}${part}`}`
  }

  measures(count: number, columns = 6): Rows {
    const row = () => {
      const values = Array.from({ length: columns - 1 }, () => this.number(this.#draw.between(20, 9999) / 10, 1))
      if (this.#draw.chance(0.15)) values[this.#draw.between(0, values.length - 1)] = '–'
      return [this.#draw.one(this.#pool.places), ...values]
    }
    return { head: true, rows: [this.#pool.head.measure.slice(0, columns), ...Array.from({ length: count }, row)] }
  }

  prices(count: number, hasTotal: boolean): Rows {
    let total = 0
    const rows = Array.from({ length: count }, () => {
      const quantity = this.#draw.between(1, 24)
      const price = this.#draw.between(45, 25000)
      total += quantity * price
      const code = `${String.fromCharCode(this.#draw.between(65, 90))}${this.#draw.between(100, 999)}`
      const detail = this.#draw.chance(0.25) ? `\n${this.#draw.one(this.#pool.items)}` : ''
      const name = `${this.#draw.one(this.#pool.goods)}${detail}`
      return [code, name, String(quantity), this.number(price / 100), this.number((quantity * price) / 100)]
    })
    if (hasTotal) rows.push(['', this.#pool.total, '', '', `${this.number(total / 100)} ${this.#pool.currency}`])
    return { head: true, rows: [[...this.#pool.head.price], ...rows] }
  }

  ledger(count: number): Rows {
    let balance = this.#draw.between(50_000, 400_000)
    const rows = Array.from({ length: count }, (_, at) => {
      const amount = this.#draw.between(300, 90_000)
      const isCredit = this.#draw.chance(0.4)
      balance += isCredit ? amount : -amount
      const date = `${String(1 + Math.floor(at / 3)).padStart(2, '0')}.03.2022`
      const text = this.number(amount / 100)
      const details = `${this.#draw.one(this.#pool.goods)}, ${this.#draw.one(this.#pool.places)}`
      return [
        date,
        String(7000 + at * 3),
        details,
        isCredit ? '' : text,
        isCredit ? text : '',
        this.number(balance / 100),
      ]
    })
    return { head: true, rows: [[...this.#pool.head.ledger], ...rows] }
  }

  matrix(count: number): Rows {
    const row = () => [this.#draw.one(this.#pool.items), ...[1, 2, 3].map(() => this.#draw.one(this.#pool.answers))]
    return { head: true, rows: [[...this.#pool.head.matrix], ...Array.from({ length: count }, row)] }
  }

  actions(count: number): Rows {
    const row = (_: unknown, at: number) => [
      String(at + 1),
      this.#draw.chance(0.6) ? this.#draw.one(this.#pool.sentences) : this.#draw.one(this.#pool.items),
      this.#draw.one(this.#pool.people),
      `${this.#draw.between(1, 28)}.${this.#draw.between(1, 12)}.`,
    ]
    return { head: true, rows: [[...this.#pool.head.action], ...Array.from({ length: count }, row)] }
  }

  fields(count: number): Rows {
    return { head: false, rows: Array.from({ length: count }, () => [...this.#draw.one(this.#pool.fields)]) }
  }
}
