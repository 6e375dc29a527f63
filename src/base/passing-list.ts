/** A list whose items come and go, such as the requests in flight. */

/**
 * Use this instead of a Set or Map that changes with every request. V8 links each table that a Set has outgrown to the next table. Once one
 * of these tables is old, all later ones and their items stay in memory until V8 collects not only young objects, but all of them.
 */
export class PassingList<Item> implements Iterable<Item> {
  readonly #places: { item: Item }[] = []

  /** Adds an item at the end. Returns the function that removes it. Further calls to that function do nothing. */
  add(item: Item): () => void {
    const place = { item }
    this.#places.push(place)
    return () => {
      const at = this.#places.indexOf(place)
      if (at >= 0) this.#places.splice(at, 1)
    }
  }

  get size(): number {
    return this.#places.length
  }

  get first(): Item | undefined {
    return this.#places[0]?.item
  }

  /** Iterates over a copy, so that items may be removed meanwhile. */
  [Symbol.iterator](): ArrayIterator<Item> {
    return this.#places.map(({ item }) => item).values()
  }
}
