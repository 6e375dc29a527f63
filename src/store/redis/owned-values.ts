/** Stores owners' values in Redis, with limits on count, size and age across all nodes. One owner may use at most half of the space. */

import type { Redis } from 'ioredis'
import { type RedisConnection, redisPrefix } from './connection.ts'

/** One owner may hold at most half of the entries and bytes, and never more than `ownerEntries` entries. */
export interface SharedLimits {
  maxEntries: number
  ownerEntries: number
  maxBytes: number
}

interface OwnedValue {
  value: Buffer
  ageMs: number
}

/** The owner is a key's ID, or null if there are no keys. Drops the least recently used values first. Empty while Redis is unavailable. */
export interface OwnedValues {
  get(owner: string | null, id: string): Promise<OwnedValue | null>
  /** Replaces the value stored under the ID. Returns false if the value is too large or Redis is unavailable. */
  set(owner: string | null, id: string, value: { value: Buffer; shown: Buffer; maxAgeMs: number }): Promise<boolean>
  delete(owner: string | null, id: string): Promise<void>
  /** Returns the listed fields of the owner's 1,000 most recently used values. */
  list(owner: string | null): Promise<{ id: string; shown: Buffer }[]>
  /** Returns figures that may be slightly out of date. */
  figures(): { entries: number; bytes: number }
}

/** Overhead per value, which includes its name in five places. Measured: 1,150 bytes. */
const placeBytes = 1200
const maxListed = 1000
/** Longer than the lifetime of any value. */
const indexMaxAgeMs = 48 * 60 * 60 * 1000

export function createOwnedValues(connection: RedisConnection, kind: string, limits: SharedLimits): OwnedValues {
  const prefix = `${redisPrefix}${kind}:`
  const share = {
    entries: Math.max(1, Math.min(limits.ownerEntries, Math.floor(limits.maxEntries / 2))),
    bytes: Math.floor(limits.maxBytes / 2),
  }
  let figures = { entries: 0, bytes: 0 }
  function readFigures(answer: unknown): void {
    const [entries = 0, bytes = 0] = answer as number[]
    figures = { entries, bytes }
  }

  function run<T>(fallback: T, read: (answer: unknown) => T, script: string, ...args: readonly Argument[]): Promise<T> {
    const work = async (redis: Redis) => read(await redis.callBuffer('EVAL', [script, 0, prefix, ...args]))
    return connection.ask(work, fallback)
  }

  return {
    get: (owner, id) => run(null, readValue, getScript, nameOf(owner), id),
    set(owner, id, { value, shown, maxAgeMs }) {
      const bytes = value.byteLength + shown.byteLength + placeBytes
      const bounds = [share.entries, share.bytes, limits.maxEntries, limits.maxBytes, indexMaxAgeMs]
      const args = [nameOf(owner), id, value, shown, bytes, Math.ceil(maxAgeMs), ...bounds]
      return run(false, (answer) => answer === 1, setScript, ...args)
    },
    delete: (owner, id) => run(undefined, () => {}, deleteScript, nameOf(owner), id),
    list: (owner) => run([], readList, listScript, nameOf(owner), '', maxListed),
    figures() {
      void run(undefined, readFigures, figuresScript)
      return figures
    },
  }
}

type Argument = string | number | Buffer

/** A key's name starts with `k`, so it can't equal the name for a missing owner. */
function nameOf(owner: string | null): string {
  return owner === null ? '-' : `k${owner}`
}

function readValue(answer: unknown): OwnedValue | null {
  if (!Array.isArray(answer)) return null
  const [value, field, now] = answer as [Buffer, Buffer | null, number]
  if (field === null) return null
  return { value, ageMs: Math.max(0, now - readField(field).storedAt) }
}

function readList(answer: unknown): { id: string; shown: Buffer }[] {
  const parts = answer as Buffer[]
  return parts.flatMap((id, at) =>
    at % 2 === 0 && parts[at + 1] ? [{ id: String(id), shown: readField(parts[at + 1] as Buffer).shown }] : [],
  )
}

/** Parses `BYTES:STORED AT:SHOWN`. */
function readField(field: Buffer): { storedAt: number; shown: Buffer } {
  const first = field.indexOf(':')
  const second = field.indexOf(':', first + 1)
  return { storedAt: Number(field.subarray(first + 1, second)), shown: field.subarray(second + 1) }
}

/** ARGV: [1] prefix, [2] owner, [3] ID. Times are in milliseconds on Redis's clock, except for last uses, which are in microseconds. */
const common = `
local prefix, owner, id = ARGV[1], ARGV[2], ARGV[3]
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
local used, ends, bytes = prefix .. 'used', prefix .. 'ends', prefix .. 'bytes'

local function sizeOf(of, name)
  local field = redis.call('HGET', prefix .. 'm:' .. of, name)
  return field and tonumber(string.match(field, '^%d+')) or nil
end

local function count(of, change)
  for _, name in ipairs({ of, '' }) do
    if redis.call('HINCRBY', bytes, name, change) <= 0 then redis.call('HDEL', bytes, name) end
  end
end

local function drop(of, name)
  local member = of .. '/' .. name
  redis.call('DEL', prefix .. 'v:' .. member)
  redis.call('ZREM', used, member)
  redis.call('ZREM', ends, member)
  redis.call('ZREM', prefix .. 'o:' .. of, name)
  local size = sizeOf(of, name)
  if size then
    redis.call('HDEL', prefix .. 'm:' .. of, name)
    count(of, -size)
  end
end

local function dropMember(member)
  local at = string.find(member, '/', 1, true)
  drop(string.sub(member, 1, at - 1), string.sub(member, at + 1))
end

for _, member in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 200)) do dropMember(member) end
`

/** Returns the value, its metadata and the time, or null if the value no longer exists. If Redis is full, the use isn't recorded. */
const getScript = `${common}
local value = redis.call('GET', prefix .. 'v:' .. owner .. '/' .. id)
if not value then
  drop(owner, id)
  return false
end
redis.pcall('ZADD', used, 'XX', micros, owner .. '/' .. id)
redis.pcall('ZADD', prefix .. 'o:' .. owner, 'XX', micros, id)
return { value, redis.call('HGET', prefix .. 'm:' .. owner, id), now }`

/**
 * ARGV: [4] value, [5] listed fields, [6] bytes, [7] lifetime, [8] and [9] maximum number and bytes per owner, [10] and [11] maximum number
 * and bytes overall, [12] how long the index outlives the last value. Returns 1 if the value is stored.
 */
const setScript = `
-- Changes nothing. Redis refuses it where its memory is full, and would not refuse what follows a deletion.
redis.call('SETRANGE', ARGV[1] .. 'room', 0, '')
${common}
local size, share = tonumber(ARGV[6]), { number = tonumber(ARGV[8]), bytes = tonumber(ARGV[9]) }
local bounds = { number = tonumber(ARGV[10]), bytes = tonumber(ARGV[11]) }
drop(owner, id)
if size > share.bytes then return 0 end
local own, member = prefix .. 'o:' .. owner, owner .. '/' .. id
local function held(of) return tonumber(redis.call('HGET', bytes, of) or '0') end
while redis.call('ZCARD', own) >= share.number or held(owner) + size > share.bytes do
  local oldest = redis.call('ZRANGE', own, 0, 0)[1]
  if not oldest then break end
  drop(owner, oldest)
end
while redis.call('ZCARD', used) >= bounds.number or held('') + size > bounds.bytes do
  local oldest = redis.call('ZRANGE', used, 0, 0)[1]
  if not oldest then break end
  dropMember(oldest)
end
redis.call('SET', prefix .. 'v:' .. member, ARGV[4], 'PX', ARGV[7])
redis.call('HSET', prefix .. 'm:' .. owner, id, size .. ':' .. now .. ':' .. ARGV[5])
redis.call('ZADD', own, micros, id)
redis.call('ZADD', used, micros, member)
redis.call('ZADD', ends, now + ARGV[7], member)
count(owner, size)
for _, key in ipairs({ own, prefix .. 'm:' .. owner, used, ends, bytes }) do redis.call('PEXPIRE', key, ARGV[12]) end
return 1`

/** Returns alternating ids and metadata of the owner's most recently used values, at most ARGV[4]. */
const listScript = `${common}
local listed = {}
for _, name in ipairs(redis.call('ZREVRANGE', prefix .. 'o:' .. owner, 0, ARGV[4] - 1)) do
  local field = redis.call('HGET', prefix .. 'm:' .. owner, name)
  if field then
    listed[#listed + 1] = name
    listed[#listed + 1] = field
  end
end
return listed`

const deleteScript = `${common}
drop(owner, id)
return 1`

const figuresScript = `${common}
return { redis.call('ZCARD', used), tonumber(redis.call('HGET', bytes, '') or '0') }`
