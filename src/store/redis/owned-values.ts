/** Stores owners' values in Redis, with limits on count, size and age across all nodes. One owner may use at most half of the space. */

import type { Redis } from 'ioredis'
import { type RedisConnection, redisPrefix } from './connection.ts'
import { deleteScript, figuresScript, getScript, listScript, setScript } from './owned-scripts.ts'

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

interface NewValue {
  value: Buffer
  shown: Buffer
  /** Lifetime from now. */
  maxAgeMs: number
}

/** The owner is a key's ID, or null if there are no keys. Drops the least recently used values first. Empty while Redis is unavailable. */
export interface OwnedValues {
  get(owner: string | null, id: string): Promise<OwnedValue | null>
  /** Replaces the value stored under the ID. Returns false if the value is too large or Redis is unavailable. */
  set(owner: string | null, id: string, value: NewValue): Promise<boolean>
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

  function run<T>(fallback: T, read: (answer: unknown) => T, script: string, ...args: readonly Argument[]): Promise<T> {
    const work = async (redis: Redis) => read(await redis.callBuffer('EVAL', [script, 0, prefix, ...args]))
    return connection.ask(work, () => fallback)
  }

  return {
    get: (owner, id) => run(null, readValue, getScript, nameOf(owner), id),
    set(owner, id, { value, shown, maxAgeMs }) {
      const bytes = value.byteLength + shown.byteLength + placeBytes
      const bounds = [share.entries, share.bytes, limits.maxEntries, limits.maxBytes, indexMaxAgeMs]
      return run(false, isOne, setScript, nameOf(owner), id, value, shown, bytes, Math.ceil(maxAgeMs), ...bounds)
    },
    delete: (owner, id) => run(undefined, () => {}, deleteScript, nameOf(owner), id),
    list: (owner) => run([], readList, listScript, nameOf(owner), '', maxListed),
    figures() {
      void run(figures, readFigures, figuresScript).then((read) => {
        figures = read
      })
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

function readFigures(answer: unknown): { entries: number; bytes: number } {
  const [entries = 0, bytes = 0] = answer as number[]
  return { entries, bytes }
}

function isOne(answer: unknown): boolean {
  return answer === 1
}
