/** Kept pages in Redis, for all nodes, once they are shared; others, and what can't be put there, are in this node's memory. */

import type { Page } from '../../html/page.ts'
import { createMemoryPages } from '../../pages/snapshot/memory-pages.ts'
import type { FoundPage, KeptPage, PageStore } from '../../pages/snapshot/page-store.ts'
import type { Packer } from '../packer.ts'
import type { RedisConnection } from './connection.ts'
import { besideAlone, createOwnedValues, type SharedLimits } from './owned-values.ts'

export interface RedisPagesParts {
  connection: RedisConnection
  packer: Packer
  limits: SharedLimits
  /** What this node keeps until it is shared, and while Redis is away. */
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
    return { ...kept, page: { ...page, body: opened.bytes }, prompts: found.marks, ageMs }
  }

  return {
    async get(owner, name) {
      const [shared, own] = await Promise.all([getShared(owner, name), alone.get(owner, name)])
      if (shared === null || own === null) return own ?? shared
      return own.fetchedAt > shared.fetchedAt ? own : shared
    },
    set: alone.set,
    async share(owner, name, mark, maxAgeMs) {
      const own = await alone.get(owner, name)
      if (own?.mark !== mark) return
      const { page, prompts, ageMs, ...kept } = own
      const { body, ...fields } = page
      const value = await packer.pack({ ...kept, page: fields }, body, place(owner, name))
      const shared = { value, shown: Buffer.from(mark), marks: prompts, ageMs, maxAgeMs: Math.max(1, maxAgeMs - ageMs) }
      if (await values.set(owner, name, shared)) await dropShared(owner, name, own)
    },
    async addPrompt(owner, name, mark, prompt) {
      const own = await alone.get(owner, name)
      if (own?.mark === mark) return alone.addPrompt(owner, name, mark, prompt)
      return (await values.mark(owner, name, Buffer.from(mark), prompt)) ?? false
    },
    async delete(owner, name) {
      await Promise.all([values.delete(owner, name), alone.delete(owner, name)])
    },
    ...besideAlone(values, alone),
  }

  /** From the memory of this node, unless it has been replaced meanwhile. */
  async function dropShared(owner: string | null, name: string, { mark, fetchedAt }: KeptPage): Promise<void> {
    const own = await alone.get(owner, name)
    if (own?.mark === mark && own.fetchedAt === fetchedAt) await alone.delete(owner, name)
  }
}

type Fields = Omit<KeptPage, 'page' | 'prompts'> & { page: Omit<Page, 'body'> }
