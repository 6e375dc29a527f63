/** The header `Server-Timing`: the duration of each stage. @see https://www.w3.org/TR/server-timing/ */

import type { ServerResponse } from 'node:http'
import type { Stage, StageRecord } from '../../base/stages.ts'

/** Labels that browsers show for each stage. */
const stageDescriptions: Record<Stage | 'total', string> = {
  queue: 'waiting for a free slot',
  name: 'resolving host names',
  connection: 'TCP and TLS',
  'first-byte': 'waiting for the site',
  body: 'receiving the page',
  render: 'rendering in the browser',
  parse: 'parsing the document',
  format: 'writing the output',
  model: 'language model',
  total: 'until this header was sent',
}

/** Returns the header's value, without stages that did not happen. */
function serverTiming(stages: Pick<StageRecord, 'durations' | 'totalMs'>): string {
  const metrics: [Stage | 'total', number][] = [...stages.durations(), ['total', stages.totalMs()]]
  return metrics.map(([name, ms]) => `${name};desc="${stageDescriptions[name]}";dur=${ms.toFixed(1)}`).join(', ')
}

/** Adds the header to the response, with the stages up to the moment its head is written. */
export function addServerTiming(response: ServerResponse, stages: StageRecord): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
  response.writeHead = (...head: unknown[]) => {
    response.setHeader('server-timing', serverTiming(stages))
    return writeHead(...head)
  }
}
