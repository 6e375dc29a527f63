import { describe, expect, it } from 'vitest'
import { createKeyedSemaphore, createSemaphore } from '../src/semaphore.ts'

const { signal } = new AbortController()

/** Acquires under a name and notes each permit that is granted. */
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
  it('grants as many permits as it has, and the others in the order of the calls', async () => {
    const semaphore = createSemaphore(2)
    const { granted, acquire } = recorder(semaphore.acquire)
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

  it('forgets a caller whose signal aborts, with the reason of the signal', async () => {
    const semaphore = createSemaphore(1)
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

  it('grants nothing to a signal that has aborted already', async () => {
    const semaphore = createSemaphore(1)
    await expect(semaphore.acquire(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    expect(semaphore.active).toBe(0)
  })

  it('keeps a permit that was granted before the signal aborted', async () => {
    const semaphore = createSemaphore(1)
    const first = await semaphore.acquire(signal)
    const leaving = new AbortController()
    const second = semaphore.acquire(leaving.signal)
    first()
    leaving.abort()
    expect(semaphore.active).toBe(1)
    ;(await second)()
    expect(semaphore.active).toBe(0)
  })

  it('takes a permit back once, however often it is released', async () => {
    const semaphore = createSemaphore(1)
    const release = await semaphore.acquire(signal)
    release()
    release()
    await semaphore.acquire(signal)
    release()
    expect(semaphore.active).toBe(1)
  })

  it('refuses waiting and later callers once it is closed', async () => {
    const semaphore = createSemaphore(1)
    const release = await semaphore.acquire(signal)
    const waiting = semaphore.acquire(signal)
    semaphore.close(new Error('closed'))
    await expect(waiting).rejects.toThrow('closed')
    release()
    await expect(semaphore.acquire(signal)).rejects.toThrow('closed')
    expect(semaphore).toMatchObject({ active: 0, waiting: 0 })
  })
})

describe('a semaphore by key', () => {
  it('keeps keys apart', async () => {
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

  it('counts anew for a key that nobody held, unmoved by a permit released twice', async () => {
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
