/** Works on items, several at once, and gives what comes of them in the order of the items. */

export interface InOrderOptions<Done> {
  /** Items that are worked on at once. */
  concurrency: number
  /** What waits for the work on an earlier item: beyond either bound no further item is begun. */
  maxWaiting: { count: number; size: number }
  sizeOf(done: Done): number
  /** No item is begun once it has aborted; the work ends by it too. */
  signal: AbortSignal
  /** Called with the items under way whenever the work on one begins or ends. */
  onChange?(underWay: number): void
}

interface Place<Done> {
  /** Undefined while the work goes on; null when nothing came of it. */
  done?: Done | null
}

/**
 * Items are taken when they can be begun, and not before. `work` is given the number of its item, from 1; what resolves with null is
 * left out. Throws what `work` throws, and what `items` throws once all that was begun has been given.
 */
export async function* inOrder<Item, Done>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item, number: number) => Promise<Done | null>,
  { concurrency, maxWaiting, sizeOf, signal, onChange }: InOrderOptions<Done>,
): AsyncGenerator<Done> {
  const places: Place<Done>[] = []
  let [underWay, waitingSize, begun] = [0, 0, 0]
  let isEnded = false
  const failures: unknown[] = []
  let change = Promise.withResolvers<void>()

  function changed(): void {
    change.resolve()
    change = Promise.withResolvers()
  }
  function count(change: 1 | -1): void {
    underWay += change
    onChange?.(underWay)
  }
  function mayBegin(): boolean {
    const waiting = places.length - underWay
    return underWay < concurrency && waiting < maxWaiting.count && waitingSize < maxWaiting.size
  }
  async function begin(item: Item): Promise<void> {
    const place: Place<Done> = {}
    places.push(place)
    count(1)
    try {
      place.done = await work(item, ++begun)
      if (place.done !== null) waitingSize += sizeOf(place.done)
    } catch (error) {
      place.done = null
      failures.push(error)
      isEnded = true
    }
    count(-1)
    changed()
  }
  async function beginAll(): Promise<void> {
    try {
      for await (const item of items) {
        if (isEnded || signal.aborted) break
        void begin(item)
        while (!isEnded && !mayBegin()) await change.promise
      }
    } catch (error) {
      if (!signal.aborted) failures.push(error)
    }
    isEnded = true
    changed()
  }

  void beginAll()
  try {
    for (;;) {
      const [first] = places
      if (first?.done !== undefined) {
        places.shift()
        if (first.done === null) continue
        waitingSize -= sizeOf(first.done)
        changed()
        yield first.done
      } else if (first || !isEnded) await change.promise
      else break
    }
    if (failures.length > 0) throw failures[0]
  } finally {
    isEnded = true
    changed()
  }
}
