/** The suite for rate limit adapters. Every adapter passes it. */

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RateLimiter } from '../../src/access/limits.ts'

/** `open` is called by each test. */
export function describeLimits(open: () => RateLimiter): void {
  describe('a rate limit', () => {
    it('admits requests up to the limit, and reports how many are left and when the window ends', async () => {
      const limiter = open()
      const subject = randomUUID()
      const limit = { limit: 5, windowS: 60 }
      const counted = await Promise.all(Array.from({ length: 8 }, () => limiter.count(subject, limit)))
      expect(counted.filter(({ isOver }) => !isOver)).toHaveLength(5)
      expect(counted.map(({ remaining }) => remaining).sort()).toEqual([0, 0, 0, 0, 1, 2, 3, 4])
      for (const { resetMs } of counted) {
        expect(resetMs).toBeGreaterThan(0)
        expect(resetMs).toBeLessThanOrEqual(60_000)
      }
    })

    it('counts each subject and each limit separately, and starts again after its window', async () => {
      const limiter = open()
      const subject = randomUUID()
      const limit = { limit: 1, windowS: 2 }
      expect((await limiter.count(subject, limit)).isOver).toBe(false)
      expect((await limiter.count(randomUUID(), limit)).isOver).toBe(false)
      expect((await limiter.count(subject, { limit: 1, windowS: 60 })).isOver).toBe(false)
      expect((await limiter.count(subject, limit)).isOver).toBe(true)
      await expect.poll(async () => (await limiter.count(subject, limit)).isOver, { interval: 200 }).toBe(false)
    })
  })
}
