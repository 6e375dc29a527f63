/** Waits until a cluster holds nothing after its torture test, once every killed part counts as dead. */

import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Cluster } from '../../../test/cluster/cluster.ts'
import { type LedgerContents, readLedger } from '../ledger-audit.ts'
import { type LostProcess, stillAlive } from './faults.ts'

/** Time by which dead processes' reservations are released, their jobs removed, and dead workers' browsers closed. */
export const settledWithinMs = 180_000

/** Waits until nothing is held. Resolves with the ledger, and with one message for each thing that is still held. */
export async function untilAtRest(
  cluster: Cluster,
  lost: readonly LostProcess[],
): Promise<{ ledger: LedgerContents; held: string[] }> {
  const redis = new Redis(cluster.redis.url)
  const until = performance.now() + settledWithinMs
  try {
    for (;;) {
      const ledger = await readLedger('', cluster.postgres.url)
      const states = {
        ...{ 'reservations held': ledger.held, 'claims running': ledger.running },
        'keys of jobs in Redis': [
          ...(await redis.keys('gleaner:queue:*')),
          ...(await redis.keys('gleaner:jobs:*')),
        ].filter(isOfJob).length,
        'keys with requests under way': (await redis.keys('gleaner:running:*')).length,
        'processes of killed programs': stillAlive(lost).length,
      }
      const held = Object.entries(states).filter(([, count]) => count > 0)
      if (held.length === 0 || performance.now() > until) {
        return { ledger, held: held.map(([what, count]) => `${count} ${what}`) }
      }
      await wait(1000)
    }
  } finally {
    redis.disconnect()
  }
}

/** True for keys that don't belong to a queue as a whole. */
function isOfJob(key: string): boolean {
  const whole = ['meta', 'events', 'workers', 'stopping', 'turns', 'marker', 'pc', 'stalled-check', 'stalled', 'id']
  return !whole.includes(key.split(':')[3] ?? '')
}
