import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type InOrderOptions, inOrder } from '../../../../src/interfaces/cli/batch/in-order.ts'

const options = (given: Partial<InOrderOptions<number>> = {}): InOrderOptions<number> => ({
  concurrency: 4,
  maxWaiting: { count: 100, size: 1e9 },
  sizeOf: () => 1,
  signal: new AbortController().signal,
  ...given,
})

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = []
  for await (const item of items) taken.push(item)
  return taken
}

/** Work whose parts finish when the test says so. */
function openWork() {
  const ends = new Map<number, (done: number | null) => void>()
  const begun: number[] = []
  return {
    begun,
    work(item: number) {
      begun.push(item)
      const { promise, resolve } = Promise.withResolvers<number | null>()
      ends.set(item, resolve)
      return promise
    },
    async end(item: number, done: number | null = item) {
      ends.get(item)?.(done)
      await turn()
    },
  }
}

describe('work in order', () => {
  it('gives what comes of the items in their order, each with its number, whenever it is done', async () => {
    const work = async (item: number, number: number) => {
      for (let turns = 7 - (item % 7); turns > 0; turns--) await turn()
      return item * 1000 + number
    }
    expect(await all(inOrder(numbers(50), work, options()))).toEqual(numbers(50).map((n) => n * 1001))
  })

  it('is on as many items at once as it may be', async () => {
    const underWay: number[] = []
    const onChange = (now: number) => void underWay.push(now)
    const work = async (item: number) => {
      await turn()
      return item
    }
    await all(inOrder(numbers(50), work, options({ concurrency: 3, onChange })))
    expect([Math.max(...underWay), underWay.at(-1)]).toEqual([3, 0])
  })

  it.each([
    ['so many results', { maxWaiting: { count: 5, size: 1e9 } }],
    ['results of such a size', { maxWaiting: { count: 100, size: 50 }, sizeOf: () => 10 }],
  ])('begins no item while %s wait behind a slow one', async (_, bound) => {
    const { work, end, begun } = openWork()
    const results = all(inOrder(numbers(20), work, options(bound)))
    await turn()
    for (let item = 2; item < 20; item++) await end(item)
    // The others continue until five results are waiting, and then stop.
    expect(begun).toEqual(numbers(8))
    for (const item of numbers(20)) await end(item)
    expect(await results).toEqual(numbers(20))
  })

  it('takes no further item while its results are not read', async () => {
    let taken = 0
    async function* items() {
      for (const item of numbers(1000)) {
        taken++
        yield item
      }
    }
    const results = inOrder(items(), async (item) => item, options({ maxWaiting: { count: 10, size: 1e9 } }))
    expect((await results.next()).value).toBe(1)
    await turn()
    expect(taken).toBeLessThan(20)
    await results.return(undefined)
    const before = taken
    await turn()
    expect(taken).toBeLessThanOrEqual(before + 1)
  })

  it('leaves out what resolves with null, and begins nothing once the signal has aborted', async () => {
    const stop = new AbortController()
    const { work, end, begun } = openWork()
    const results = all(inOrder(numbers(20), work, options({ signal: stop.signal, concurrency: 2 })))
    await turn()
    await end(2)
    stop.abort()
    await end(1, null)
    await end(3, null)
    expect([await results, begun]).toEqual([[2], [1, 2, 3]])
  })

  it('gives all that was begun before it throws what reading the items threw', async () => {
    async function* items() {
      yield 1
      yield 2
      throw new Error('the file is gone')
    }
    const given: number[] = []
    const reading = async () => {
      for await (const done of inOrder(items(), async (item) => item, options())) given.push(done)
    }
    await expect(reading()).rejects.toThrow('the file is gone')
    expect(given).toEqual([1, 2])
  })

  it('throws what the work throws', async () => {
    const work = async (item: number) => {
      if (item === 3) throw new Error('a bug')
      return item
    }
    await expect(all(inOrder(numbers(9), work, options()))).rejects.toThrow('a bug')
  })

  it('of no items gives nothing', async () => {
    expect(await all(inOrder([], async (item: number) => item, options()))).toEqual([])
  })
})
