/** The stages of work that several requests wait for: each of them counts what passed while it waited. */

import type { Stage, StageCounter, Stages } from '../../base/stages.ts'

export interface SharedStages extends Stages {
  /** Counts for this request from now on, until the returned function is called: then also the part so far of what is under way. */
  join(counter: StageCounter): () => void
}

interface Span {
  stage: Stage
  from: number
}

interface Receiver {
  counter: StageCounter
  joinedAt: number
}

export function createSharedStages(): SharedStages {
  const receivers = new Set<Receiver>()
  const running = new Set<Span>()

  function count({ counter, joinedAt }: Receiver, { stage, from }: Span, to: number): void {
    if (to > joinedAt) counter.add(stage, Math.max(from, joinedAt), to)
  }

  function add(stage: Stage, from: number, to = performance.now()): void {
    for (const receiver of receivers) count(receiver, { stage, from }, to)
  }

  return {
    add,
    async during(stage, work) {
      const span = { stage, from: performance.now() }
      running.add(span)
      try {
        return await work()
      } finally {
        running.delete(span)
        add(stage, span.from)
      }
    },
    join(counter) {
      const receiver = { counter, joinedAt: performance.now() }
      receivers.add(receiver)
      return () => {
        receivers.delete(receiver)
        for (const span of running) count(receiver, span, performance.now())
      }
    },
  }
}
