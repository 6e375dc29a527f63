/** Kept pages in Redis, for all nodes. While it is unavailable, no pages are kept. */

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

/** A page's age is the greater of Redis's and the one in its seal, so that a page written back later doesn't become young again. */
export function createRedisPages(parts: RedisPagesParts): PageStore {
  const { connection, packer, limits, maxAgeMs = pageMaxAgeMs } = parts
  const values = createOwnedValues(connection, 'pages', limits)
  /** The number is the format's version: a node doesn't read values that another version has written in another format. */
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
