/** Stores pages in Redis for all nodes. While Redis is unavailable, no pages are stored. */

import { pageMaxAgeMs } from '../../contract/service-limits.ts'
import type { KeptPage, PageStore } from '../../pages/snapshot/page-store.ts'
import type { Packer } from '../packer.ts'
import type { RedisConnection } from './connection.ts'
import { createOwnedValues, type SharedLimits } from './owned-values.ts'

interface RedisPagesParts {
  connection: RedisConnection
  packer: Packer
  limits: SharedLimits
  maxAgeMs?: number
}

const noBytes = Buffer.alloc(0)

/** Redis and the seal each give an age. The greater one counts, so that a replayed page doesn't appear new. */
export function createRedisPages(parts: RedisPagesParts): PageStore {
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
