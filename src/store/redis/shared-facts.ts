/** Small facts in Redis, shared by all nodes. While Redis is unavailable, only the node that recorded a fact knows it. */

import { createMemoryFacts, type FactStore, type Facts } from '../../pages/nodes/fact-store.ts'
import { type RedisConnection, redisPrefix } from './connection.ts'

/** Maximum subjects per key: the most recently written are kept. */
const maxSubjects = 2000
/** Counted from the last use of any of the key's facts. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000

/** KEYS: facts by subject, subjects by time. ARGV: subject, maximum age in ms. */
const readScript = `
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[2]) end
return redis.call('HGET', KEYS[1], ARGV[1])`

/** KEYS as above. ARGV: subject, facts as JSON, maximum age in ms, maximum subjects. */
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

export function createRedisFacts(connection: RedisConnection, alone = createMemoryFacts()): FactStore {
  const keysOf = (owner: string | null) => {
    const key = `${redisPrefix}facts:${owner === null ? '-' : `k${owner}`}`
    return [key, `${key}:order`] as const
  }

  /** Returns false while Redis is unavailable. */
  async function share(owner: string | null, subject: string, facts: Facts): Promise<boolean> {
    const written = await connection.ask<unknown>(
      (redis) => redis.eval(writeScript, 2, ...keysOf(owner), subject, JSON.stringify(facts), maxAgeMs, maxSubjects),
      () => null,
    )
    return written !== null
  }

  return {
    async read(owner, subject) {
      const own = await alone.read(owner, subject)
      // Facts that this node recorded while Redis was unavailable.
      const isShared = Object.keys(own).length > 0 && (await share(owner, subject, own))
      if (isShared) alone.forget(owner, subject)
      const shared = await connection.ask<unknown>(
        (redis) => redis.eval(readScript, 2, ...keysOf(owner), subject, maxAgeMs),
        () => null,
      )
      return typeof shared === 'string' ? (JSON.parse(shared) as Facts) : own
    },
    async write(owner, subject, facts) {
      if (!(await share(owner, subject, facts))) await alone.write(owner, subject, facts)
    },
  }
}
