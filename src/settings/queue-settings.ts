/** The settings of the queue between services and workers: part of those of `config.ts`. */

import { z } from 'zod'
import { whole } from './setting-values.ts'

export const queueSettings = {
  GLEANER_QUEUE: z
    .enum(['renders', 'all'])
    .default('renders')
    .describe(
      'What is handed to workers where there is Redis: `renders`, the pages that a browser has to load, or `all`, every load and every reading of a page. Workers do what theirs says.',
    ),
  GLEANER_QUEUE_WAITING: whole(1, 1_000_000)
    .default(10_000)
    .describe(
      'Jobs of all nodes together that may wait for a `gleaner worker`, of each kind; beyond it the request that would be served last is `overloaded`.',
    ),
  GLEANER_WORKER_PORT: whole(0, 65_535)
    .default(8788)
    .describe(
      'Port on which `gleaner worker` answers `/healthz`, `/readyz` and `/metrics`, at `GLEANER_HOST`; 0 takes a free one.',
    ),
} as const
