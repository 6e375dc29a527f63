/** Rate limits and places in Redis, for nodes that count together; while it is away each node counts by itself. */

import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Places, RateLimiter } from '../../access/limits.ts'
import { emit } from '../../observe.ts'
import { createCounters, createMemoryPlaces } from '../memory/memory-limits.ts'

export interface RedisLimits {
  limiter: RateLimiter
  places: Places
  /** Resolves once Redis answers; nothing needs to wait for it. */
  connected(): Promise<void>
  close(): Promise<void>
}

/** A command that takes longer is given up: a limit must not hold up what it protects. */
const commandTimeoutMs = 500

/** A place whose process has died is free again after this time. */
const placeMaxAgeMs = 30_000
const placeRenewMs = 10_000

/** Takes a place when one is free, by Redis's own clock. KEYS: places; ARGV: cap, name, age in ms. */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`

/** Prolongs a place. KEYS: places; ARGV: name, age in ms. */
const renewScript = `
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

/** Connects in the background. */
export function openRedisLimits(url: string): RedisLimits {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2000,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  })
  let isAway = false
  // Told once each way, not for every attempt.
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!isAway) emit('gleaner:lifecycle', { event: 'limits_without_redis', detail: error.code ?? error.name })
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) emit('gleaner:lifecycle', { event: 'limits_with_redis' })
    isAway = false
  })

  const places = createRedisPlaces(redis)
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
    places,
    async connected() {
      if (redis.status !== 'ready') await new Promise<void>((resolve) => redis.once('ready', () => resolve()))
    },
    async close() {
      places.close()
      redis.disconnect()
    },
  }
}

function createRedisPlaces(redis: Redis): Places & { close(): void } {
  const alone = createMemoryPlaces()
  /** Places that this process holds: name → set in Redis. */
  const held = new Map<string, string>()
  const timer = setInterval(() => {
    for (const [name, set] of held) void quietly(() => redis.eval(renewScript, 1, set, name, placeMaxAgeMs))
  }, placeRenewMs)
  timer.unref()

  return {
    async take(subject, cap) {
      const set = `gleaner:running:${subject}`
      const name = randomUUID()
      const taken = await quietly(() => redis.eval(takeScript, 1, set, cap, name, placeMaxAgeMs))
      if (taken === null) return alone.take(subject, cap)
      if (taken !== 1) return null
      held.set(name, set)
      return async () => {
        held.delete(name)
        await quietly(() => redis.zrem(set, name))
      }
    },
    close: () => clearInterval(timer),
  }
}

/** Null while Redis is away, which the listener of its errors tells of. */
async function quietly<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch {
    return null
  }
}
