/** The stages of a request, which show where its time went, from name resolution to the language model's answer. */

import { emit } from './events.ts'

export const stageNames = [
  'queue',
  'name',
  'connection',
  'first-byte',
  'body',
  'render',
  'parse',
  'format',
  'model',
] as const

type Stage = (typeof stageNames)[number]

/** Times are values of `performance.now()`. */
export interface StageCounter {
  /** Counts a stage that ended at `endedAt` (now by default). */
  add(stage: Stage, startedAt: number, endedAt?: number): void
}

/** Passed along with a request to all code that it waits for. */
export interface Stages extends StageCounter {
  /** Counts the time until the work settles, whether it succeeds or fails. */
  during<T>(stage: Stage, work: () => Promise<T>): Promise<T>
}

export interface StageRecord extends Stages {
  /** Converts a `performance.now()` time to milliseconds since the epoch. All times of one request are on one clock. */
  epochMs(at: number): number
  /** Milliseconds from the start of the record to now. */
  totalMs(): number
  /** Returns the milliseconds of each finished or running stage, in order. Adds up several hops, but counts overlapping time once. */
  durations(): Map<Stage, number>
}

/** Lasts from one `performance.now()` time to another. The end is null while the span is running. */
interface Span {
  stage: Stage
  from: number
  to: number | null
}

/** A shorter wait for a turn doesn't count as waiting. */
const minQueueMs = 1

/**
 * Starts recording a request's stages. Each stage that ends is also emitted as `gleaner:stage` with the request's id.
 * @example
 * const stages = createStages('req_1')
 * await stages.during('parse', async () => 'document') // 'document'
 * stages.durations().has('parse') // true
 */
export function createStages(requestId: string): StageRecord {
  const recordedAt = performance.now()
  const offsetMs = Date.now() - recordedAt
  const spans: Span[] = []

  function end({ stage, from }: Span, to: number): void {
    if (happened(stage, to - from))
      emit('gleaner:stage', { requestId, stage, startedAt: from + offsetMs, durationMs: to - from })
  }

  return {
    add(stage, from, to = performance.now()) {
      const span = { stage, from, to }
      spans.push(span)
      end(span, to)
    },
    async during(stage, work) {
      const span: Span = { stage, from: performance.now(), to: null }
      spans.push(span)
      try {
        return await work()
      } finally {
        span.to = performance.now()
        end(span, span.to)
      }
    },
    epochMs: (at) => at + offsetMs,
    totalMs: () => performance.now() - recordedAt,
    durations() {
      const now = performance.now()
      const byStage = Map.groupBy(spans, ({ stage }) => stage)
      const durations = stageNames.map((stage) => [stage, unionMs(byStage.get(stage) ?? [], now)] as const)
      return new Map(durations.filter(([stage, ms]) => byStage.has(stage) && happened(stage, ms)))
    },
  }
}

function happened(stage: Stage, ms: number): boolean {
  return stage !== 'queue' || ms >= minQueueMs
}

/** Returns the length of the union of the spans. Running spans last until `now`. */
function unionMs(spans: readonly Span[], now: number): number {
  let sum = 0
  let countedTo = 0
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, (to ?? now) - Math.max(from, countedTo))
    countedTo = Math.max(countedTo, to ?? now)
  }
  return sum
}

/** Used for work whose stages are not recorded. */
export const noStages: Stages = { add() {}, during: (_stage, work) => work() }
