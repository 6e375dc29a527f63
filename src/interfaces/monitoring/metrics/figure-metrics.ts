/** Metrics that are read from parts of the service whenever metrics are requested. */

import type { RuntimeFigures } from '../../../pages/nodes/runtime-figures.ts'

export interface ServiceFigures extends RuntimeFigures {
  version: string
  http: { requests: number; connections: number }
  /** Number of reservation outcomes that are waiting to be written to the database. */
  outcomesWaiting: number
  /** True if Redis is unreachable, or null if it isn't set up. */
  isRedisAway: boolean | null
}

export interface FigureMetric {
  name: string
  help: string
  labels: readonly string[]
  read(figures: ServiceFigures): readonly Figure[]
}

type Figure = readonly [value: number, labels?: Readonly<Record<string, string>>]

const lanes = ['small', 'large'] as const

export const figureMetrics: readonly FigureMetric[] = [
  {
    name: 'gleaner_build_info',
    help: 'Always 1. The labels show the running version.',
    labels: ['version', 'node'],
    read: ({ version }) => [[1, { version, node: process.version }]],
  },
  gauge('gleaner_http_requests_in_flight', 'HTTP requests in flight.', ({ http }) => http.requests),
  gauge('gleaner_http_connections', 'Open client connections.', ({ http }) => http.connections),
  {
    name: 'gleaner_reader_tasks',
    help: 'Pages being read or waiting for a reader, by lane: one for small pages, one for documents and large or slow pages.',
    labels: ['lane', 'state'],
    read: ({ readers }) =>
      lanes.flatMap((lane) => [
        [readers[lane].working, { lane, state: 'working' }],
        [readers[lane].waiting, { lane, state: 'waiting' }],
      ]),
  },
  {
    name: 'gleaner_readers',
    help: 'Readers, including idle ones: worker threads for small pages, child processes for large ones.',
    labels: ['lane'],
    read: ({ readers }) => lanes.map((lane) => [readers[lane].readers, { lane }]),
  },
  gauge('gleaner_browsers', 'Running browsers.', ({ browser }) => browser.browsers),
  gauge(
    'gleaner_browser_farms_away',
    'URLs in GLEANER_BROWSER_WS that currently provide no browser.',
    ({ browser }) => browser.away,
  ),
  {
    name: 'gleaner_browser_pages',
    help: 'Pages open in the browser, and requests waiting to open one.',
    labels: ['state'],
    read: ({ browser }) => [
      [browser.working, { state: 'working' }],
      [browser.waiting, { state: 'waiting' }],
    ],
  },
  gauge(
    'gleaner_queue_waiting',
    'Jobs that no worker has started, across all processes that share Redis. May be a few seconds old.',
    ({ jobs }) => jobs.waiting,
  ),
  gauge(
    'gleaner_queue_running',
    'Jobs that workers are running, across all processes that share Redis.',
    ({ jobs }) => jobs.running,
  ),
  gauge('gleaner_queue_workers', 'Live workers.', ({ jobs }) => jobs.workers),
  gauge(
    'gleaner_in_flight_bytes',
    'Bytes held by requests: bodies, waiting pages, results and unread responses.',
    ({ budget }) => budget.bytes,
  ),
  gauge(
    'gleaner_in_flight_max_bytes',
    'Maximum bytes that all requests together may hold; part of GLEANER_MEMORY_MB.',
    ({ budget }) => budget.maxBytes,
  ),
  gauge(
    'gleaner_snapshots',
    'Results stored so that further pieces can be read, across all nodes that share Redis.',
    ({ snapshots }) => snapshots.entries,
  ),
  gauge('gleaner_snapshot_bytes', 'Bytes of stored results.', ({ snapshots }) => snapshots.bytes),
  gauge(
    'gleaner_kept_pages',
    'Pages kept for further requests with the same key (max_age_s), across all nodes that share Redis.',
    ({ pages }) => pages.entries,
  ),
  gauge('gleaner_kept_page_bytes', 'Bytes of kept pages.', ({ pages }) => pages.bytes),
  {
    name: 'gleaner_redis_up',
    help: '1 if Redis responds, 0 while this node works alone. Absent if Redis is not set up.',
    labels: [],
    read: ({ isRedisAway }) => (isRedisAway === null ? [] : [[isRedisAway ? 0 : 1]]),
  },
  gauge(
    'gleaner_outcomes_waiting',
    'Reservation outcomes not yet written to the database.',
    ({ outcomesWaiting }) => outcomesWaiting,
  ),
]

function gauge(name: string, help: string, read: (figures: ServiceFigures) => number): FigureMetric {
  return { name, help, labels: [], read: (figures) => [[read(figures)]] }
}
