/** The header `Server-Timing`, with the duration of each stage. @see https://www.w3.org/TR/server-timing/ */

import type { ServerResponse } from 'node:http'
import type { StageRecord } from '../../base/stages.ts'

/** Returns the header's value, without stages that didn't occur. `total` is the time up to this header. */
function serverTiming(stages: Pick<StageRecord, 'durations' | 'totalMs'>): string {
  const metrics: [string, number][] = [...stages.durations(), ['total', stages.totalMs()]]
  return metrics.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', ')
}

/** Adds the header to the response, with the stages that precede the head. */
export function addServerTiming(response: ServerResponse, stages: StageRecord): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
  response.writeHead = (...head: unknown[]) => {
    response.setHeader('server-timing', serverTiming(stages))
    return writeHead(...head)
  }
}
