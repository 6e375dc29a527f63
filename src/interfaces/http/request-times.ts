/** Reports the times of a request: its events, and the header `Server-Timing` with the duration of each stage. */

import { type IncomingMessage, ServerResponse } from 'node:http'
import { hideKeys } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import type { StageRecord } from '../../base/stages.ts'

interface Observed {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  stages: StageRecord
  path: string
  left: AbortController
}

/** Emits the events of a request, and aborts `left` when its client disconnects. `route` is set once it is known. */
export function observeRequest({ request, response, requestId, path, stages, left }: Observed) {
  const observed: { route: string | null } = { route: null }
  const startedAt = performance.now()
  const { method = '' } = request
  emit('gleaner:http-start', {
    requestId,
    method,
    traceparent: request.headersDistinct.traceparent?.join() ?? null,
    startedAt: stages.epochMs(startedAt),
  })
  response.once('close', () => {
    if (!response.writableFinished) left.abort(new DOMException('The client has disconnected', 'AbortError'))
    emit('gleaner:http', {
      requestId,
      method,
      path: hideKeys(path),
      route: observed.route,
      status: response.headersSent ? response.statusCode : null,
      durationMs: performance.now() - startedAt,
    })
  })
  return observed
}

/** A response that can add `Server-Timing`. @see https://www.w3.org/TR/server-timing/ */
export class TimedResponse extends ServerResponse {
  /** Stages to add, if any. */
  stages: StageRecord | null = null

  override writeHead(...head: never): this {
    // Stages that didn't occur are missing. `total` is the time up to this header.
    const metrics = this.stages && [...this.stages.durations(), ['total', this.stages.totalMs()] as const]
    if (metrics) this.setHeader('server-timing', metrics.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', '))
    return super.writeHead(...(head as [number]))
  }
}
