/** Sends mixed requests for a long time and samples the memory of the service and its child processes. */

import { median } from '../rig/figures.ts'
import { type Gleaner, startGleaner } from '../rig/gleaner.ts'
import { readTreeMemory } from '../rig/process-tree.ts'
import { openRandom, seedOf } from '../torture/random.ts'
import { drawRequest, send } from './soak-requests.ts'
import { openSoakSite } from './soak-site.ts'

interface SoakOptions {
  requests: number
  seed: number
  settings: Record<string, string>
  progress(line: string): void
}

export interface SoakSample extends Record<(typeof sampledMetrics)[number], number> {
  requests: number
  seconds: number
  /** Resident megabytes of the child processes, without Chromium. */
  readersMb: number
}

interface SoakReport {
  samples: SoakSample[]
  answers: Map<string, number>
  /** False if the service died, in which case there are fewer requests. */
  isAlive: boolean
}

const sampledMetrics = [
  ...(['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'] as const),
  ...(['gleaner_snapshot_bytes', 'gleaner_kept_page_bytes', 'gleaner_in_flight_bytes'] as const),
] as const

const atOnce = 8
const keyCount = 4
const sampleEvery = 100
const progressEvery = 1000

export async function runSoak({ requests, seed, settings, progress }: SoakOptions): Promise<SoakReport> {
  const site = await openSoakSite(seed)
  const gleaner = await startGleaner({ asksForKeys: true, keyCount, own: settings })
  progress(`  the service has process id ${gleaner.pid}`)
  const answers = new Map<string, number>()
  const samples: SoakSample[] = []
  const startedAt = performance.now()
  let begun = 0
  let ended = 0

  async function work(): Promise<void> {
    while (begun < requests && gleaner.isAlive()) {
      const random = openRandom(seedOf(seed, begun++))
      const key = gleaner.keys[random.integer(0, keyCount - 1)] as string
      const outcome = await send(drawRequest(random, site.draw(random)), { url: gleaner.url, key })
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
      if (++ended % sampleEvery !== 0 || !gleaner.isAlive()) continue
      const sample = await takeSample(gleaner, ended, (performance.now() - startedAt) / 1000)
      samples.push(sample)
      if (sample.requests % progressEvery === 0) progress(`  ${describe(sample)}`)
    }
  }

  try {
    await Promise.all(Array.from({ length: atOnce }, work))
    return { samples, answers, isAlive: gleaner.isAlive() }
  } finally {
    await gleaner.stop()
    await site.close()
  }
}

async function takeSample({ url, pid }: Gleaner, requests: number, seconds: number): Promise<SoakSample> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const values = sampledMetrics.map((name) => {
    const value = Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
    return [name, Math.round(value / 10_000) / 100]
  })
  const readersMb = Math.round(readTreeMemory(pid).readersMb * 100) / 100
  return { requests, seconds: Math.round(seconds), readersMb, ...Object.fromEntries(values) }
}

function describe(sample: SoakSample): string {
  const mb = (name: (typeof sampledMetrics)[number]) => `${Math.round(sample[name])}`
  const { requests, seconds, readersMb } = sample
  return `${requests} requests, ${seconds} s: service ${mb('process_resident_memory_bytes')} MB, heap ${mb('nodejs_heap_size_used_bytes')}, off-heap ${mb('nodejs_external_memory_bytes')}, stored ${mb('gleaner_snapshot_bytes')} + ${mb('gleaner_kept_page_bytes')}, readers ${Math.round(readersMb)}`
}

/** Returns CSV lines. */
export function csvOf(samples: readonly SoakSample[]): string {
  const names = Object.keys(samples[0] ?? {}) as (keyof SoakSample)[]
  return [names.join(','), ...samples.map((sample) => names.map((name) => sample[name]).join(','))].join('\n')
}

/** Returns the medians of each figure in the last fifth of the requests and in the fifth before it. */
export function lastFifths(samples: readonly SoakSample[]): [name: string, before: number, last: number][] {
  const fifth = Math.floor(samples.length / 5)
  const of = (part: readonly SoakSample[], name: keyof SoakSample) => median(part.map((sample) => sample[name]))
  return (['readersMb', ...sampledMetrics] as const).map((name) => [
    name,
    of(samples.slice(-2 * fifth, -fifth), name),
    of(samples.slice(-fifth), name),
  ])
}
