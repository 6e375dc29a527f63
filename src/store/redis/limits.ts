/** Rate limits and concurrency slots in Redis, shared by several processes; while Redis is away each process counts in its memory. */

import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { ConcurrencySlots, RateLimiter } from '../../access/limits.ts'
import { emit } from '../../observe.ts'
import { createCounters, createMemorySlots } from '../memory/limits.ts'

export interface RedisLimits {
  limiter: RateLimiter
  slots: ConcurrencySlots
  close(): Promise<void>
}

/** A command that takes longer fails: counting a request must not delay it noticeably. */
const commandTimeoutMs = 500

/** Takes a slot when one is free, by Redis's clock. KEYS: the set of slots; ARGV: cap, slot, maximum age in ms. */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`

/** Prolongs a slot. KEYS: the set of slots; ARGV: slot, maximum age in ms. */
const renewScript = `
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

/** Connects in the background. For tests: `slotMaxAgeMs`, after which the slots of a dead process are free. */
export function openRedisLimits(url: string, { slotMaxAgeMs = 30_000 } = {}): RedisLimits {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2000,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  })
  let isAway = false
  // Reported once when Redis goes and once when it returns, not for every attempt.
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!isAway) emit('gleaner:lifecycle', { event: 'limits_without_redis', detail: error.code ?? error.name })
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) emit('gleaner:lifecycle', { event: 'limits_with_redis' })
    isAway = false
  })

  const slots = createRedisSlots(redis, slotMaxAgeMs)
  return {
    limiter: createCounters(({ limit, windowS }) => {
      const rule = { points: limit, duration: windowS }
      return new RateLimiterRedis({
        ...rule,
        storeClient: redis,
        keyPrefix: `gleaner:rate:${limit}/${windowS}`,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(rule),
      })
    }),
    slots,
    async close() {
      slots.close()
      redis.disconnect()
    },
  }
}

/** A slot expires after `slotMaxAgeMs` unless its process prolongs it, so that those of a dead process become free. */
function createRedisSlots(redis: Redis, slotMaxAgeMs: number): ConcurrencySlots & { close(): void } {
  const fallback = createMemorySlots()
  /** Slots that this process has taken: slot → its set in Redis. */
  const held = new Map<string, string>()
  const timer = setInterval(() => {
    for (const [slot, set] of held) void nullOnError(() => redis.eval(renewScript, 1, set, slot, slotMaxAgeMs))
  }, slotMaxAgeMs / 3)
  timer.unref()

  return {
    async take(subject, cap) {
      const set = `gleaner:running:${subject}`
      const slot = randomUUID()
      const taken = await nullOnError(() => redis.eval(takeScript, 1, set, cap, slot, slotMaxAgeMs))
      if (taken === null) return fallback.take(subject, cap)
      if (taken !== 1) return null
      held.set(slot, set)
      return async () => {
        held.delete(slot)
        await nullOnError(() => redis.zrem(set, slot))
      }
    },
    close: () => clearInterval(timer),
  }
}

/** Null when Redis fails; the listener of its errors reports that. */
async function nullOnError<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch {
    return null
  }
}
