/** Processes several items at once, and yields the results in the order of the items. */

export interface InOrderOptions<Done> {
  /** Items processed at once. */
  concurrency: number
  /** Limits on results waiting for an earlier item. Once either is reached, no further item is started. */
  maxWaiting: { count: number; size: number }
  sizeOf(done: Done): number
  /** No item is started after it aborts, and running work stops too. */
  signal: AbortSignal
  /** Called with the number of items in progress whenever one starts or finishes. */
  onChange?(underWay: number): void
}

interface Place<Done> {
  /** Undefined while in progress; null without a result. */
  done?: Done | null
}

/**
 * Takes each item only when it can be started. `work` receives the number of its item, from 1. Results that are null are left out.
 * Throws what `work` throws. What `items` throws is thrown after all started items have been yielded.
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
