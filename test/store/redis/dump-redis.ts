/** Dumps a Redis database as text, as anyone with access could read it. */

import { Redis } from 'ioredis'

/** Keys with their values; bytes as Latin-1. */
export async function dumpRedis(url: string): Promise<string> {
  const redis = new Redis(url)
  const dumped = []
  for (const key of await redis.keys('*')) {
    const read = { string: 'GET', hash: 'HGETALL', set: 'SMEMBERS' }[await redis.type(key)]
    dumped.push(key, ...flat(await redis.callBuffer(read ?? 'ZRANGE', read ? [key] : [key, 0, -1])))
  }
  redis.disconnect()
  return dumped.join('\n')
}

function flat(answer: unknown): string[] {
  if (Buffer.isBuffer(answer)) return [answer.toString('latin1')]
  return Array.isArray(answer) ? answer.flatMap(flat) : [String(answer)]
}
