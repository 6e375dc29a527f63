/** The phrases of one language that the sources are composed of. */
export interface Pool {
  lang: string
  titles: readonly string[]
  headings: readonly string[]
  sentences: readonly string[]
  items: readonly string[]
  goods: readonly string[]
  places: readonly string[]
  people: readonly string[]
  /** Heads of tables. */
  head: Readonly<Record<'measure' | 'price' | 'action' | 'ledger' | 'matrix', readonly string[]>>
  fields: readonly (readonly [name: string, value: string])[]
  answers: readonly string[]
  page: string
  organization: string
  stamp: string
  total: string
  decimal: string
  group: string
  currency: string
}
