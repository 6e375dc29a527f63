/** State that a service's nodes share through Redis, over this process's connections. */

import { randomUUID } from 'node:crypto'
import type { Access } from '../../access/access.ts'
import { isTooOld } from '../../base/deadline.ts'
import { emit } from '../../base/events.ts'
import { lazy } from '../../base/once.ts'
import { pageMaxAgeMs, snapshotMaxAgeMs } from '../../contract/service-limits.ts'
import {
  createMemoryFacts,
  type FactStore,
  type Facts,
  type NodeBus,
  type ServiceNodes,
} from '../../pages/nodes/service-nodes.ts'
import {
  entryOf,
  type KeptPage,
  newestFirst,
  type PageStore,
  type SnapshotEntry,
  type SnapshotStore,
  type StoredResult,
} from '../../pages/snapshot/snapshot-store.ts'
import { createPacker, createSealer, type Packer, type Sealer } from '../seal.ts'
import { type RedisConnection, type RedisLink, redisPrefix } from './connection.ts'
import { createRedisHostSlots, valuePurpose } from './host-slots.ts'
import { createOwnedValues, type SharedLimits } from './owned-values.ts'

export interface RedisNodesParts {
  link: RedisLink
  connection: RedisConnection
  secretsFor: Access['secretsFor']
  /** Maximum total bytes of stored results and stored pages. */
  maxBytes: number
}

/** Maximum number of values in total, and per key. */
const maxEntries = 200_000
const ownerEntries = 10_000

export function createRedisNodes({ link, connection, secretsFor, maxBytes }: RedisNodesParts): ServiceNodes {
  const secrets = secretsFor(valuePurpose)
  const packer = createPacker(secrets)
  // Large values take a long time to transfer, and limits must not wait for them.
  const values = lazy(() => link.open())
  const facts = createRedisFacts(connection)
  const bus = lazy(() => openRedisBus(link, values(), createSealer(secrets)))
  const limits = (share: number) => ({ maxEntries, ownerEntries, maxBytes: Math.floor(maxBytes * share) })

  return {
    facts,
    get bus() {
      return bus()
    },
    openSnapshots: () => createRedisSnapshots({ connection: values(), packer, limits: limits(2 / 3) }),
    openPages: () => createRedisPages({ connection: values(), packer, limits: limits(1 / 3) }),
    openHostSlots: createRedisHostSlots(connection, secretsFor),
    isAway: link.isAway,
    async settled() {
      values()
      bus()
      await link.settled()
    },
  }
}

interface RedisValuesParts {
  connection: RedisConnection
  packer: Packer
  limits: SharedLimits
  maxAgeMs?: number
}

const noBytes = Buffer.alloc(0)

/** Redis and the seal each give an age. The greater one counts, so that a replayed page doesn't appear new. */
export function createRedisPages(parts: RedisValuesParts): PageStore {
  const { connection, packer, limits, maxAgeMs = pageMaxAgeMs } = parts
  const values = createOwnedValues(connection, 'pages', limits)
  /** The number is the format's version. Nodes don't read values in other formats, such as those from nodes that run another version. */
  const place = (owner: string | null, name: string) => JSON.stringify(['kept page 3', owner, name])

  return {
    async get(owner, name) {
      const found = await values.get(owner, name)
      const kept = found && (await packer.unpack<KeptPage>(found.value, place(owner, name)))
      if (!kept) return null
      const ageMs = Math.max(found.ageMs, Date.now() - Date.parse(kept.fetchedAt))
      return ageMs > maxAgeMs ? null : { ...kept, ageMs }
    },
    async set(owner, name, kept) {
      const value = await packer.pack(kept, place(owner, name))
      return values.set(owner, name, { value, shown: noBytes, maxAgeMs })
    },
    delete: values.delete,
    figures: values.figures,
  }
}

export function createRedisSnapshots(parts: RedisValuesParts): SnapshotStore {
  const { connection, packer, limits, maxAgeMs = snapshotMaxAgeMs } = parts
  const values = createOwnedValues(connection, 'snapshots', limits)
  /** The number is the format's version. Nodes don't read values in other formats, such as those from nodes that run another version. */
  const place = (of: 'result' | 'entry', owner: string | null, id: string) =>
    JSON.stringify([`stored ${of} 2`, owner, id])

  return {
    async get(owner, id, share) {
      const found = await values.get(owner, id)
      const result = found && (await packer.unpack<StoredResult>(found.value, place('result', owner, id)))
      if (result) share?.take(result.content.json.byteLength)
      return result
    },
    async set(owner, id, result) {
      const [value, shown] = await Promise.all([
        packer.pack(result, place('result', owner, id)),
        packer.pack(entryOf(id, result), place('entry', owner, id)),
      ])
      return values.set(owner, id, { value, shown, maxAgeMs })
    },
    async list(owner) {
      const listed = await values.list(owner)
      const opened = listed.map(({ id, shown }) => packer.unpack<SnapshotEntry>(shown, place('entry', owner, id)))
      return newestFirst((await Promise.all(opened)).filter((entry) => entry !== null))
    },
    figures: values.figures,
  }
}

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
    async read(owner, subject) {
      const known = await connection.ask(async (redis) => {
        const text = await redis.eval(readScript, 2, ...keysOf(owner), subject, maxAgeMs)
        return typeof text === 'string' ? (JSON.parse(text) as Facts) : {}
      }, null)
      return known ?? alone.read(owner, subject)
    },
    async write(owner, subject, facts) {
      const args = [...keysOf(owner), subject, JSON.stringify(facts), maxAgeMs, maxSubjects]
      const written = await connection.ask((redis) => redis.eval(writeScript, 2, ...args), null)
      if (written === null) await alone.write(owner, subject, facts)
    },
  }
}

interface Envelope {
  from: string
  /** `Date.now()` of the sender. */
  sentAt: number
  topic: string
  message: unknown
}

const channel = `${redisPrefix}nodes`

/**
 * Exchanges messages between nodes over Redis channels. They are sealed, so only nodes can read them. Sends over `connection`. Messages
 * sent while Redis is unavailable are lost.
 */
export function openRedisBus(link: RedisLink, connection: RedisConnection, sealer: Sealer): NodeBus {
  const node = randomUUID()
  const listeners = new Map<string, Set<(message: unknown) => void>>()
  const { driver } = link.open({ autoResubscribe: false })
  // Subscribes again after every reconnect. If that fails, reconnects.
  driver.on('ready', () => void driver.subscribe(channel).catch(() => driver.disconnect(true)))
  driver.on('messageBuffer', (_channel: Buffer, sealed: Buffer) => {
    const opened = sealer.open(sealed, channel)
    if (opened === null) return
    const { from, sentAt, topic, message } = JSON.parse(opened.toString()) as Envelope
    // Redis delivers messages immediately, so an old one is a replay.
    if (isTooOld(sentAt, 0)) return
    if (from !== node) for (const listener of listeners.get(topic) ?? []) pass(message, listener)
  })

  /** Ignores errors from a listener, because no caller is waiting for them. */
  function pass(message: unknown, listener: (message: unknown) => void): void {
    try {
      listener(message)
    } catch (error) {
      emit('gleaner:fault', { requestId: node, error })
    }
  }

  return {
    async send(topic, message) {
      const envelope: Envelope = { from: node, sentAt: Date.now(), topic, message }
      const sealed = sealer.seal(Buffer.from(JSON.stringify(envelope)), channel)
      await connection.ask((redis) => redis.publish(channel, sealed), 0)
    },
    listen(topic, listener) {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      return () => void own.delete(listener)
    },
  }
}
