/** Emits the events of an HTTP request. */

import type { IncomingMessage, ServerResponse } from 'node:http'
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
export function observeRequest({ request, response, requestId, path, stages, left }: Observed): {
  route: string | null
} {
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
