import { describe, expect, it } from 'vitest'
import { createSlots, limitHeaders, type RateState, refusalOf } from '../../src/access/limits.ts'

const state = (more: Partial<RateState> = {}): RateState => ({
  name: 'server',
  limit: 6000,
  windowS: 60,
  isOver: false,
  remaining: 5999,
  resetMs: 59_001,
  ...more,
})
const keyState = state({ name: 'key', limit: 5, windowS: 10, remaining: 0, resetMs: 9000, isOver: true })

describe('the headers of rate limits', () => {
  it('state every limit and its remaining requests', () => {
    expect(limitHeaders([state(), keyState])).toEqual({
      'ratelimit-policy': '"server";q=6000;w=60, "key";q=5;w=10',
      ratelimit: '"server";r=5999;t=60, "key";r=0;t=9',
    })
  })

  it('state a reset between zero seconds and the length of the window', () => {
    for (const [resetMs, seconds] of [
      [1e9, 60],
      [-5000, 0],
    ] as const) {
      expect(limitHeaders([state({ resetMs })]).ratelimit).toBe(`"server";r=5999;t=${seconds}`)
    }
  })
})

describe('a rate limit refusal', () => {
  it('is null while no limit is exceeded', () => {
    expect(refusalOf([state(), state({ name: 'key' })])).toBeNull()
  })

  it('names the exceeded limit that resets last', () => {
    const over = state({ isOver: true, resetMs: 3000 })
    expect(refusalOf([over, keyState])).toMatchObject({
      type: 'rate_limited',
      message: 'This key may make 5 requests every 10 s',
      retryAfterS: 9,
    })
    expect(refusalOf([state({ isOver: true, resetMs: 30_000 }), keyState])).toMatchObject({
      message: 'A key may make 6000 requests every 60 s',
      retryAfterS: 30,
    })
  })

  it('asks for a retry after at least one second', () => {
    expect(refusalOf([state({ isOver: true, resetMs: 0 })])?.retryAfterS).toBe(1)
  })
})

it('concurrency slots are limited by the cap, and each is freed when its operation finishes', () => {
  const slots = createSlots()
  const held = Array.from({ length: 5 }, () => slots.take('a', 3)).filter((free) => free !== null)
  expect(held).toHaveLength(3)
  expect(slots.take('b', 3)).not.toBeNull()
  held[0]?.()
  held[0]?.()
  expect(slots.take('a', 3)).not.toBeNull()
  expect(slots.take('a', 3)).toBeNull()
})
