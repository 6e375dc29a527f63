/** A heap that returns the smallest value first, and equal values in order of insertion. */

interface Heap<Value> {
  size(): number
  add(order: number, value: Value): void
  /** Returns the smallest value with its order, without removing it, or undefined if the heap is empty. */
  least(): { order: number; value: Value } | undefined
  /** Removes and returns the smallest value. */
  take(): { order: number; value: Value } | undefined
}

interface Entry<Value> {
  order: number
  number: number
  value: Value
}

export function createHeap<Value>(): Heap<Value> {
  const entries: Entry<Value>[] = []
  let added = 0

  const isBefore = (a: Entry<Value>, b: Entry<Value>) =>
    a.order < b.order || (a.order === b.order && a.number < b.number)

  function rise(entry: Entry<Value>): void {
    let at = entries.length
    entries.push(entry)
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = entries[above] as Entry<Value>
      if (!isBefore(entry, parent)) break
      entries[at] = parent
      at = above
    }
    entries[at] = entry
  }

  function sink(entry: Entry<Value>): void {
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= entries.length) break
      const right = entries[below + 1]
      if (right !== undefined && isBefore(right, entries[below] as Entry<Value>)) below++
      const child = entries[below] as Entry<Value>
      if (!isBefore(child, entry)) break
      entries[at] = child
      at = below
    }
    entries[at] = entry
  }

  return {
    size: () => entries.length,
    add: (order, value) => rise({ order, number: added++, value }),
    least: () => entries[0],
    take() {
      const [first] = entries
      const last = entries.pop()
      if (last !== undefined && entries.length > 0) sink(last)
      return first
    },
  }
}
