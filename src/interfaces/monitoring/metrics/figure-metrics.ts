/** Metrics read from parts of the service on each request for metrics. */

import type { RuntimeFigures } from '../../../pages/nodes/runtime-figures.ts'

/** State of the parts at a given moment. */
export interface ServiceFigures extends RuntimeFigures {
  /** Version of Gleaner. */
  version: string
  http: { requests: number; connections: number }
  /** Number of reservation outcomes waiting to be written to the database. */
  outcomesWaiting: number
  /** True if Redis is unreachable; null if none is set. */
  isRedisAway: boolean | null
}

/** A gauge: its values, each with its labels. */
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
  {
    name: 'gleaner_http_requests_in_flight',
    help: 'HTTP requests in flight.',
    labels: [],
    read: ({ http }) => [[http.requests]],
  },
  {
    name: 'gleaner_http_connections',
    help: 'Open client connections.',
    labels: [],
    read: ({ http }) => [[http.connections]],
  },
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
  {
    name: 'gleaner_browsers',
    help: 'Running browsers.',
    labels: [],
    read: ({ browser }) => [[browser.browsers]],
  },
  {
    name: 'gleaner_browser_farms_away',
    help: 'URLs in GLEANER_BROWSER_WS that currently provide no browser.',
    labels: [],
    read: ({ browser }) => [[browser.away]],
  },
  {
    name: 'gleaner_browser_pages',
    help: 'Pages in the browser, and requests waiting for one.',
    labels: ['state'],
    read: ({ browser }) => [
      [browser.working, { state: 'working' }],
      [browser.waiting, { state: 'waiting' }],
    ],
  },
  {
    name: 'gleaner_queue_waiting',
    help: 'Jobs that no worker has started, for all processes that share Redis. May be a few seconds old.',
    labels: [],
    read: ({ jobs }) => [[jobs.waiting]],
  },
  {
    name: 'gleaner_queue_running',
    help: 'Jobs that workers are running, for all processes that share Redis.',
    labels: [],
    read: ({ jobs }) => [[jobs.running]],
  },
  {
    name: 'gleaner_queue_workers',
    help: 'Live workers.',
    labels: [],
    read: ({ jobs }) => [[jobs.workers]],
  },
  {
    name: 'gleaner_in_flight_bytes',
    help: 'Bytes held by requests: bodies, waiting pages, results and unread responses.',
    labels: [],
    read: ({ budget }) => [[budget.bytes]],
  },
  {
    name: 'gleaner_in_flight_max_bytes',
    help: 'Maximum bytes that all requests may hold, a part of GLEANER_MEMORY_MB.',
    labels: [],
    read: ({ budget }) => [[budget.maxBytes]],
  },
  {
    name: 'gleaner_snapshots',
    help: 'Results stored for later pieces, for all nodes that share Redis.',
    labels: [],
    read: ({ snapshots }) => [[snapshots.entries]],
  },
  {
    name: 'gleaner_snapshot_bytes',
    help: 'Bytes of stored results.',
    labels: [],
    read: ({ snapshots }) => [[snapshots.bytes]],
  },
  {
    name: 'gleaner_kept_pages',
    help: 'Pages kept for further requests with the same key (max_age_s), for all nodes that share Redis.',
    labels: [],
    read: ({ pages }) => [[pages.entries]],
  },
  {
    name: 'gleaner_kept_page_bytes',
    help: 'Bytes of kept pages.',
    labels: [],
    read: ({ pages }) => [[pages.bytes]],
  },
  {
    name: 'gleaner_redis_up',
    help: '1 if Redis responds, 0 while this node works alone. Absent without Redis.',
    labels: [],
    read: ({ isRedisAway }) => (isRedisAway === null ? [] : [[isRedisAway ? 0 : 1]]),
  },
  {
    name: 'gleaner_outcomes_waiting',
    help: 'Reservation outcomes not yet written to the database.',
    labels: [],
    read: ({ outcomesWaiting }) => [[outcomesWaiting]],
  },
]
