/** Small facts in Redis that all nodes share. While Redis is unavailable, each node keeps its own facts. */

import { createMemoryFacts, type FactStore, type Facts } from '../../pages/nodes/fact-store.ts'
import { type RedisConnection, redisPrefix } from './connection.ts'

/** Maximum number of subjects per key. The most recently written ones are kept. */
const maxSubjects = 2000
/** Counted from the last use of any of the key's facts. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000

/** KEYS: facts by subject, subjects by time. ARGV: subject, maximum age in ms. */
const readScript = `
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[2]) end
return redis.call('HGET', KEYS[1], ARGV[1])`

/** KEYS: as above. ARGV: subject, facts as JSON, maximum age in ms, maximum number of subjects. */
const writeScript = `
local time = redis.call('TIME')
local known = redis.call('HGET', KEYS[1], ARGV[1])
local facts = known and cjson.decode(known) or {}
for name, value in pairs(cjson.decode(ARGV[2])) do facts[name] = value end
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(facts))
redis.call('ZADD', KEYS[2], time[1] * 1000000 + time[2], ARGV[1])
for _, subject in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[4])) do
  redis.call('HDEL', KEYS[1], subject)
  redis.call('ZREM', KEYS[2], subject)
end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[3]) end
return 1`

export function createRedisFacts(connection: RedisConnection): FactStore {
  const alone = createMemoryFacts()
  const keysOf = (owner: string | null) => {
    const key = `${redisPrefix}facts:${owner === null ? '-' : `k${owner}`}`
    return [key, `${key}:order`] as const
  }

  return {
    read: (owner, subject) =>
      connection.ask(
        async (redis) => {
          const known = await redis.eval(readScript, 2, ...keysOf(owner), subject, maxAgeMs)
          return typeof known === 'string' ? (JSON.parse(known) as Facts) : {}
        },
        () => alone.read(owner, subject),
      ),
    write: (owner, subject, facts) =>
      connection.ask(
        async (redis) => {
          const keys = keysOf(owner)
          await redis.eval(writeScript, 2, ...keys, subject, JSON.stringify(facts), maxAgeMs, maxSubjects)
        },
        () => alone.write(owner, subject, facts),
      ),
  }
}
