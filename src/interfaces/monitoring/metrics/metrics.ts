/** The metrics of this process, in the Prometheus text format. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RuntimeFigures } from '../../../pages/nodes/service-nodes.ts'
import { type EventMetric, eventMetrics } from './event-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Starts counting. Calls `figures` whenever the metrics are requested. */
export function createMetrics(figures: () => ServiceFigures) {
  const registry = new Registry()
  const ends = eventMetrics.map((metric) => count(metric, registry))
  const gauges = figureMetrics.map((metric) => createGauge(metric, registry))
  collectDefaultMetrics({ register: registry })
  for (const name of leftOut) registry.removeSingleMetric(name)

  return {
    contentType: String(Registry.PROMETHEUS_CONTENT_TYPE),
    async expose(): Promise<string> {
      const now = figures()
      for (const set of gauges) set(now)
      // The registry writes `Nan`, which isn't valid.
      return (await registry.metrics()).replaceAll(/ Nan$/gm, ' NaN')
    },
    close(): void {
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

export interface ServiceFigures extends RuntimeFigures {
  version: string
  http: { requests: number; connections: number }
  /** Number of reservation outcomes that are waiting to be written to the database. */
  outcomesWaiting: number
  /** True if Redis is unreachable, or null if it isn't set up. */
  isRedisAway: boolean | null
}

interface FigureMetric {
  name: string
  help: string
  labels: readonly string[]
  read(figures: ServiceFigures): readonly Figure[]
}

type Figure = readonly [value: number, labels?: Readonly<Record<string, string>>]

const lanes = ['small', 'large'] as const

/** Metrics that are read from parts of the service whenever metrics are requested. */
const rows: Readonly<Record<string, Omit<FigureMetric, 'name'>>> = {
  gleaner_build_info: {
    help: 'Always 1. The labels show the running version.',
    labels: ['version', 'node'],
    read: ({ version }) => [[1, { version, node: process.version }]],
  },
  gleaner_http_requests_in_flight: gauge('HTTP requests in flight.', ({ http }) => http.requests),
  gleaner_http_connections: gauge('Open client connections.', ({ http }) => http.connections),
  gleaner_reader_tasks: {
    help: 'Pages being read or waiting for a reader, by lane: one for small pages, one for documents and large or slow pages.',
    labels: ['lane', 'state'],
    read: ({ readers }) => lanes.flatMap((lane) => byState(readers[lane], { lane })),
  },
  gleaner_readers: {
    help: 'Readers, including idle ones: worker threads for small pages, child processes for large ones.',
    labels: ['lane'],
    read: ({ readers }) => lanes.map((lane) => [readers[lane].readers, { lane }]),
  },
  gleaner_browsers: gauge('Running browsers.', ({ browser }) => browser.browsers),
  gleaner_browser_farms_away: gauge(
    'URLs in GLEANER_BROWSER_WS that currently provide no browser.',
    ({ browser }) => browser.away,
  ),
  gleaner_browser_pages: {
    help: 'Pages open in the browser, and requests waiting to open one.',
    labels: ['state'],
    read: ({ browser }) => byState(browser, {}),
  },
  gleaner_queue_waiting: gauge(
    'Jobs that no worker has started, across all processes that share Redis. May be a few seconds old.',
    ({ jobs }) => jobs.waiting,
  ),
  gleaner_queue_running: gauge(
    'Jobs that workers are running, across all processes that share Redis.',
    ({ jobs }) => jobs.running,
  ),
  gleaner_queue_workers: gauge('Live workers.', ({ jobs }) => jobs.workers),
  gleaner_in_flight_bytes: gauge(
    'Bytes held by requests: bodies, waiting pages, results and unread responses.',
    ({ budget }) => budget.bytes,
  ),
  gleaner_in_flight_max_bytes: gauge(
    'Maximum bytes that all requests together may hold; part of GLEANER_MEMORY_MB.',
    ({ budget }) => budget.maxBytes,
  ),
  gleaner_snapshots: gauge(
    'Results stored so that further pieces can be read, across all nodes that share Redis.',
    ({ snapshots }) => snapshots.entries,
  ),
  gleaner_snapshot_bytes: gauge('Bytes of stored results.', ({ snapshots }) => snapshots.bytes),
  gleaner_kept_pages: gauge(
    'Pages kept for further requests with the same key (max_age_s), across all nodes that share Redis.',
    ({ pages }) => pages.entries,
  ),
  gleaner_kept_page_bytes: gauge('Bytes of kept pages.', ({ pages }) => pages.bytes),
  gleaner_redis_up: {
    help: '1 if Redis responds, 0 while this node works alone. Absent if Redis is not set up.',
    labels: [],
    read: ({ isRedisAway }) => (isRedisAway === null ? [] : [[isRedisAway ? 0 : 1]]),
  },
  gleaner_outcomes_waiting: gauge(
    'Reservation outcomes not yet written to the database.',
    ({ outcomesWaiting }) => outcomesWaiting,
  ),
}

export const figureMetrics: readonly FigureMetric[] = Object.entries(rows).map(([name, row]) => ({ name, ...row }))

const byState = (counts: Record<'working' | 'waiting', number>, labels: object): Figure[] =>
  (['working', 'waiting'] as const).map((state) => [counts[state], { ...labels, state }])

function gauge(help: string, read: (figures: ServiceFigures) => number): Omit<FigureMetric, 'name'> {
  return { help, labels: [], read: (figures) => [[read(figures)]] }
}
