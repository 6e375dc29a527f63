/** The log: one line for each event. */

import { type DestinationStream, pino } from 'pino'
import { hideKeys } from '../../../base/errors.ts'
import { describeBug, subscribe } from '../../../base/events.ts'
import type { Config } from '../../../config/config.ts'

/**
 * Writes JSON lines to the destination. Returns a function that stops the log. Lines never contain keys, prompts, query strings or page
 * content.
 */
export function startLog(level: Config['GLEANER_LOG_LEVEL'], destination: DestinationStream): () => void {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: hideKeys } },
    destination,
  )
  const ends = [
    subscribe('gleaner:operation', ({ error, ...event }) => {
      if (error !== undefined) log.error({ ...event, ...describeBug(error) }, 'operation')
      else log.info(event, 'operation')
    }),
    subscribe('gleaner:http', (event) => log.debug(event, 'http')),
    subscribe('gleaner:fetch', (event) => log.debug(event, 'fetch')),
    subscribe('gleaner:render', (event) => log.debug(event, 'render')),
    subscribe('gleaner:model', (event) =>
      event.error === null ? log.debug(event, 'model') : log.warn(event, 'model'),
    ),
    subscribe('gleaner:limit', (event) => log.debug(event, 'limit')),
    subscribe('gleaner:storage', (event) => log.debug(event, 'storage')),
    subscribe('gleaner:sweep', (event) => log.warn(event, 'sweep')),
    subscribe('gleaner:browser', (event) =>
      event.reason === undefined ? log.info(event, 'browser') : log.warn(event, 'browser'),
    ),
    subscribe('gleaner:fault', ({ error, ...event }) => log.error({ ...event, ...describeBug(error) }, 'fault')),
    subscribe('gleaner:lifecycle', (event) => log.info(event, 'lifecycle')),
  ]
  return () => {
    for (const end of ends) end()
  }
}
