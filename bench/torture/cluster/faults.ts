/** What is done to a cluster under load: its programs and servers are killed and started again, its links are cut and slowed. */

import { setTimeout as wait } from 'node:timers/promises'
import { processTree, startOf } from '../../../src/render/browser/process-tree.ts'
import type { Cluster, ClusterProgram } from '../../../test/cluster/cluster.ts'
import type { Relay } from '../../../test/store/redis/relay.ts'
import type { Random } from '../random.ts'

export interface Fault {
  name: string
  /** Does it, and undoes it after a while. */
  run(): Promise<void>
}

/** A process that belonged to a worker that was killed. */
export type LostProcess = { pid: number; startedTicks: number }

export interface FaultedCluster {
  cluster: Cluster
  /** By the two ends of the link: `node-1 redis`. */
  links: Map<string, Relay>
  random: Random
}

/** Six faults in an order that is drawn; those killed and the links are drawn too. Processes of killed workers go to `lost`. */
export function drawRound({ cluster, links, random }: FaultedCluster, lost: LostProcess[]): Fault[] {
  const away = () => wait(random.integer(500, 4000))
  const kill = (program: ClusterProgram): Fault => ({
    name: `kill -9 ${program.name}`,
    async run() {
      const pid = program.pid()
      if (pid !== null) lost.push(...processTree(pid))
      await program.end('SIGKILL')
      await away()
      await program.start()
    },
  })
  const crash = (name: 'redis' | 'postgres'): Fault => ({
    name: `kill ${name}`,
    async run() {
      await cluster[name].kill()
      await away()
      await cluster[name].start()
    },
  })
  const disturb = (what: 'cut' | 'slow'): Fault => {
    const [name, relay] = random.pick([...links] as [[string, Relay], ...[string, Relay][]])
    return {
      name: `${what} ${name}`,
      async run() {
        if (what === 'cut') relay.cut()
        else relay.slow(random.integer(50, 400))
        await away()
        relay.mend()
      },
    }
  }
  const round = [
    kill(random.pick(cluster.nodes)),
    kill(random.pick(cluster.workers as [ClusterProgram, ...ClusterProgram[]])),
    ...[crash('redis'), crash('postgres'), disturb('cut'), disturb('slow')],
  ]
  return round
    .map((fault) => ({ fault, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ fault }) => fault)
}

/** Seconds until everything is ready again without a warning; null when it is not after `limitMs`. */
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

/** Those that still run. */
export function stillAlive(processes: readonly LostProcess[]): LostProcess[] {
  return processes.filter(({ pid, startedTicks }) => startOf(pid) === startedTicks)
}
