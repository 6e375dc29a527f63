/** What every store of rate limits and places must do: one suite, run by every adapter. */

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConcurrencySlots, RateLimiter } from '../../src/access/limits.ts'

/** `ports` gives the two when a test runs. */
export function describeLimits(ports: () => { limiter: RateLimiter; slots: ConcurrencySlots }): void {
  describe('a rate limit', () => {
    it('lets as many through as it says, and tells what is left and when it ends', async () => {
      const { limiter } = ports()
      const subject = randomUUID()
      const rule = { limit: 5, windowS: 60 }
      const counted = await Promise.all(Array.from({ length: 8 }, () => limiter.count(subject, rule)))
      expect(counted.filter(({ isOver }) => !isOver)).toHaveLength(5)
      expect(counted.map(({ remaining }) => remaining).sort()).toEqual([0, 0, 0, 0, 1, 2, 3, 4])
      for (const { resetMs } of counted) {
        expect(resetMs).toBeGreaterThan(0)
        expect(resetMs).toBeLessThanOrEqual(60_000)
      }
    })

    it('counts each subject and each rule by itself, and begins again', async () => {
      const { limiter } = ports()
      const subject = randomUUID()
      const rule = { limit: 1, windowS: 1 }
      expect((await limiter.count(subject, rule)).isOver).toBe(false)
      expect((await limiter.count(randomUUID(), rule)).isOver).toBe(false)
      expect((await limiter.count(subject, { limit: 1, windowS: 60 })).isOver).toBe(false)
      expect((await limiter.count(subject, rule)).isOver).toBe(true)
      await expect
        .poll(async () => (await limiter.count(subject, rule)).isOver, { interval: 200, timeout: 10_000 })
        .toBe(false)
    })
  })

  describe('places', () => {
    it('are as many as the cap, and free again once they are left', async () => {
      const { slots } = ports()
      const subject = randomUUID()
      const taken = await Promise.all(Array.from({ length: 5 }, () => slots.take(subject, 3)))
      const leaves = taken.filter((leave) => leave !== null)
      expect(leaves).toHaveLength(3)
      expect(await slots.take(randomUUID(), 3)).not.toBeNull()
      await leaves[0]?.()
      await leaves[0]?.()
      expect(await slots.take(subject, 3)).not.toBeNull()
      expect(await slots.take(subject, 3)).toBeNull()
    })
  })
}
