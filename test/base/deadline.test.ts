import { describe, expect, it } from 'vitest'
import {
  createDeadline,
  orAborted,
  orLate,
  pause,
  succeedsWithin,
  underAny,
  withinLimit,
} from '../../src/base/deadline.ts'

const never = new Promise<never>(() => {})
const { signal } = new AbortController()
const tooLate = () => new Error('too late')
/** A time limit that no step in these tests reaches. */
const ampleMs = 60_000

describe('a deadline', () => {
  it('aborts with target_timeout once its time is up', async () => {
    const deadline = createDeadline(1, signal)
    await expect(orAborted(deadline.signal, never)).rejects.toMatchObject({ type: 'target_timeout' })
  })

  it('aborts with its parent, for the same reason', () => {
    const parent = new AbortController()
    const deadline = createDeadline(ampleMs, parent.signal)
    parent.abort(new Error('left'))
    expect(deadline.signal.reason).toEqual(new Error('left'))
    deadline.clear()
  })

  it('does not abort after it was cleared', async () => {
    const deadline = createDeadline(1, signal)
    deadline.clear()
    await pause(5, signal)
    expect(deadline.signal.aborted).toBe(false)
  })
})

describe('work under any of several signals', () => {
  it('aborts with the first one that aborts, for the same reason, and with none after the work has settled', async () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const reason = new Error('stopped')
    const work = underAny([first.signal, second.signal], (either) => orAborted(either, never))
    second.abort(reason)
    await expect(work).rejects.toBe(reason)
    await expect(underAny([first.signal, second.signal], (either) => orAborted(either, never))).rejects.toBe(reason)
    const after = await underAny([first.signal], async (either) => either)
    first.abort()
    expect(after.aborted).toBe(false)
  })
})

describe('a limit on a step', () => {
  it('returns the result of the work without aborting its signal', async () => {
    let limit: AbortSignal | undefined
    const work = async (given: AbortSignal) => {
      limit = given
      return 'done'
    }
    expect(await withinLimit(signal, ampleMs, tooLate, work)).toBe('done')
    expect(limit?.aborted).toBe(false)
  })

  it('throws when the time is up, and aborts the work with the same error', async () => {
    let limit: AbortSignal | undefined
    const work = (given: AbortSignal) => {
      limit = given
      return never
    }
    await expect(withinLimit(signal, 1, tooLate, work)).rejects.toThrow('too late')
    expect(limit?.reason).toEqual(tooLate())
  })

  it('throws the reason of the caller’s signal, without waiting for the work', async () => {
    const leaving = new AbortController()
    const step = withinLimit(leaving.signal, ampleMs, tooLate, () => never)
    leaving.abort(new Error('left'))
    await expect(step).rejects.toThrow('left')
  })

  it('does not start the work if the signal has already aborted', async () => {
    let hasBegun = false
    const work = async () => {
      hasBegun = true
    }
    await expect(withinLimit(AbortSignal.abort(new Error('left')), ampleMs, tooLate, work)).rejects.toThrow('left')
    expect(hasBegun).toBe(false)
  })
})

describe('awaited work', () => {
  it('settles the same way as on its own', async () => {
    expect(await orAborted(signal, Promise.resolve('done'))).toBe('done')
    await expect(orAborted(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await orLate(performance.now() + ampleMs, tooLate, Promise.resolve('done'))).toBe('done')
    await expect(orLate(performance.now() + ampleMs, tooLate, Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
  })

  it('is abandoned at a given time, even if that is in the past', async () => {
    await expect(orLate(performance.now() + 1, tooLate, never)).rejects.toThrow('too late')
    await expect(orLate(performance.now() - 1, tooLate, Promise.resolve('done'))).rejects.toThrow('too late')
  })

  it('may fail after it was abandoned', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    await expect(orAborted(AbortSignal.abort(new Error('left')), promise)).rejects.toThrow('left')
    await expect(orLate(performance.now() - 1, tooLate, promise)).rejects.toThrow('too late')
    expect(await succeedsWithin(1, promise)).toBe(false)
    reject(new Error('failed'))
    await new Promise(setImmediate)
  })

  it('has succeeded, failed, or timed out', async () => {
    expect(await succeedsWithin(ampleMs, Promise.resolve())).toBe(true)
    expect(await succeedsWithin(ampleMs, Promise.reject(new Error('failed')))).toBe(false)
    expect(await succeedsWithin(1, never)).toBe(false)
  })
})

describe('a pause', () => {
  it('ends when its time is up', async () => {
    expect(await pause(1, signal)).toBeUndefined()
  })

  it('ends early with the reason of the signal', async () => {
    const leaving = new AbortController()
    const waiting = pause(ampleMs, leaving.signal)
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await expect(pause(ampleMs, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  })
})
