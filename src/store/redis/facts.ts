/** A look at Redis that changes nothing. */

import { Redis } from 'ioredis'

const limitMs = 3000

/** Its version. Throws errors of the driver. */
export async function redisVersion(url: string): Promise<string> {
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
    return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'of unknown version'
  } catch (error) {
    // What the driver throws says only that the connection is closed.
    throw cause ?? error
  } finally {
    redis.disconnect()
  }
}
