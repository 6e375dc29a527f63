/** Values that belong to owners, in Redis: bounded in number, bytes and age for all nodes together, of which no owner takes more than half. */

import type { Redis } from 'ioredis'
import { type RedisConnection, redisPrefix } from './connection.ts'
import {
  deleteScript,
  figuresScript,
  forgetScript,
  getScript,
  listScript,
  ownersScript,
  setScript,
} from './owned-scripts.ts'

/** One owner has at most half of the number and of the bytes, and never more than `ownerEntries`. */
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
  /** What lists show of it, or what says which value it is. */
  shown: Buffer
  /** Time from now on. */
  maxAgeMs: number
}

/** The owner is the id of a key, or null where there are no keys. What was used last stays. While Redis is away there is nothing. */
export interface OwnedValues {
  get(owner: string | null, id: string): Promise<OwnedValue | null>
  /** Replaces what the id had before. False when it is not kept: too large, or Redis is away. */
  set(owner: string | null, id: string, value: NewValue): Promise<boolean>
  delete(owner: string | null, id: string): Promise<void>
  /** What is shown of the owner's thousand that were used last. */
  list(owner: string | null): Promise<{ id: string; shown: Buffer }[]>
  owners(): Promise<(string | null)[]>
  forget(owner: string | null): Promise<void>
  /** As they were a moment ago. */
  figures(): { entries: number; bytes: number }
}

/** What a value takes besides itself: its names in five places, and Redis's own. Measured: 1,150 bytes. */
const placeBytes = 1200
const maxListed = 1000
/** Longer than any value is kept. */
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
    owners: () => run([], readOwners, ownersScript),
    async forget(owner) {
      const left = () => run(0, Number, forgetScript, nameOf(owner))
      while ((await left()) > 0);
    },
    figures() {
      void run(figures, readFigures, figuresScript).then((read) => {
        figures = read
      })
      return figures
    },
  }
}

/** Of what is in Redis and what this node keeps by itself together. */
export function besideAlone(
  values: Pick<OwnedValues, 'owners' | 'forget' | 'figures'>,
  alone: Pick<OwnedValues, 'owners' | 'forget' | 'figures'>,
): Pick<OwnedValues, 'owners' | 'forget' | 'figures'> {
  return {
    async owners() {
      return [...new Set([...(await values.owners()), ...(await alone.owners())])]
    },
    async forget(owner) {
      await Promise.all([values.forget(owner), alone.forget(owner)])
    },
    figures() {
      const [shared, own] = [values.figures(), alone.figures()]
      return { entries: shared.entries + own.entries, bytes: shared.bytes + own.bytes }
    },
  }
}

type Argument = string | number | Buffer

/** No id of a key has a mark of these, and the one of none is no other's. */
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

/** `BYTES:STORED AT:SHOWN` */
function readField(field: Buffer): { storedAt: number; shown: Buffer } {
  const first = field.indexOf(':')
  const second = field.indexOf(':', first + 1)
  return { storedAt: Number(field.subarray(first + 1, second)), shown: field.subarray(second + 1) }
}

function readOwners(answer: unknown): (string | null)[] {
  return (answer as Buffer[]).map((name) => (String(name) === '-' ? null : String(name).slice(1)))
}

function readFigures(answer: unknown): { entries: number; bytes: number } {
  const [entries = 0, bytes = 0] = answer as number[]
  return { entries, bytes }
}

function isOne(answer: unknown): boolean {
  return answer === 1
}
