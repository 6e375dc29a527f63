/** Stages of a request that another process measured. The clocks differ, so times count back from their common end. */

import type { Stage, StageCounter, Stages } from '../../base/stages.ts'

/** Milliseconds before the end. */
export interface StageSpan {
  stage: Stage
  from: number
  to: number
}

interface SpanRecorder extends Stages {
  /** The spans so far, as if they ended now. */
  spans(): StageSpan[]
}

export function createSpanRecorder(): SpanRecorder {
  const recorded: StageSpan[] = []
  const add: Stages['add'] = (stage, from, to = performance.now()) => void recorded.push({ stage, from, to })
  return {
    add,
    async during(stage, work) {
      const from = performance.now()
      try {
        return await work()
      } finally {
        add(stage, from)
      }
    },
    spans() {
      const end = performance.now()
      return recorded.map(({ stage, from, to }) => ({ stage, from: end - from, to: end - to }))
    },
  }
}

/** Adds the spans as if they had ended now. */
export function addSpans(stages: StageCounter, spans: readonly StageSpan[]): void {
  const end = performance.now()
  for (const { stage, from, to } of spans) stages.add(stage, end - from, end - to)
}
