/** `POST /v1/scrape/batch`: many URLs in one request, answered with one line of JSON for each as it finishes (docs/api.md, Many URLs). */

import { randomUUID } from 'node:crypto'
import type { BatchTurns } from '../../../access/admission.ts'
import { ServiceError } from '../../../base/errors.ts'
import { noShare, type Share } from '../../../base/share.ts'
import { jsonBytes, withWritten } from '../../../content/written.ts'
import type { ErrorBody } from '../../../contract/operation.ts'
import type { ScrapeResult } from '../../../contract/scrape.ts'
import { maxMessageBytes } from '../../../contract/service-limits.ts'
import type { OperationRuntime } from '../../../operations/runtime.ts'
import { scrapeBatch } from '../../../operations/scrape-batch.ts'
import { errorBodyOf, shownError } from '../../error-body.ts'
import { readJsonParameters } from '../body.ts'
import { chooseCoding, createFlushingCoder } from '../content-coding.ts'
import { writeBytes } from '../response.ts'
import type { HttpExchange, HttpRoute } from '../server.ts'

export type CompatRuntime = Pick<OperationRuntime, 'operations' | 'invoke' | 'check' | 'budget'>

/** Used without keys, when nothing else limits concurrency. The value is the default for a batch with a key. */
const unlimited = { concurrency: 16, enter: async () => () => {} }

export function scrapeBatchRoute(runtime: CompatRuntime): HttpRoute {
  const operation = scrapeBatch(runtime.operations.scrape)

  /** Throws the error of a fault that concerns all URLs. */
  async function readParameters(exchange: HttpExchange): Promise<Batch> {
    const { request } = exchange
    const given = await readJsonParameters(operation, exchange, maxMessageBytes)
    await runtime.check(operation as never, given, exchange)
    if (request.headers['idempotency-key'] !== undefined) {
      const next = 'To repeat a part of a batch, send the URLs that are missing or failed.'
      throw new ServiceError('value_error', "A batch can't have an Idempotency-Key", { next })
    }
    const { urls, ...shared } = given.raw as { urls: string[] }
    return { urls, shared }
  }

  async function handle(exchange: HttpExchange): Promise<void> {
    const turns = turnsOf(exchange)
    const batch = await readParameters(exchange)
    const lines = openLines(exchange)
    const total = { ok: 0, failed: 0, credits_charged: 0 }
    await scrapeEach(runtime, { ...exchange, turns }, batch, (line, share) => {
      total[line.result ? 'ok' : 'failed']++
      total.credits_charged += (line.result ?? line.error).credits_charged
      return lines.write(line, share)
    })
    await lines.write({ done: true, ...total })
    lines.end()
  }

  return { path: '/v1/scrape/batch', methods: ['POST'], needsKey: true, handle }
}

/** Throws rate_limited. */
export function turnsOf({ caller }: Pick<HttpExchange, 'caller'>): BatchTurns {
  return caller.openBatch?.() ?? unlimited
}

interface Batch {
  urls: readonly string[]
  shared: Readonly<Record<string, unknown>>
}

type Line = { index: number; url: string; status: number } & (
  | { result: ScrapeResult; error?: never }
  | { error: ErrorBody; result?: never }
)

/** Scrapes each URL in its turn. Waits for `onLine` before it starts another URL, so that few results are in memory. */
export async function scrapeEach(
  { operations, invoke, budget }: CompatRuntime,
  { caller, signal, left, turns }: Pick<HttpExchange, 'caller' | 'signal' | 'left'> & { turns: BatchTurns },
  { urls, shared }: Batch,
  onLine: (line: Line, share: Share) => Promise<void>,
): Promise<void> {
  async function scrape(index: number, url: string): Promise<void> {
    const requestId = randomUUID()
    const share = budget.open(caller.keyId)
    const context = { caller: { keyId: caller.keyId, transport: 'rest' }, share, requestId, signal } as const
    try {
      const leave = await turns.enter(signal)
      const result = await invoke(operations.scrape, { raw: { ...shared, url } }, context).finally(leave)
      await onLine({ index, url, status: 200, result }, share)
    } catch (error) {
      if (left.aborted) return
      const known = shownError(signal.aborted ? signal.reason : error, requestId)
      await onLine({ index, url, status: known.status, error: errorBodyOf(known, requestId) }, share)
    } finally {
      share.close()
    }
  }

  const queue = urls.entries()
  const work = async () => {
    for (const [index, url] of queue) if (!left.aborted) await scrape(index, url)
  }
  await Promise.all(Array.from({ length: Math.min(turns.concurrency, urls.length) }, work))
}

/** Starts the response. `write` sends an object as one line, and resolves when the client can be sent more. */
function openLines({ request, response }: HttpExchange) {
  const coding = chooseCoding(request.headers['accept-encoding'])
  response.appendHeader('vary', 'Accept-Encoding')
  // Reverse proxies such as nginx would otherwise hold lines back.
  response.setHeader('x-accel-buffering', 'no')
  if (coding !== 'identity') response.setHeader('content-encoding', coding)
  response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
  const coder = coding === 'identity' ? null : createFlushingCoder(coding)
  coder?.pipe(response).once('close', () => coder.destroy())
  const sink = coder ?? response
  let last = Promise.resolve()
  return {
    write(line: object, share: Share = noShare): Promise<void> {
      const bytes = Buffer.concat([...jsonBytes(withWritten(line)), Buffer.from('\n')])
      share.give(Number.POSITIVE_INFINITY)
      share.add(bytes.byteLength)
      last = last.then(() => writeBytes(sink, bytes))
      return last
    },
    end: () => void sink.end(),
  }
}
