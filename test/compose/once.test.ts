import { describe, expect, it } from 'vitest'
import { once } from '../../src/base/once.ts'

describe('once', () => {
  it('runs the work for the first caller and returns its result to every caller', async () => {
    let calls = 0
    const open = once(async () => ++calls)
    expect([open.started(), open.opened()]).toEqual([false, undefined])
    expect(await Promise.all([open(), open()])).toEqual([1, 1])
    expect([await open(), open.started(), open.opened()]).toEqual([1, true, 1])
  })

  it('tries again after a failure', async () => {
    let calls = 0
    const open = once(async () => {
      if (++calls === 1) throw new Error('not yet')
      return calls
    })
    await expect(Promise.all([open(), open()])).rejects.toThrow('not yet')
    expect(open.started()).toBe(false)
    expect(await open()).toBe(2)
  })
})
