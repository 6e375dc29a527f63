/** A list whose items come and go, such as the requests in flight. */

interface Place<Item> {
  item: Item
  before: Place<Item> | null
  after: Place<Item> | null
}

/**
 * Use this instead of a Set or Map that changes with every request. V8 links each table that a Set has outgrown to the next table. Once one
 * of these tables is old, all later ones and their items stay in memory until V8 collects not only young objects, but all of them.
 */
export class PassingList<Item> implements Iterable<Item> {
  size = 0
  #first: Place<Item> | null = null
  #last: Place<Item> | null = null

  /** Adds an item at the end. Returns the function that removes it. Further calls to that function do nothing. */
  add(item: Item): () => void {
    const place: Place<Item> = { item, before: this.#last, after: null }
    if (this.#last) this.#last.after = place
    else this.#first = place
    this.#last = place
    this.size++
    let isListed = true
    return () => {
      if (isListed) this.#remove(place)
      isListed = false
    }
  }

  #remove(place: Place<Item>): void {
    const { before, after } = place
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
    else this.#last = before
    // Otherwise, an old place would keep the younger ones in memory.
    place.before = null
    place.after = null
    this.size--
  }

  get first(): Item | undefined {
    return this.#first?.item
  }

  /** Iterates over a copy, so that items may be removed meanwhile. */
  [Symbol.iterator](): ArrayIterator<Item> {
    const items: Item[] = []
    for (let place = this.#first; place; place = place.after) items.push(place.item)
    return items.values()
  }
}
