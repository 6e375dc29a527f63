/** Random numbers from a seed, which are the same on every run. */

export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns an integer between the bounds, inclusive. */
  integer(min: number, max: number): number
  chance(share: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** Picks a value by weight. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T
}

/** Returns a mulberry32 generator, which gives the same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function openRandom(seed: number): Random {
  const next = createRandom(seed)
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    chance: (share) => next() < share,
    pick: <T>(list: readonly [T, ...T[]]): T => list[integer(0, list.length - 1)] ?? list[0],
    weighted<T>(list: readonly (readonly [number, T])[]): T {
      let left = next() * list.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of list) {
        left -= weight
        if (left < 0) return value
      }
      throw new Error('a list of weights is empty')
    },
  }
}

/** Derives a separate seed for each index. The seeds of neighboring indexes are unrelated. */
export function seedOf(seed: number, index: number): number {
  return Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
}
