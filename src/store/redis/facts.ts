/** Reads facts about Redis without changing anything. */

import { Redis } from 'ioredis'
import type { RedisFacts } from '../../access/maintenance.ts'

const limitMs = 3000

/** Throws driver errors. */
export async function readRedisFacts(url: string): Promise<RedisFacts> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: limitMs,
    commandTimeout: limitMs,
    retryStrategy: () => null,
  })
  let cause: Error | null = null
  redis.on('error', (error: Error) => {
    cause ??= error
  })
  try {
    await redis.connect()
    const info = await redis.info()
    const fieldOf = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]
    return {
      version: fieldOf('redis_version') ?? 'of unknown version',
      isCluster: fieldOf('cluster_enabled') === '1',
      maxBytes: Number(fieldOf('maxmemory') ?? 0) || null,
      policy: fieldOf('maxmemory_policy') ?? 'noeviction',
    }
  } catch (error) {
    // The driver's own error says only that the connection is closed.
    throw cause ?? error
  } finally {
    redis.disconnect()
  }
}
