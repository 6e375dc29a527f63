/** The metrics of this process, in Prometheus's text format and as OpenMetrics. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { EventMetric } from './event-metric.ts'
import { eventMetrics } from './event-metrics.ts'
import { type FigureMetric, figureMetrics, type ServiceFigures } from './figure-metrics.ts'

export interface Metrics {
  /** Resolves with all current metrics. */
  expose(format: MetricsFormat): Promise<MetricsText>
  /** Stops counting. */
  close(): void
}

export type MetricsFormat = 'prometheus' | 'openmetrics'

export interface MetricsText {
  contentType: string
  text: string
}

/** Starts counting. Calls `figures` whenever the metrics are requested. */
export function createMetrics(figures: () => ServiceFigures): Metrics {
  const registry = new Registry()
  const ends = eventMetrics.map((metric) => count(metric, registry))
  const gauges = figureMetrics.map((metric) => createGauge(metric, registry))
  collectDefaultMetrics({ register: registry })
  for (const name of leftOut) registry.removeSingleMetric(name)

  return {
    async expose(format) {
      const now = figures()
      for (const set of gauges) set(now)
      // The registry writes `Nan`, which isn't valid in either format.
      const text = (await registry.metrics()).replaceAll(/ Nan$/gm, ' NaN')
      if (format === 'prometheus') return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text }
      return { contentType: Registry.OPENMETRICS_CONTENT_TYPE, text: toOpenMetrics(text) }
    },
    close() {
      for (const end of ends) end()
      registry.clear()
    },
  }
}

/** Process metrics to leave out: gauges named like counters, and their breakdowns. */
const leftOut = ['handles', 'requests', 'resources'].flatMap((kind) => [
  `nodejs_active_${kind}`,
  `nodejs_active_${kind}_total`,
])

/** Counts the metric's events. Returns a function that stops it. */
function count({ name, help, kind, labels, buckets, listen }: EventMetric, registry: Registry): () => void {
  const options = { name, help, labelNames: [...labels], registers: [registry] }
  if (kind === 'counter') {
    const counter = new Counter(options)
    return listen((of, value) => counter.inc(of, value))
  }
  const histogram = new Histogram({ ...options, buckets: [...(buckets ?? [])] })
  return listen((of, value) => histogram.observe(of, value))
}

function createGauge({ name, help, labels, read }: FigureMetric, registry: Registry) {
  const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
  return (figures: ServiceFigures) => {
    for (const [value, of = {}] of read(figures)) gauge.set(of, value)
  }
}

/**
 * Converts the text to OpenMetrics: counter families without `_total` in their names, no empty lines, and an end marker. The
 * registry itself would permanently rename its counters when it writes OpenMetrics (prom-client 15.1).
 * @see https://prometheus.io/docs/specs/om/open_metrics_spec/
 */
function toOpenMetrics(text: string): string {
  const families = text.replaceAll(
    /^# HELP (\w+)_total (.*)\n# TYPE \1_total counter$/gm,
    '# HELP $1 $2\n# TYPE $1 counter',
  )
  return `${families.replaceAll(/\n{2,}/g, '\n')}# EOF\n`
}
