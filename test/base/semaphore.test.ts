import { describe, expect, it } from 'vitest'
import { createKeyedSemaphore, Semaphore } from '../../src/base/semaphore.ts'

const { signal } = new AbortController()

/** Acquires a permit under a name, and records each grant. */
function recorder(acquire: (signal: AbortSignal) => Promise<() => void>) {
  const granted: string[] = []
  return {
    granted,
    async acquire(name: string, under = signal) {
      const release = await acquire(under)
      granted.push(name)
      return release
    },
  }
}

describe('a semaphore', () => {
  it('grants all of its permits, and later ones in the order of the calls', async () => {
    const semaphore = new Semaphore(2)
    const { granted, acquire } = recorder((signal) => semaphore.acquire(signal))
    const permits = ['a', 'b', 'c', 'd'].map((name) => acquire(name))
    const [, releaseB] = await Promise.all(permits.slice(0, 2))
    expect(granted).toEqual(['a', 'b'])
    expect(semaphore).toMatchObject({ active: 2, waiting: 2 })
    releaseB?.()
    ;(await permits[2])?.()
    ;(await permits[3])?.()
    expect(granted).toEqual(['a', 'b', 'c', 'd'])
    expect(semaphore).toMatchObject({ active: 1, waiting: 0 })
  })

  it("rejects a caller with the signal's reason when its signal aborts", async () => {
    const semaphore = new Semaphore(1)
    const release = await semaphore.acquire(signal)
    const leaving = new AbortController()
    const second = semaphore.acquire(leaving.signal)
    const third = semaphore.acquire(signal)
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    expect(semaphore).toMatchObject({ active: 1, waiting: 1 })
    release()
    ;(await third)()
    expect(semaphore).toMatchObject({ active: 0, waiting: 0 })
  })

  it('grants no permit if the signal has already aborted', async () => {
    const semaphore = new Semaphore(1)
    await expect(semaphore.acquire(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    expect(semaphore.active).toBe(0)
  })

  it('keeps a permit that was granted before the signal aborted', async () => {
    const semaphore = new Semaphore(1)
    const first = await semaphore.acquire(signal)
    const leaving = new AbortController()
    const second = semaphore.acquire(leaving.signal)
    first()
    leaving.abort()
    expect(semaphore.active).toBe(1)
    ;(await second)()
    expect(semaphore.active).toBe(0)
  })

  it('takes a permit back only once, however often it is released', async () => {
    const semaphore = new Semaphore(1)
    const release = await semaphore.acquire(signal)
    release()
    release()
    await semaphore.acquire(signal)
    release()
    expect(semaphore.active).toBe(1)
  })

  it('refuses waiting and later callers once it is closed', async () => {
    const semaphore = new Semaphore(1)
    const release = await semaphore.acquire(signal)
    const waiting = semaphore.acquire(signal)
    semaphore.close(new Error('closed'))
    await expect(waiting).rejects.toThrow('closed')
    release()
    await expect(semaphore.acquire(signal)).rejects.toThrow('closed')
    expect(semaphore).toMatchObject({ active: 0, waiting: 0 })
  })
})

describe('a semaphore shared by API keys', () => {
  const acquireAs = (semaphore: Semaphore, keyId: string | null) => semaphore.acquire(signal, keyId)

  /** Records callers' names in the order they get permits, and holds each permit until `release` is called for it. */
  function queue(semaphore: Semaphore) {
    const granted: string[] = []
    const releases = new Map<string, () => void>()
    return {
      granted,
      ask(name: string, keyId: string | null = name.charAt(0)) {
        const asking = acquireAs(semaphore, keyId).then((release) => {
          granted.push(name)
          releases.set(name, release)
        })
        asking.catch(() => {})
        return asking
      },
      async release(name: string) {
        releases.get(name)?.()
        await new Promise(setImmediate)
      },
    }
  }

  it('grants the next permit to the key that holds the fewest, however many callers of another key wait', async () => {
    const semaphore = new Semaphore(3)
    const { granted, ask, release } = queue(semaphore)
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) void ask(name)
    await new Promise(setImmediate)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await release(name)
    expect(granted).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  })

  it('lets keys with equally many permits take turns, each in the order of its calls', async () => {
    const semaphore = new Semaphore(1)
    const { granted, ask, release } = queue(semaphore)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'c2']) void ask(name)
    await new Promise(setImmediate)
    for (let at = 0; at < 6; at++) await release(granted[at] ?? '')
    expect(granted).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3'])
  })

  it('keeps a reserve from the key that holds all other permits', async () => {
    const semaphore = new Semaphore(2, { reserve: 1 })
    const { granted, ask, release } = queue(semaphore)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void ask(name)
    await new Promise(setImmediate)
    expect(granted).toEqual(['a1', 'a2', 'b1'])
    await release('b1')
    expect(granted).toEqual(['a1', 'a2', 'b1', 'b2'])
    await release('b2')
    expect(granted).not.toContain('a3')
    await release('a1')
    expect(granted).toContain('a3')
  })

  it('limits each key to its permits, and callers without a key to all except the reserve', async () => {
    const semaphore = new Semaphore(4, { perKey: 3, reserve: 1 })
    const { granted, ask } = queue(semaphore)
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name)
    await new Promise(setImmediate)
    expect(granted).toEqual(['a1', 'a2', 'a3'])
    const open = new Semaphore(4, { perKey: 3, reserve: 1 })
    for (let n = 0; n < 5; n++) void acquireAs(open, null)
    expect(open).toMatchObject({ active: 4, waiting: 1 })
  })

  it('refuses the key that fills the queue, and makes room for another key', async () => {
    const refusal = () => new Error('full')
    const semaphore = new Semaphore(1, { queue: { maxWaiting: 3, refusal } })
    const { granted, ask, release } = queue(semaphore)
    const [, , , last] = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(name))
    await expect(ask('a5')).rejects.toThrow('full')
    const honest = ask('b1')
    await expect(last).rejects.toThrow('full')
    expect(semaphore.waiting).toBe(3)
    await release('a1')
    await honest
    expect(granted).toEqual(['a1', 'b1'])
  })

  it('forgets a key once its callers have gone and its permits are released', async () => {
    const semaphore = new Semaphore(1)
    const leaving = new AbortController()
    const release = await acquireAs(semaphore, 'a')
    const waiting = semaphore.acquire(leaving.signal, 'b')
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    release()
    for (const keyId of ['a', 'b', 'c']) (await acquireAs(semaphore, keyId))()
    expect(semaphore).toMatchObject({ active: 0, waiting: 0 })
  })
})

describe('a semaphore by key', () => {
  it('counts keys separately', async () => {
    const semaphore = createKeyedSemaphore(1)
    const { granted, acquire } = recorder((under) => semaphore.acquire('a.example', under))
    const releaseA = await acquire('first of a')
    const secondA = acquire('second of a')
    const releaseB = await semaphore.acquire('b.example', signal)
    expect(granted).toEqual(['first of a'])
    releaseB()
    releaseA()
    await secondA
    expect(granted).toEqual(['first of a', 'second of a'])
  })

  it('starts a fresh count for an unused key, even if a permit is released twice', async () => {
    const semaphore = createKeyedSemaphore(1)
    const { granted, acquire } = recorder((under) => semaphore.acquire('a.example', under))
    const early = await acquire('early')
    early()
    const held = await acquire('held')
    early()
    const waiting = acquire('waiting')
    await new Promise(setImmediate)
    expect(granted).toEqual(['early', 'held'])
    held()
    await waiting
  })
})
