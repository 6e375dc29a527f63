/** OpenTelemetry traces. Spans are sent to a collector in the background, in batches. If it doesn't accept them, they are dropped. */

import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
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
import { succeedsWithin } from '../../../base/deadline.ts'
import { emit } from '../../../base/events.ts'
import { recordRequests } from './request-spans.ts'
import type { SamplerName, TraceSettings } from './trace-settings.ts'

export interface Traces {
  /** Sends the remaining spans. Resolves when they have been sent or dropped, at the latest after `limitMs`. Reports a dead collector. */
  close(limitMs?: number): Promise<void>
}

/** Starts tracing requests. The SDK reads headers, certificates, time limits and the resource from the environment. */
export function startTraces({ url, sampler, ratio }: TraceSettings, version: string): Traces {
  const own = resourceFromAttributes({ 'service.name': 'gleaner', 'service.version': version })
  const { exporter, giveUp } = reportFailures(new OTLPTraceExporter({ url }))
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler[sampler](ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const end = recordRequests(provider.getTracer('gleaner', version))
  return {
    async close(limitMs = defaultCloseLimitMs) {
      end()
      if (!(await succeedsWithin(limitMs, provider.shutdown()))) giveUp()
    },
  }
}

/** Longer than all attempts of the exporter. */
const defaultCloseLimitMs = 15_000

const createSampler: Record<SamplerName, (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
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
