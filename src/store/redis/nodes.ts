/** State that a service's nodes share through Redis, over this process's connections. */

import type { Access } from '../../access/access.ts'
import { lazy } from '../../base/once.ts'
import type { ServiceNodes } from '../../pages/nodes/service-nodes.ts'
import { createPacker } from '../packer.ts'
import { createSealer } from '../seal.ts'
import { openRedisBus } from './bus.ts'
import type { RedisConnection, RedisLink } from './connection.ts'
import { createRedisPages } from './pages.ts'
import { createRedisFacts } from './shared-facts.ts'
import { createRedisSnapshots } from './snapshots.ts'

export interface RedisNodesParts {
  link: RedisLink
  connection: RedisConnection
  secretsFor: Access['secretsFor']
  /** Maximum total bytes of stored results and stored pages. */
  maxBytes: number
}

/** Maximum number of values in total, and per key. */
const maxEntries = 200_000
const ownerEntries = 10_000

export function createRedisNodes({ link, connection, secretsFor, maxBytes }: RedisNodesParts): ServiceNodes {
  const secrets = secretsFor('values in Redis')
  const packer = createPacker(secrets)
  // Large values take a long time to transfer, and limits must not wait for them.
  const values = lazy(() => link.open())
  const facts = createRedisFacts(connection)
  const bus = lazy(() => openRedisBus(link, values(), createSealer(secrets)))
  const limits = (share: number) => ({ maxEntries, ownerEntries, maxBytes: Math.floor(maxBytes * share) })

  return {
    facts,
    get bus() {
      return bus()
    },
    openSnapshots: () => createRedisSnapshots({ connection: values(), packer, limits: limits(2 / 3) }),
    openPages: () => createRedisPages({ connection: values(), packer, limits: limits(1 / 3) }),
    isAway: link.isAway,
    async settled() {
      values()
      bus()
      await link.settled()
    },
  }
}
