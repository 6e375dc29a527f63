/** Waits until a cluster is at rest after its torture test, when every killed part counts as dead and no resource is held. */

import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Cluster } from '../../../test/cluster/cluster.ts'
import { type LedgerContents, readLedger } from '../ledger-audit.ts'
import { type LostProcess, stillAlive } from './faults.ts'

/** Time within which reservations and jobs of dead processes are removed, and browsers of dead workers closed. */
export const settledWithinMs = 180_000

/** Waits until no resource is held. Resolves with the ledger, and with a message for each resource that is still held. */
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

/** True for keys that belong to a single job instead of the whole queue. */
function isOfJob(key: string): boolean {
  const whole = ['meta', 'events', 'workers', 'stopping', 'turns', 'marker', 'pc', 'stalled-check', 'stalled', 'id']
  return !whole.includes(key.split(':')[3] ?? '')
}
