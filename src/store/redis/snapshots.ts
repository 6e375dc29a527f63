/** Stored results in Redis, for all nodes. Results that can't be put there stay in this node's memory, where lookups also find them. */

import { snapshotMaxAgeMs } from '../../contract/service-limits.ts'
import { createMemorySnapshots } from '../../pages/snapshot/memory-snapshots.ts'
import {
  entryOf,
  newestFirst,
  type SnapshotEntry,
  type SnapshotStore,
  type StoredResult,
} from '../../pages/snapshot/snapshot-store.ts'
import type { Packer } from '../packer.ts'
import type { RedisConnection } from './connection.ts'
import { besideAlone, createOwnedValues, type SharedLimits } from './owned-values.ts'

interface RedisSnapshotsParts {
  connection: RedisConnection
  packer: Packer
  limits: SharedLimits
  maxAgeMs?: number
  /** Results that this node keeps while Redis is unavailable. */
  alone?: SnapshotStore
}

const noBytes = new Uint8Array()

export function createRedisSnapshots({
  connection,
  packer,
  limits,
  maxAgeMs = snapshotMaxAgeMs,
  alone = createMemorySnapshots({ maxAgeMs }),
}: RedisSnapshotsParts): SnapshotStore {
  const values = createOwnedValues(connection, 'snapshots', limits)
  /** The number is the format's version: values in another format, such as those of another version's nodes, are not read. */
  const place = (of: 'result' | 'entry', owner: string | null, id: string) =>
    JSON.stringify([`stored ${of} 1`, owner, id])

  async function getShared(owner: string | null, id: string, share: Counted): Promise<StoredResult | null> {
    const found = await values.get(owner, id)
    const opened = found && (await packer.unpack<Fields>(found.value, place('result', owner, id)))
    if (!opened) return null
    const { fields, bytes: json } = opened
    share?.take(json.byteLength)
    const { chars, ...result } = fields
    return { ...result, content: { json, chars } }
  }

  async function listShared(owner: string | null): Promise<SnapshotEntry[]> {
    const listed = await values.list(owner)
    const opened = listed.map(({ id, shown }) => packer.unpack<SnapshotEntry>(shown, place('entry', owner, id)))
    return (await Promise.all(opened)).flatMap((entry) => entry?.fields ?? [])
  }

  return {
    async get(owner, id, share) {
      const [shared, own] = await Promise.all([getShared(owner, id, share), alone.get(owner, id)])
      return latest(own, shared)
    },
    async set(owner, id, result) {
      const { content, ...fields } = result
      const [value, shown] = await Promise.all([
        packer.pack({ ...fields, chars: content.chars }, content.json, place('result', owner, id)),
        packer.pack(entryOf(id, result), noBytes, place('entry', owner, id)),
      ])
      return (await values.set(owner, id, { value, shown, maxAgeMs })) || alone.set(owner, id, result)
    },
    async list(owner) {
      const [shared, own] = await Promise.all([listShared(owner), alone.list(owner)])
      const byId = new Map<string, SnapshotEntry>()
      for (const entry of [...own, ...shared]) byId.set(entry.id, latest(byId.get(entry.id) ?? null, entry) ?? entry)
      return newestFirst([...byId.values()])
    },
    ...besideAlone(values, alone),
  }
}

type Counted = Parameters<SnapshotStore['get']>[2]
type Fields = Omit<StoredResult, 'content'> & { chars: number }

/** Redis and this node may both have one, from before and after Redis was unavailable. */
function latest<Dated extends { fetched_at: string }>(own: Dated | null, shared: Dated | null): Dated | null {
  if (own === null || shared === null) return own ?? shared
  return own.fetched_at > shared.fetched_at ? own : shared
}
