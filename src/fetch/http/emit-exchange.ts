/** What is told of a request that went out, whoever sent it. */

import { ServiceError } from '../../errors.ts'
import { emit } from '../../observe.ts'
import { BrokenConnection } from '../body/broken-connection.ts'
import type { ExchangeResponse } from './exchange.ts'

/** `startedAt` on the clock of `performance.now()`; `failed` is what it threw, or null. */
export function emitExchange(url: URL, startedAt: number, reply: ExchangeResponse | null, failed: unknown): void {
  emit('gleaner:fetch', {
    host: url.host,
    status: reply?.status ?? null,
    bytes: reply?.wire.byteLength ?? 0,
    durationMs: performance.now() - startedAt,
    error: failed === null ? null : nameOf(failed),
  })
}

function nameOf(error: unknown): string {
  const told = error instanceof BrokenConnection ? error.told : error
  return told instanceof ServiceError ? told.type : 'cancelled'
}
