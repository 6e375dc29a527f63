/** The faults that a cluster suffers under load. Every part is killed, and every link is cut and slowed. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { processTree } from '../../../src/render/browser/process-tree.ts'
import type { Cluster, ClusterProgram } from '../../../test/cluster/cluster.ts'
import { openRandom, seedOf } from '../random.ts'
import { type LinkName, type Links, linkNames } from './links.ts'

export const programNames = ['node-1', 'node-2', 'worker-1', 'worker-2'] as const

type ProgramName = (typeof programNames)[number]

export type Fault =
  /** The programs are killed with SIGKILL and restarted after a while. */
  | { does: 'kill'; programs: readonly ProgramName[] }
  /** All of the server's processes receive SIGKILL. Its data on disk may be lost too. */
  | { does: 'crash'; server: 'redis' | 'postgres'; losesData: boolean }
  /** The program is paused with SIGSTOP, so that it counts as dead and then comes back. */
  | { does: 'freeze'; program: ProgramName }
  /** Old connections are dropped silently. */
  | { does: 'cut'; link: LinkName }
  | { does: 'slow'; link: LinkName }

/** All faults. A full run contains each of them once. */
export const faults: readonly Fault[] = [
  ...programNames.map((name) => ({ does: 'kill', programs: [name] }) as const),
  { does: 'kill', programs: ['worker-1', 'worker-2'] },
  { does: 'crash', server: 'postgres', losesData: false },
  { does: 'crash', server: 'redis', losesData: false },
  { does: 'crash', server: 'redis', losesData: true },
  ...programNames.map((program) => ({ does: 'freeze', program }) as const),
  ...linkNames.flatMap((link) => [{ does: 'cut', link } as const, { does: 'slow', link } as const]),
]

export function nameOfFault(fault: Fault): string {
  if (fault.does === 'kill') return `kill -9 ${fault.programs.join(', ')}`
  if (fault.does === 'crash') return `kill -9 ${fault.server}${fault.losesData ? ', data lost' : ''}`
  return `${fault.does} ${fault.does === 'freeze' ? fault.program : fault.link}`
}

/** One fault of a plan. */
interface PlannedFault {
  fault: Fault
  /** The fault starts before this request. */
  atRequest: number
  forMs: number
  /** Delay for each piece of data, if the link is slow. */
  delayMs: number
}

/** Minimum and maximum duration in milliseconds. A worker counts as dead after six seconds. */
const durations: Record<Fault['does'], [min: number, max: number]> = {
  kill: [500, 4000],
  crash: [500, 4000],
  freeze: [7000, 12_000],
  cut: [2000, 8000],
  slow: [2000, 6000],
}

/** Draws an order for the given faults from the seed, and spreads them evenly over the requests. */
export function planFaults(seed: number, requests: number, chosen: readonly Fault[] = faults): PlannedFault[] {
  const drawn = chosen.map((fault, index) => ({ fault, random: openRandom(seedOf(seed, index)) }))
  const placed = drawn.map((one) => ({ ...one, place: one.random.next() })).sort((a, b) => a.place - b.place)
  return placed.map(({ fault, random }, index) => ({
    fault,
    atRequest: Math.round(((index + 0.5) * requests) / chosen.length),
    forMs: random.integer(...durations[fault.does]),
    delayMs: random.integer(50, 400),
  }))
}

/** A process of a killed program. */
export type LostProcess = { pid: number; startedTicks: number }

interface FaultedCluster {
  cluster: Cluster
  links: Links
  /** Collects the processes of killed programs. */
  lost: LostProcess[]
}

/** Starts a fault. When it is in effect, resolves with the function that undoes it. */
export async function begin({ fault, delayMs }: PlannedFault, parts: FaultedCluster): Promise<() => Promise<void>> {
  const { cluster, links, lost } = parts
  const program = (name: ProgramName) =>
    [...cluster.nodes, ...cluster.workers].find((one) => one.name === name) as ClusterProgram
  if (fault.does === 'kill') {
    const killed = fault.programs.map(program)
    for (const one of killed) lost.push(...processTree(one.pid() ?? -1))
    await Promise.all(killed.map((one) => one.end('SIGKILL')))
    return async () => void (await Promise.all(killed.map((one) => one.start())))
  }
  if (fault.does === 'crash') {
    const server = cluster[fault.server]
    await server.crash()
    if (fault.losesData) rmSync(join(server.folder, 'appendonlydir'), { recursive: true })
    return () => server.start()
  }
  if (fault.does === 'freeze') {
    const pid = program(fault.program).pid() ?? -1
    process.kill(pid, 'SIGSTOP')
    return async () => void process.kill(pid, 'SIGCONT')
  }
  const relay = links.get(fault.link)
  if (fault.does === 'cut') relay.cut()
  else relay.slow(delayMs)
  return async () => relay.mend()
}

/** Returns the seconds until every node and worker is ready again without warnings, or null after `limitMs`. */
export async function recovery({ nodes, workers }: Cluster, limitMs: number): Promise<number | null> {
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  while (elapsed() < limitMs) {
    const ready = await Promise.all([...nodes, ...workers].map(({ address }) => isReady(address)))
    if (ready.every(Boolean)) return elapsed() / 1000
    await wait(100)
  }
  return null
}

async function isReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(`http://${address}/readyz`, { signal: AbortSignal.timeout(5000) })
    const { warnings } = (await response.json()) as { warnings?: unknown[] }
    return response.ok && (warnings ?? []).length === 0
  } catch {
    return false
  }
}

/** Returns the processes that are still running. */
export function stillAlive(processes: readonly LostProcess[]): LostProcess[] {
  return processes.filter(({ pid, startedTicks }) => processTree(pid)[0]?.startedTicks === startedTicks)
}
