/** The header `Server-Timing`, with the duration of each stage. @see https://www.w3.org/TR/server-timing/ */

import { ServerResponse } from 'node:http'
import type { StageRecord } from '../../base/stages.ts'

/** Returns the header's value, without stages that didn't occur. `total` is the time up to this header. */
function serverTiming(stages: Pick<StageRecord, 'durations' | 'totalMs'>): string {
  const metrics: [string, number][] = [...stages.durations(), ['total', stages.totalMs()]]
  return metrics.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', ')
}

/** A response that can add the header. */
export class TimedResponse extends ServerResponse {
  /** Stages to add, if any. */
  stages: StageRecord | null = null

  override writeHead(...head: never): this {
    if (this.stages) this.setHeader('server-timing', serverTiming(this.stages))
    return super.writeHead(...(head as [number]))
  }
}
