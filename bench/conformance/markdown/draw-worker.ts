/** Draws pages from a seed in a separate thread until one can't be reproduced from its markdown, then shrinks that page. */

import { parentPort } from 'node:worker_threads'
import fc from 'fast-check'
import type { Failure } from '../suite.ts'
import { drawnPage, holdsTex } from './drawn-pages.ts'
import { drawnDifference } from './round-trip.ts'

parentPort?.on('message', ({ seed, count }: { seed: number; count: number }) => {
  let failure: Failure | null = null
  const property = fc.property(drawnPage, (html) => {
    const difference = holdsTex(html) ? null : drawnDifference(html)
    if (difference) failure = { ...difference, name: `seed ${seed}: ${difference.name}` }
    return difference === null
  })
  const { numRuns } = fc.check(property, { seed, numRuns: count })
  parentPort?.postMessage({ runs: numRuns, failure })
})
