/** `POST /v1/scrape/batch`: many URLs in one request, answered with one line of JSON for each as it finishes (docs/api.md, Many URLs). */

import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../../base/errors.ts'
import { emit } from '../../../base/events.ts'
import { noShare, type Share } from '../../../base/share.ts'
import { jsonBytes, withWritten } from '../../../content/written.ts'
import { maxMessageBytes } from '../../../contract/service-limits.ts'
import type { OperationRuntime } from '../../../operations/runtime.ts'
import { scrapeBatch } from '../../../operations/scrape-batch.ts'
import { errorBodyOf } from '../../error-body.ts'
import { writeBytes } from '../../write-bytes.ts'
import { chooseCoding, createFlushingCoder } from '../content-coding.ts'
import { readJsonParameters } from '../json-body.ts'
import type { HttpExchange, HttpRoute } from '../server.ts'

type Runtime = Pick<OperationRuntime, 'operations' | 'invoke' | 'check' | 'budget'>

/** Without keys, nothing limits concurrency, so a batch uses as much as one of a key by default. */
const unlimited = { concurrency: 16, enter: async () => () => {} }

export function scrapeBatchRoute({ operations, invoke, check, budget }: Runtime): HttpRoute {
  const operation = scrapeBatch(operations.scrape)

  /** Throws the error of a fault that concerns all URLs. */
  async function readParameters(exchange: HttpExchange) {
    const { request } = exchange
    const given = await readJsonParameters(operation, exchange, maxMessageBytes)
    await check(operation as never, given, exchange)
    if (request.headers['idempotency-key'] !== undefined) {
      const next = 'To repeat a part of a batch, send the URLs that are missing or failed.'
      throw new ServiceError('value_error', "A batch can't have an Idempotency-Key", { next })
    }
    const { urls, ...shared } = given.raw as { urls: string[] }
    return { urls, shared }
  }

  async function handle(exchange: HttpExchange): Promise<void> {
    const { caller, signal, left } = exchange
    const turns = caller.openBatch?.() ?? unlimited
    const { urls, shared } = await readParameters(exchange)
    const lines = openLines(exchange)
    const total = { ok: 0, failed: 0, credits_charged: 0 }

    async function scrape(index: number, url: string): Promise<void> {
      const requestId = randomUUID()
      const share = budget.open(caller.keyId)
      const context = { caller: { keyId: caller.keyId, transport: 'rest' }, share, requestId, signal } as const
      try {
        const leave = await turns.enter(signal)
        const result = await invoke(operations.scrape, { raw: { ...shared, url } }, context).finally(leave)
        total.ok++
        total.credits_charged += result.credits_charged
        await lines.write({ index, url, status: 200, result }, share)
      } catch (error) {
        if (left.aborted) return
        const known = failureOf(signal.aborted ? signal.reason : error, requestId)
        total.failed++
        total.credits_charged += known.creditsCharged
        await lines.write({ index, url, status: known.status, error: errorBodyOf(known, requestId) }, share)
      } finally {
        share.close()
      }
    }

    const queue = urls.entries()
    // Each worker waits until its line is written, so that few results are in memory if the client reads slowly.
    const work = async () => {
      for (const [index, url] of queue) if (!left.aborted) await scrape(index, url)
    }
    await Promise.all(Array.from({ length: Math.min(turns.concurrency, urls.length) }, work))
    await lines.write({ done: true, ...total })
    lines.end()
  }

  return { path: '/v1/scrape/batch', methods: ['POST'], needsKey: true, handle }
}

function failureOf(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error
  emit('gleaner:fault', { requestId, error })
  return new ServiceError('internal', 'Something went wrong on our side', { cause: error })
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
