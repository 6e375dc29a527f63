/** Converts random pages with markup-like text to markdown and back with three third-party parsers, on all cores. */

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Failure, Suite } from '../suite.ts'

/** Number of pages per seed. */
const share = 1000

export const roundTrip: Suite = {
  name: 'round-trip',
  source: 'drawn pages, rendered by commonmark.js, micromark and marked',
  async run({ isShort, draws = isShort ? 500 : 20_000 }) {
    const failures: Failure[] = []
    let [seed, drawn, passed] = [firstSeed(), 0, 0]
    const work = async () => {
      const worker = new Worker(new URL('../markdown/draw-worker.ts', import.meta.url))
      while (drawn < draws) {
        const count = Math.min(share, draws - drawn)
        drawn += count
        const { runs, failure } = await answerOf(worker, { seed: seed++, count })
        passed += failure ? runs - 1 : runs
        if (failure) {
          failures.push(failure)
          // The pages left out after a failure are drawn from another seed.
          drawn -= count - runs
        }
      }
      await worker.terminate()
    }
    await Promise.all(Array.from({ length: isShort ? 1 : availableParallelism() }, work))
    return { cases: drawn, passed, style: {}, failures }
  },
}

/** Tests always draw the same pages. The whole suite draws different ones each time. */
const firstSeed = () => (process.env.VITEST ? 1 : Math.floor(Math.random() * 1e9))

interface Share {
  seed: number
  count: number
}

interface ShareResult {
  runs: number
  failure: Failure | null
}

function answerOf(worker: Worker, task: Share): Promise<ShareResult> {
  return new Promise((resolve, reject) => {
    worker.removeAllListeners()
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.postMessage(task)
  })
}
