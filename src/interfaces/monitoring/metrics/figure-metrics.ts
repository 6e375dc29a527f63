/** The table of metrics that are read from the parts of the service whenever somebody asks for them. */

import type { RuntimeFigures } from '../../../pages/nodes/runtime-figures.ts'

/** What the parts do and hold at one moment. */
export interface ServiceFigures extends RuntimeFigures {
  /** Of Gleaner. */
  version: string
  http: { requests: number; connections: number }
  /** Outcomes of reservations that wait for the database. */
  outcomesWaiting: number
  /** Whether Redis is out of reach; null where none is set. */
  isRedisAway: boolean | null
}

/** A gauge: its values, each with the labels that it bears. */
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
    help: 'Always 1: the labels say which version runs.',
    labels: ['version', 'node'],
    read: ({ version }) => [[1, { version, node: process.version }]],
  },
  {
    name: 'gleaner_http_requests_in_flight',
    help: 'HTTP requests whose response has not ended.',
    labels: [],
    read: ({ http }) => [[http.requests]],
  },
  {
    name: 'gleaner_http_connections',
    help: 'Connections of clients.',
    labels: [],
    read: ({ http }) => [[http.connections]],
  },
  {
    name: 'gleaner_reader_tasks',
    help: 'Pages that are being read or wait for a reader, by lane: small ones; documents and large or slow ones.',
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
    help: 'Browsers that run.',
    labels: [],
    read: ({ browser }) => [[browser.browsers]],
  },
  {
    name: 'gleaner_browser_farms_away',
    help: 'Addresses of GLEANER_BROWSER_WS that give no browser now.',
    labels: [],
    read: ({ browser }) => [[browser.away]],
  },
  {
    name: 'gleaner_browser_pages',
    help: 'Pages in the browser, and requests that wait for one.',
    labels: ['state'],
    read: ({ browser }) => [
      [browser.working, { state: 'working' }],
      [browser.waiting, { state: 'waiting' }],
    ],
  },
  {
    name: 'gleaner_queue_waiting',
    help: 'Jobs for workers that none has begun, of all processes that share Redis, some seconds ago at most.',
    labels: [],
    read: ({ jobs }) => [[jobs.waiting]],
  },
  {
    name: 'gleaner_queue_running',
    help: 'Jobs that workers do, of all processes that share Redis.',
    labels: [],
    read: ({ jobs }) => [[jobs.running]],
  },
  {
    name: 'gleaner_queue_workers',
    help: 'Workers that are alive.',
    labels: [],
    read: ({ jobs }) => [[jobs.workers]],
  },
  {
    name: 'gleaner_in_flight_bytes',
    help: 'Bytes that requests hold: bodies, waiting pages, results and unread responses.',
    labels: [],
    read: ({ budget }) => [[budget.bytes]],
  },
  {
    name: 'gleaner_in_flight_max_bytes',
    help: 'Bytes that requests may hold together, a part of GLEANER_MEMORY_MB.',
    labels: [],
    read: ({ budget }) => [[budget.maxBytes]],
  },
  {
    name: 'gleaner_snapshots',
    help: 'Stored results, which can be read on; of all nodes that share Redis.',
    labels: [],
    read: ({ snapshots }) => [[snapshots.entries]],
  },
  {
    name: 'gleaner_snapshot_bytes',
    help: 'Bytes of the stored results.',
    labels: [],
    read: ({ snapshots }) => [[snapshots.bytes]],
  },
  {
    name: 'gleaner_kept_pages',
    help: 'Fetched pages that further requests of the same key may use (max_age_s); of all nodes that share Redis.',
    labels: [],
    read: ({ pages }) => [[pages.entries]],
  },
  {
    name: 'gleaner_kept_page_bytes',
    help: 'Bytes of these pages.',
    labels: [],
    read: ({ pages }) => [[pages.bytes]],
  },
  {
    name: 'gleaner_redis_up',
    help: 'Whether Redis answers; 0 while this node works as if it were alone. Nothing where none is set.',
    labels: [],
    read: ({ isRedisAway }) => (isRedisAway === null ? [] : [[isRedisAway ? 0 : 1]]),
  },
  {
    name: 'gleaner_outcomes_waiting',
    help: 'Outcomes of reservations that could not be written to the database yet.',
    labels: [],
    read: ({ outcomesWaiting }) => [[outcomesWaiting]],
  },
]
