/** The domains of Google that have answered a search with a block, for as long as they are to be asked nothing. */

import type { FactStore } from './fact-store.ts'

export interface GoogleBlocks {
  /** Milliseconds for which the domain (`com`, `de`) is to be asked nothing; 0 where no block is remembered. */
  leftMs(domain: string): Promise<number>
  /** The domain has answered with a block just now. */
  remember(domain: string): Promise<void>
}

/** In the memory of this process and, where there are `facts`, for all nodes. `blockMs` 0 remembers nothing. */
export function createGoogleBlocks(blockMs: number, facts: FactStore | null): GoogleBlocks {
  /** Times of blocks by domain, in milliseconds of the epoch: nodes share them. The domains are those of a short list. */
  const known = new Map<string, number>()

  /** A clock that is wrong, here or at another node, doesn't make it last. */
  function leftSince(blockedAt = Number.NaN): number {
    const ageMs = Date.now() - blockedAt
    return Math.abs(ageMs) < blockMs ? Math.min(blockMs, blockMs - ageMs) : 0
  }

  return {
    async leftMs(domain) {
      if (blockMs === 0) return 0
      const ownMs = leftSince(known.get(domain))
      if (ownMs > 0 || !facts) return ownMs
      const { at } = await facts.read(null, subjectOf(domain))
      const sharedMs = leftSince(Number(at))
      if (sharedMs > 0) known.set(domain, Number(at))
      return sharedMs
    },
    async remember(domain) {
      if (blockMs === 0) return
      const now = Date.now()
      known.set(domain, now)
      await facts?.write(null, subjectOf(domain), { at: String(now) })
    },
  }
}

function subjectOf(domain: string): string {
  return `block by google.${domain}`
}
