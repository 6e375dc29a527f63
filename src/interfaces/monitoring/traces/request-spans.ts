/** Creates spans from events, for each HTTP request, each operation in it, and each stage of an operation. */

import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { millisToHrTime, parseTraceParent } from '@opentelemetry/core'
import { LRUCache } from 'lru-cache'
import { type Events, subscribe } from '../../../base/events.ts'

/** Routes that machines poll every few seconds. They are not traced. */
const untraced: ReadonlySet<string | null> = new Set(['/metrics', '/healthz', '/readyz'])

/**
 * Maximum number of requests whose stages are kept until their operation ends. The oldest requests are dropped, which also removes stages
 * that end after their operation.
 */
const maxPending = 5000

type Stage = Events['gleaner:stage']

/** Creates spans until the returned function is called. */
export function recordRequests(tracer: Tracer): () => void {
  const requests = new Map<string, { span: Span; startedAt: number }>()
  const stages = new LRUCache<string, Stage[]>({ max: maxPending })

  /** Returns the context for a request's spans, or a new trace for a request in a batch or over a transport other than HTTP. */
  function contextOf(requestId: string) {
    const request = requests.get(requestId)
    return request ? trace.setSpan(ROOT_CONTEXT, request.span) : ROOT_CONTEXT
  }

  function startRequest({ requestId, method, traceparent, startedAt }: Events['gleaner:http-start']): void {
    const parent = traceparent === null ? null : parseTraceParent(traceparent)
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
    const attributes = { 'gleaner.request_id': requestId, 'http.request.method': method }
    const options = { kind: SpanKind.SERVER, startTime: millisToHrTime(startedAt), attributes }
    requests.set(requestId, { span: tracer.startSpan(method, options, context), startedAt })
  }

  function endRequest({ requestId, method, route, status, durationMs }: Events['gleaner:http']): void {
    const request = requests.get(requestId)
    requests.delete(requestId)
    stages.delete(requestId)
    if (!request || untraced.has(route)) return
    const { span, startedAt } = request
    if (route !== null) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
    if (status !== null) span.setAttribute('http.response.status_code', status)
    // A client error doesn't make the server's span an error. @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#status
    if (status !== null && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(millisToHrTime(startedAt + durationMs))
  }

  function keepStage(stage: Stage): void {
    const kept = stages.get(stage.requestId) ?? []
    kept.push(stage)
    stages.set(stage.requestId, kept)
  }

  function recordOperation(event: Events['gleaner:operation']): void {
    const { requestId, operation, outcome, startedAt, durationMs } = event
    const options = { startTime: millisToHrTime(startedAt), attributes: attributesOf(event) }
    const span = tracer.startSpan(operation, options, contextOf(requestId))
    const context = trace.setSpan(ROOT_CONTEXT, span)
    for (const { stage, startedAt: from, durationMs: ms } of stages.get(requestId) ?? []) {
      tracer.startSpan(stage, { startTime: millisToHrTime(from) }, context).end(millisToHrTime(from + ms))
    }
    stages.delete(requestId)
    if (outcome !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR, message: outcome })
    span.end(millisToHrTime(startedAt + durationMs))
  }

  const ends = [
    subscribe('gleaner:http-start', startRequest),
    subscribe('gleaner:http', endRequest),
    subscribe('gleaner:stage', keepStage),
    subscribe('gleaner:operation', recordOperation),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function attributesOf(event: Events['gleaner:operation']): Attributes {
  const { requestId, transport, keyId, host, outcome, creditsCharged } = event
  return {
    'gleaner.request_id': requestId,
    'gleaner.transport': transport,
    'gleaner.outcome': outcome,
    'gleaner.credits_charged': creditsCharged,
    ...(keyId === null ? {} : { 'gleaner.key_id': keyId }),
    ...(host === null ? {} : { 'gleaner.host': host }),
    ...(outcome === 'ok' ? {} : { 'error.type': outcome }),
  }
}
