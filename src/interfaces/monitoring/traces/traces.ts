/** OpenTelemetry traces. Spans are sent to a collector in the background, in batches, and dropped if it refuses them. */

import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, millisToHrTime, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { LRUCache } from 'lru-cache'
import { succeedsWithin } from '../../../base/deadline.ts'
import { type Events, emit, subscribe } from '../../../base/events.ts'
import { isHttp } from '../../../base/url-schemes.ts'
import { type Config, ConfigError } from '../../../config/config.ts'

export type Traces = ReturnType<typeof startTraces>

/** Starts tracing. The SDK reads endpoint, headers, certificates, time limits and resource from the environment. Throws ConfigError. */
export function startTraces(config: Config, version: string) {
  checkExporter(config)
  const own = resourceFromAttributes({ 'service.name': 'gleaner', 'service.version': version })
  const { exporter, giveUp } = reportFailures(new OTLPTraceExporter())
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const end = recordRequests(provider.getTracer('gleaner', version))
  return {
    /** Sends the remaining spans. Resolves when they have been sent or dropped, or after `limitMs`. Reports an unavailable collector. */
    async close(limitMs = defaultCloseLimitMs): Promise<void> {
      end()
      if (!(await succeedsWithin(limitMs, provider.shutdown()))) giveUp()
    },
  }
}

/** Longer than all of the exporter's attempts together. */
const defaultCloseLimitMs = 15_000

/** The settings are checked only when traces start, because other programs use the same variables. */
function checkExporter(config: Config): void {
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const) {
    if (config[name] !== undefined && !isHttp(URL.parse(config[name])))
      throw new ConfigError(`${name}: must be an http:// or https:// URL, such as http://127.0.0.1:4318`)
  }
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const) {
    if (![undefined, 'http/protobuf'].includes(config[name]))
      throw new ConfigError(`${name}: must be http/protobuf, the only supported protocol`)
  }
}

/** Samplers by name without `parentbased_`. */
const samplers: Record<string, (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
}

function samplerOf({ OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG = '1' }: Config) {
  const [, base, kind = ''] = /^(parentbased_)?(.*)$/.exec(name) ?? []
  const create = Object.hasOwn(samplers, kind) ? samplers[kind] : undefined
  const ratio = Number(OTEL_TRACES_SAMPLER_ARG)
  if (!create) {
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER: must be one of ${Object.keys(samplers).join(', ')}, optionally prefixed with parentbased_`,
    )
  }
  if (!(ratio >= 0 && ratio <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1')
  return base === undefined ? create(ratio) : new ParentBasedSampler({ root: create(ratio) })
}

/** Reports once when the collector stops accepting spans, and once when it accepts them again. */
function reportFailures(exporter: SpanExporter): { exporter: SpanExporter; giveUp(): void } {
  let isAway = false
  function reportAway(detail: string): void {
    if (!isAway) emit('gleaner:lifecycle', { event: 'traces_not_exported', detail })
    isAway = true
  }
  function report({ code, error }: ExportResult): void {
    const failed = code === ExportResultCode.FAILED
    if (failed) reportAway(nameOf(error))
    else if (isAway) emit('gleaner:lifecycle', { event: 'traces_exported_again' })
    isAway = failed
  }
  return {
    exporter: {
      export: (spans, onResult) =>
        exporter.export(spans, (result) => {
          report(result)
          onResult(result)
        }),
      shutdown: () => exporter.shutdown(),
      forceFlush: async () => exporter.forceFlush?.(),
    },
    giveUp: () => reportAway('stopped before a response'),
  }
}

/** Returns only the name, because the message may contain the collector's response. */
function nameOf(error: Error | undefined): string {
  return String((error as NodeJS.ErrnoException | undefined)?.code ?? error?.name ?? '')
}

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
