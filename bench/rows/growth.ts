/**
 * Measures how reading time grows with a document's length, for each shape and output. Twice the length should take about twice the time.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type GrowthAnswer, type GrowthTask, type TaskOutput, taskOutputs } from '../growth/outputs.ts'
import { shapes } from '../growth/shapes.ts'
import { stop } from '../rig/child.ts'
import { median } from '../rig/figures.ts'
import type { Measurement, Row } from './row.ts'

const program = fileURLToPath(new URL('../growth/arm.ts', import.meta.url))
const outputs = Object.keys(taskOutputs) as TaskOutput[]
const sizes = [2.5e6, 5e6, 10e6]
const warmUpBytes = 1e5
const maxRuns = 3
/** Outputs that take longer are run once. */
const longMs = 1000
/** Shorter times are too imprecise to show growth. */
const minMs = 50
/** The heap of the service's readers for large documents, in MiB, and the flags from `bin/gleaner.mjs`. */
const heap = [
  ...['--max-old-space-size=1024', '--max-semi-space-size=16'],
  ...['--heap-growing-percent=200', '--no-allocation-site-pretenuring'],
]

/** Times for one output of one shape. */
interface Growth {
  output: TaskOutput
  /** CPU milliseconds by size, up to the first size that is refused. */
  times: number[]
  refusal: string | null
}

export const growth: Row = {
  name: 'growth',
  title:
    'CPU time for a document of 5 or 10 MB compared with a document half as long. For each shape of document, the table has the output and length with the largest increase',
  isLong: true,
  async measure({ progress }) {
    const measurements: Measurement[] = []
    for (const { name } of shapes) {
      const measurement = summarise(name, await measureShape(name))
      progress(`${name}: ${measurement.values[0]?.toFixed(2)}×, ${measurement.note}`)
      measurements.push(measurement)
    }
    return measurements
  },
}

async function measureShape(shape: string): Promise<Growth[]> {
  const growths: Growth[] = []
  for (const output of outputs) {
    const child = await start()
    try {
      growths.push(await measureOutput(child, shape, output))
    } finally {
      await stop(child)
    }
  }
  return growths
}

async function measureOutput(child: ChildProcess, shape: string, output: TaskOutput): Promise<Growth> {
  const times: number[] = []
  await ask(child, { shape, output, bytes: warmUpBytes })
  for (const bytes of sizes) {
    const runs: number[] = []
    while (runs.length < maxRuns && !runs.some((ms) => ms > longMs)) {
      const answer = await ask(child, { shape, output, bytes })
      if ('refusal' in answer) return { output, times, refusal: `${output} of ${bytes / 1e6} MB: ${answer.refusal}` }
      runs.push(answer.ms)
    }
    times.push(median(runs))
  }
  return { output, times, refusal: null }
}

function summarise(what: string, growths: readonly Growth[]): Measurement {
  const steps = growths
    .flatMap(({ output, times }) =>
      times.slice(1).map((ms, n) => ({ output, ms, half: times[n] ?? Number.NaN, bytes: sizes[n + 1] ?? Number.NaN })),
    )
    .filter(({ ms }) => ms >= minMs)
    .map((step) => ({ ...step, ratio: step.ms / step.half }))
    .sort((a, b) => b.ratio - a.ratio)
  const [worst] = steps
  const slowest = Math.max(...steps.map(({ ms }) => ms))
  const shown = worst
    ? `${worst.output} of ${worst.bytes / 1e6} MB: ${worst.ms.toFixed(0)} and ${worst.half.toFixed(0)} ms; slowest output ${slowest.toFixed(0)} ms`
    : 'nothing took long'
  const refusals = growths.flatMap(({ refusal }) => refusal ?? [])
  return {
    what,
    unit: '×',
    values: [refusals.length > 0 ? Number.POSITIVE_INFINITY : (worst?.ratio ?? 1)],
    bar: { atMost: 2.3 },
    note: [...refusals, shown].join('; '),
  }
}

async function start(): Promise<ChildProcess> {
  const execArgv = ['--expose-gc', ...heap]
  const child = fork(program, {
    env: { PATH: process.env.PATH },
    execArgv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(child, 'message')
  return child
}

/** If the process exits instead of answering, it has run out of memory. */
async function ask(child: ChildProcess, task: GrowthTask): Promise<GrowthAnswer> {
  const answered = new AbortController()
  const { signal } = answered
  const end: Promise<[GrowthAnswer]> = once(child, 'exit', { signal }).then(() => [{ refusal: 'out of memory' }])
  const answer = once(child, 'message', { signal }) as Promise<[GrowthAnswer]>
  child.send(task)
  const [result] = await Promise.race([answer, end])
  answered.abort()
  return result
}
