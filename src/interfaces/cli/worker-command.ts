/** `gleaner worker`: renders pages for services that share its Redis, until the program is to end. */

import { once } from 'node:events'
import { succeedsWithin } from '../../base/deadline.ts'
import { emit } from '../../base/events.ts'
import { type Config, ConfigError, readConfig, unknownSettings } from '../../config/config.ts'
import { logDestination } from '../monitoring/log/destination.ts'
import { startLog } from '../monitoring/log/log.ts'
import { openWorkerInterface } from '../service/worker.ts'
import { version } from '../version.ts'
import { type FlagValues, readFlags } from './arguments.ts'
import type { CommandContext } from './command.ts'
import { examples } from './help/examples.ts'
import type { CommandFlags, Manual } from './help/manual.ts'

/** How long the browser and what else is open may take to close, after the jobs have ended. */
const closeLimitMs = 4500

const flags = {
  concurrency: { type: 'string', value: 'N', about: 'Pages at once; GLEANER_BROWSER_PAGES, else 4.' },
  port: { type: 'string', value: 'N', about: 'Port for probes and metrics; GLEANER_WORKER_PORT, else 8788.' },
  host: { type: 'string', value: 'ADDRESS', about: 'Address of that port; GLEANER_HOST, else 127.0.0.1.' },
} as const satisfies CommandFlags

export const workerManual: Manual = {
  about:
    'Renders the pages that gleaner serve is asked for, together with any number of others. It needs the GLEANER_REDIS_URL and the GLEANER_SECRET of the service, no database, and ends at SIGTERM or Ctrl-C when its pages are done.',
  groups: [{ title: 'Flags', flags }],
  notes: 'How pages are loaded is told by its own settings: give it those of the service. docs/workers.md says more.',
  examples: examples.worker ?? [],
}

export async function runWorker({ argv, signal, compose, out }: CommandContext): Promise<number> {
  const config = readWorkerFlags(argv)
  const endLog = startLog(config.GLEANER_LOG_LEVEL, logDestination(config.GLEANER_LOG_FORMAT))
  const runtime = await compose.worker(config)
  const http = await openWorkerInterface(config, runtime, version)
  for (const name of unknownSettings()) emit('gleaner:lifecycle', { event: 'unknown_setting', detail: name })
  out(`Gleaner ${version} works for the services that share its Redis (health: ${http.url}/readyz)\n`)

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
  const { concurrency, port, host } = parseWorkerFlags(argv)
  return readConfig({ GLEANER_BROWSER_PAGES: concurrency, GLEANER_WORKER_PORT: port, GLEANER_HOST: host })
}

function parseWorkerFlags(argv: readonly string[]): FlagValues<typeof flags> {
  try {
    return readFlags('worker', flags, argv)
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\ngleaner worker --help lists its flags.`)
  }
}
