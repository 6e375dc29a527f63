/** `gleaner worker`: renders pages for services on the same Redis, until it is stopped. */

import { once } from 'node:events'
import { succeedsWithin } from '../../base/deadline.ts'
import { emit } from '../../base/events.ts'
import type { Config } from '../../config/config.ts'
import { logDestination } from '../monitoring/log/destination.ts'
import { startLog } from '../monitoring/log/log.ts'
import { openWorkerInterface } from '../service/worker.ts'
import { version } from '../version.ts'
import { readConfigWith, readFlags } from './arguments.ts'
import type { CommandContext } from './command.ts'
import { examples } from './help/examples.ts'
import type { CommandFlags, Manual } from './help/manual.ts'

/** Time limit for closing the browser and the rest after the jobs have finished. */
const closeLimitMs = 4500

const flags = {
  concurrency: {
    type: 'string',
    value: 'N',
    about: 'Number of pages to render at once. Default: GLEANER_BROWSER_PAGES, or 4.',
  },
  port: { type: 'string', value: 'N', about: 'Port for probes and metrics. Default: GLEANER_WORKER_PORT, or 8788.' },
  host: { type: 'string', value: 'ADDRESS', about: 'Address to listen on. Default: GLEANER_HOST, or 127.0.0.1.' },
} as const satisfies CommandFlags

export const workerManual: Manual = {
  about:
    "Renders pages for gleaner serve, together with any number of other workers. It needs the service's GLEANER_REDIS_URL and GLEANER_SECRET, but no database. On SIGTERM or Ctrl-C it finishes its pages and stops.",
  groups: [{ title: 'Flags', flags }],
  notes:
    "The worker's own settings determine how pages are loaded, so give it the service's settings. See docs/workers.md.",
  examples: examples.worker ?? [],
}

export async function runWorker({ argv, signal, compose, out }: CommandContext): Promise<number> {
  const config = readWorkerFlags(argv)
  const endLog = startLog(config.GLEANER_LOG_LEVEL, logDestination(config.GLEANER_LOG_FORMAT))
  const runtime = await compose.worker(config)
  const http = await openWorkerInterface(config, runtime, version)
  out(`Gleaner ${version} is ready for jobs from Redis (health: ${http.url}/readyz)\n`)

  if (!signal.aborted) await once(signal, 'abort')
  emit('gleaner:lifecycle', { event: 'stopping' })
  const graceMs = config.GLEANER_STOP_GRACE_S * 1000
  const isClosed = await succeedsWithin(graceMs + closeLimitMs, runtime.close(graceMs))
  await http.stop(0)
  emit('gleaner:lifecycle', { event: isClosed ? 'stopped' : 'stopped_by_force' })
  endLog()
  return 0
}

function readWorkerFlags(argv: readonly string[]): Config {
  const { concurrency, port, host } = readFlags('worker', flags, argv)
  return readConfigWith('worker', {
    GLEANER_BROWSER_PAGES: ['concurrency', concurrency],
    GLEANER_WORKER_PORT: ['port', port],
    GLEANER_HOST: ['host', host],
  })
}
