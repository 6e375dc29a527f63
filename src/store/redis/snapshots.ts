/** Stores results in Redis for all nodes. While Redis is unavailable, no results are stored. */

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

export function createRedisSnapshots(parts: RedisSnapshotsParts): SnapshotStore {
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
