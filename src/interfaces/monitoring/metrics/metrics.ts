/** The metrics of this process, in the Prometheus text format. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type EventMetric, eventMetrics } from './event-metrics.ts'
import { type FigureMetric, figureMetrics, type ServiceFigures } from './figure-metrics.ts'

export interface Metrics {
  contentType: string
  expose(): Promise<string>
  close(): void
}

/** Starts counting. Calls `figures` whenever the metrics are requested. */
export function createMetrics(figures: () => ServiceFigures): Metrics {
  const registry = new Registry()
  const ends = eventMetrics.map((metric) => count(metric, registry))
  const gauges = figureMetrics.map((metric) => createGauge(metric, registry))
  collectDefaultMetrics({ register: registry })
  for (const name of leftOut) registry.removeSingleMetric(name)

  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    async expose() {
      const now = figures()
      for (const set of gauges) set(now)
      // The registry writes `Nan`, which isn't valid.
      return (await registry.metrics()).replaceAll(/ Nan$/gm, ' NaN')
    },
    close() {
      for (const end of ends) end()
      registry.clear()
    },
  }
}

/** Process metrics to leave out: gauges whose names end in `_total` like a counter, and the breakdowns of these gauges. */
const leftOut = ['handles', 'requests', 'resources'].flatMap((kind) => [
  `nodejs_active_${kind}`,
  `nodejs_active_${kind}_total`,
])

function count({ name, help, kind, labels, buckets, listen }: EventMetric, registry: Registry): () => void {
  const options = { name, help, labelNames: [...labels], registers: [registry] }
  if (kind === 'counter') {
    const counter = new Counter(options)
    return listen((of, value) => counter.inc(of, value))
  }
  const histogram = new Histogram({ ...options, buckets })
  return listen((of, value) => histogram.observe(of, value))
}

function createGauge({ name, help, labels, read }: FigureMetric, registry: Registry) {
  const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
  return (figures: ServiceFigures) => {
    for (const [value, of = {}] of read(figures)) gauge.set(of, value)
  }
}
