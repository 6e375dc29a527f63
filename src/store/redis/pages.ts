/** Kept pages in Redis, for all nodes. What can't be put there is in this node's memory. */

import { pageMaxAgeMs } from '../../contract/limits.ts'
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
  /** For pages that are loaded while Redis is away. */
  alone?: PageStore
}

/** The age of a shared page is the larger of Redis's and that of the time inside the seal: a page that is written back later isn't young again. */
export function createRedisPages({
  connection,
  packer,
  limits,
  alone = createMemoryPages(),
}: RedisPagesParts): PageStore {
  const values = createOwnedValues(connection, 'pages', limits)
  /** The number is that of the form: a value of another one is not read, as of a node of another version. */
  const place = (owner: string | null, name: string) => JSON.stringify(['kept page 1', owner, name])

  async function getShared(owner: string | null, name: string): Promise<FoundPage | null> {
    const found = await values.get(owner, name)
    const opened = found && (await packer.unpack<Fields>(found.value, place(owner, name)))
    if (!opened) return null
    const { page, ...kept } = opened.fields
    const ageMs = Math.max(found.ageMs, Date.now() - Date.parse(kept.fetchedAt))
    return { ...kept, page: { ...page, body: opened.bytes }, ageMs }
  }

  return {
    async get(owner, name) {
      const [shared, own] = await Promise.all([getShared(owner, name), alone.get(owner, name)])
      if (shared === null || own === null) return own ?? shared
      return own.fetchedAt > shared.fetchedAt ? own : shared
    },
    async set(owner, name, kept) {
      const { page, ...rest } = kept
      const { body, ...fields } = page
      const value = await packer.pack({ ...rest, page: fields }, body, place(owner, name))
      const isShared = await values.set(owner, name, { value, shown: Buffer.from(kept.mark), maxAgeMs: pageMaxAgeMs })
      if (!isShared) return alone.set(owner, name, kept)
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
