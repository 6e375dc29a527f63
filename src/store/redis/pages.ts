/** Kept pages in Redis, for all nodes. Pages that can't be put there stay in this node's memory, where lookups also find them. */

import { pageMaxAgeMs } from '../../contract/service-limits.ts'
import type { Page } from '../../html/page.ts'
import { createMemoryPages } from '../../pages/snapshot/memory-pages.ts'
import type { FoundPage, KeptPage, PageStore } from '../../pages/snapshot/page-store.ts'
import type { Packer } from '../packer.ts'
import type { RedisConnection } from './connection.ts'
import { besideAlone, createOwnedValues, type SharedLimits } from './owned-values.ts'

interface RedisPagesParts {
  connection: RedisConnection
  packer: Packer
  limits: SharedLimits
  maxAgeMs?: number
  /** Pages that this node keeps while Redis is unavailable. */
  alone?: PageStore
}

const noBytes = Buffer.alloc(0)

/** A page's age is the greater of Redis's and the one in its seal, so that a page written back later doesn't become young again. */
export function createRedisPages({
  connection,
  packer,
  limits,
  maxAgeMs = pageMaxAgeMs,
  alone = createMemoryPages({ maxAgeMs }),
}: RedisPagesParts): PageStore {
  const values = createOwnedValues(connection, 'pages', limits)
  /** The number is the format's version: a node doesn't read values that another version has written in another format. */
  const place = (owner: string | null, name: string) => JSON.stringify(['kept page 2', owner, name])

  async function getShared(owner: string | null, name: string): Promise<FoundPage | null> {
    const found = await values.get(owner, name)
    const opened = found && (await packer.unpack<Fields>(found.value, place(owner, name)))
    if (!opened) return null
    const { page, fetchedAt } = opened.fields
    const ageMs = Math.max(found.ageMs, Date.now() - Date.parse(fetchedAt))
    return ageMs > maxAgeMs ? null : { page: { ...page, body: opened.bytes }, fetchedAt, ageMs }
  }

  return {
    async get(owner, name) {
      const [shared, own] = await Promise.all([getShared(owner, name), alone.get(owner, name)])
      if (shared === null || own === null) return own ?? shared
      return own.fetchedAt > shared.fetchedAt ? own : shared
    },
    async set(owner, name, kept) {
      const { body, ...page } = kept.page
      const value = await packer.pack({ ...kept, page }, body, place(owner, name))
      if (!(await values.set(owner, name, { value, shown: noBytes, maxAgeMs }))) return alone.set(owner, name, kept)
      await alone.delete(owner, name)
      return true
    },
    async delete(owner, name) {
      await Promise.all([values.delete(owner, name), alone.delete(owner, name)])
    },
    ...besideAlone(values, alone),
  }
}

type Fields = Omit<KeptPage, 'page'> & { page: Omit<Page, 'body'> }
