/** Rate limits and concurrency slots in Redis, shared by several processes. While Redis is unavailable, each process counts in memory. */

import { randomUUID } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { ConcurrencySlots, RateLimiter } from '../../access/limits.ts'
import { createCounters, createMemorySlots } from '../memory/limits.ts'
import { type RedisConnection, redisPrefix } from './connection.ts'

export interface RedisLimits {
  limiter: RateLimiter
  slots: ConcurrencySlots
  close(): void
}

/** Takes a slot if one is free, by Redis's clock. KEYS: the set of slots. ARGV: cap, slot, maximum age in ms. */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`

/** Renews a slot. KEYS: the set of slots. ARGV: slot, maximum age in ms. */
const renewScript = `
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

/** For tests: `slotMaxAgeMs`, after which a dead process's slots are free. */
export function createRedisLimits(connection: RedisConnection, { slotMaxAgeMs = 30_000 } = {}): RedisLimits {
  const slots = createRedisSlots(connection, slotMaxAgeMs)
  return {
    limiter: createCounters(({ limit, windowS }) => {
      const rule = { points: limit, duration: windowS }
      const alone = new RateLimiterMemory(rule)
      const shared = new RateLimiterRedis({
        ...rule,
        storeClient: connection.driver,
        keyPrefix: `${redisPrefix}rate:${limit}/${windowS}`,
        rejectIfRedisNotReady: true,
      })
      return {
        consume: (subject) =>
          connection.ask(
            () => shared.consume(subject),
            () => alone.consume(subject),
          ),
      }
    }),
    slots,
    close: slots.close,
  }
}

/** A slot expires after `slotMaxAgeMs` unless its process renews it, so that a dead process's slots become free. */
function createRedisSlots(connection: RedisConnection, slotMaxAgeMs: number): ConcurrencySlots & { close(): void } {
  const fallback = createMemorySlots()
  /** Slots taken by this process: slot → its set in Redis. */
  const held = new Map<string, string>()
  const timer = setInterval(() => {
    for (const [slot, set] of held) {
      void connection.ask(
        (redis) => redis.eval(renewScript, 1, set, slot, slotMaxAgeMs),
        () => null,
      )
    }
  }, slotMaxAgeMs / 3)
  timer.unref()

  return {
    async take(subject, cap) {
      const set = `${redisPrefix}running:${subject}`
      const slot = randomUUID()
      const taken = await connection.ask<unknown>(
        (redis) => redis.eval(takeScript, 1, set, cap, slot, slotMaxAgeMs),
        () => null,
      )
      if (taken === null) return fallback.take(subject, cap)
      if (taken !== 1) return null
      held.set(slot, set)
      return async () => {
        held.delete(slot)
        await connection.ask(
          (redis) => redis.zrem(set, slot),
          () => 0,
        )
      }
    },
    close: () => clearInterval(timer),
  }
}
