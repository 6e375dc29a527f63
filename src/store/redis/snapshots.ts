/** Stored results in Redis, for all nodes. While it is unavailable, no results are stored. */

import { snapshotMaxAgeMs } from '../../contract/service-limits.ts'
import {
  entryOf,
  newestFirst,
  type SnapshotEntry,
  type SnapshotStore,
  type StoredResult,
} from '../../pages/snapshot/snapshot-store.ts'
import type { Packer } from '../packer.ts'
import type { RedisConnection } from './connection.ts'
import { createOwnedValues, type SharedLimits } from './owned-values.ts'

interface RedisSnapshotsParts {
  connection: RedisConnection
  packer: Packer
  limits: SharedLimits
  maxAgeMs?: number
}

const noBytes = new Uint8Array()

export function createRedisSnapshots(parts: RedisSnapshotsParts): SnapshotStore {
  const { connection, packer, limits, maxAgeMs = snapshotMaxAgeMs } = parts
  const values = createOwnedValues(connection, 'snapshots', limits)
  /** The number is the format's version: values in another format, such as those of another version's nodes, are not read. */
  const place = (of: 'result' | 'entry', owner: string | null, id: string) =>
    JSON.stringify([`stored ${of} 1`, owner, id])

  return {
    async get(owner, id, share) {
      const found = await values.get(owner, id)
      const opened = found && (await packer.unpack<Fields>(found.value, place('result', owner, id)))
      if (!opened) return null
      const { fields, bytes: json } = opened
      share?.take(json.byteLength)
      const { chars, ...result } = fields
      return { ...result, content: { json, chars } }
    },
    async set(owner, id, result) {
      const { content, ...fields } = result
      const [value, shown] = await Promise.all([
        packer.pack({ ...fields, chars: content.chars }, content.json, place('result', owner, id)),
        packer.pack(entryOf(id, result), noBytes, place('entry', owner, id)),
      ])
      return values.set(owner, id, { value, shown, maxAgeMs })
    },
    async list(owner) {
      const listed = await values.list(owner)
      const opened = listed.map(({ id, shown }) => packer.unpack<SnapshotEntry>(shown, place('entry', owner, id)))
      return newestFirst((await Promise.all(opened)).flatMap((entry) => entry?.fields ?? []))
    },
    figures: values.figures,
  }
}

type Fields = Omit<StoredResult, 'content'> & { chars: number }
