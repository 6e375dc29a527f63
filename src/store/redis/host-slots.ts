/** Requests under way to each host, counted in Redis for all nodes together. While Redis is unavailable, each node counts its own. */

import { createHmac, randomUUID } from 'node:crypto'
import type { Access } from '../../access/access.ts'
import { pause } from '../../base/deadline.ts'
import type { OpenSharedSemaphore } from '../../base/semaphore.ts'
import { type RedisConnection, redisPrefix, scriptNow } from './connection.ts'

/** A node that dies stops renewing its slots, which are free after this time. */
const leaseMs = 5000
const renewEveryMs = 1000
/** Interval between attempts of a request that waits for a slot. */
const retryMs = { first: 25, last: 200 }

/**
 * KEYS: the host's slots, by the time at which they end. A slot's name begins with its API key. ARGV: name, API key, maximum slots, maximum
 * slots of the API key, lease in ms. Returns 1 if the slot is taken.
 */
const takeScript = `${scriptNow}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local taken, own = redis.call('ZRANGE', KEYS[1], 0, -1), 0
for _, name in ipairs(taken) do if string.sub(name, 1, #ARGV[2]) == ARGV[2] then own = own + 1 end end
if #taken >= tonumber(ARGV[3]) or own >= tonumber(ARGV[4]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[5], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`

/** KEYS: as above. ARGV: lease in ms, names of slots. */
const renewScript = `${scriptNow}
for at = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[at]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`

/** Purpose of the secrets for values and names in Redis. */
export const valuePurpose = 'values in Redis'

/** Names in Redis are HMACs. Nodes and workers count together. */
export function createRedisHostSlots(
  connection: Pick<RedisConnection, 'ask'>,
  secretsFor: Access['secretsFor'],
): OpenSharedSemaphore {
  const [secret] = secretsFor(valuePurpose)
  const hashed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)

  return ({ permits, perKey }) => {
    const held = new Map<string, Set<string>>()

    /** Also adds the slots that were taken while Redis was unavailable. */
    function renew(): void {
      for (const [key, names] of held) {
        void connection.ask((redis) => redis.eval(renewScript, 1, key, leaseMs, ...names), null)
      }
    }
    let timer: NodeJS.Timeout | undefined

    function hold(key: string, name: string): () => void {
      timer ??= setInterval(renew, renewEveryMs).unref()
      held.set(key, (held.get(key) ?? new Set()).add(name))
      return () => {
        const names = held.get(key)
        if (!names?.delete(name)) return
        if (names.size === 0) held.delete(key)
        if (held.size === 0) {
          clearInterval(timer)
          timer = undefined
        }
        void connection.ask((redis) => redis.zrem(key, name), 0)
      }
    }

    return {
      async acquire(host, signal, keyId = null) {
        const key = `${redisPrefix}host:${hashed(host)}`
        const owner = `${keyId === null ? '' : hashed(keyId)}/`
        const name = owner + randomUUID()
        const args = [name, owner, permits, keyId === null ? permits : perKey, leaseMs]
        signal.throwIfAborted()
        for (let waitMs = retryMs.first; ; waitMs = Math.min(2 * waitMs, retryMs.last)) {
          const taken = await connection.ask((redis) => redis.eval(takeScript, 1, key, ...args), 1)
          if (taken === 1) return hold(key, name)
          await pause(waitMs * (0.5 + Math.random()), signal)
        }
      },
    }
  }
}
