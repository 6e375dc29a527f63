/** Draws phrases from a pool, each once until all are used. */
export class Draw {
  readonly #random: () => number
  readonly #decks = new Map<readonly unknown[], unknown[]>()
  constructor(seed: number) {
    let state = seed * 2654435761 + 12345
    this.#random = () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
    }
  }
  between(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1))
  }
  chance(share: number): boolean {
    return this.#random() < share
  }
  one<T>(list: readonly T[]): T {
    const deck = (this.#decks.get(list) ?? []) as T[]
    if (deck.length === 0) deck.push(...list)
    const [chosen] = deck.splice(this.between(0, deck.length - 1), 1)
    this.#decks.set(list, deck)
    return chosen as T
  }
}
