import { describe, expect, it } from 'vitest'
import { createByteBudget } from '../../src/base/share.ts'

describe('a budget of bytes in flight', () => {
  it('allows a single key half, and callers without a key all of it', () => {
    const budget = createByteBudget(100)
    const share = budget.open('a')
    share.take(50)
    expect(() => share.take(1)).toThrow(expect.objectContaining({ type: 'overloaded', retryAfterS: 2 }))
    share.close()
    const open = budget.open(null)
    open.take(100)
    expect(() => open.take(1)).toThrow(expect.objectContaining({ type: 'overloaded' }))
  })

  it('leaves room for another key, however many keys hold their maximum', () => {
    const budget = createByteBudget(1000)
    const fill = (keyId: string) => {
      const share = budget.open(keyId)
      try {
        for (;;) share.take(1)
      } catch {
        return share.bytes
      }
    }
    const held = ['a', 'b', 'c', 'd', 'e', 'f'].map(fill)
    expect(held[0]).toBe(500)
    expect(held.every((bytes) => bytes > 0)).toBe(true)
    expect(budget.bytes).toBeLessThan(1000)
  })

  it('counts all requests of one key together', () => {
    const budget = createByteBudget(100)
    budget.open('a').take(40)
    expect(() => budget.open('a').take(20)).toThrow(expect.objectContaining({ type: 'overloaded' }))
    budget.open('b').take(20)
    expect(budget.bytes).toBe(60)
  })

  it('takes nothing if refused, and releases no more than was taken', () => {
    const budget = createByteBudget(100)
    const share = budget.open('a')
    expect(() => share.take(60)).toThrow()
    share.take(30)
    share.give(1000)
    expect([share.bytes, budget.bytes]).toEqual([0, 0])
  })

  it('counts existing bytes beyond the budget, and then refuses more', () => {
    const budget = createByteBudget(100)
    const share = budget.open('a')
    share.add(150)
    expect(() => budget.open('b').take(1)).toThrow(expect.objectContaining({ type: 'overloaded' }))
    share.close()
    budget.open('b').take(1)
  })

  it('is fully available again once its shares are closed, regardless of later calls', () => {
    const budget = createByteBudget(100)
    const share = budget.open('a')
    share.take(30)
    share.close()
    share.take(1000)
    share.add(5)
    share.give(5)
    share.close()
    expect([share.bytes, budget.bytes]).toEqual([0, 0])
  })
})
