/** Compares the CPU time of converting HTML to markdown with that of turndown and mdream, each in a separate process. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { stop } from '../rig/child.ts'
import { geometricMean, median } from '../rig/figures.ts'
import { installPeers } from '../rig/peers.ts'
import type { Measurement, Row } from './row.ts'

const program = fileURLToPath(new URL('in-process-arm.ts', import.meta.url))
const arms = ['gleaner', 'turndown', 'mdream'] as const
/** Number of runs until the code is compiled. */
const warmUps = 3

export const inProcess: Row = {
  name: 'in-process',
  title: 'HTML → markdown of 60 whole pages in process, CPU time, geometric mean of the pages',
  peers: ['mdream', 'turndown'],
  async measure({ rounds, progress }) {
    installPeers()
    const children = await Promise.all(arms.map(start))
    // CPU milliseconds by arm, round and page.
    const times: number[][][] = arms.map(() => [])
    try {
      for (let round = -warmUps; round < rounds; round++) {
        for (let turn = 0; turn < arms.length; turn++) {
          const arm = (turn + round + warmUps) % arms.length
          const measured = await ask(children[arm] as ChildProcess)
          if (round >= 0) times[arm]?.push(measured)
        }
        if (round >= 0) progress(`round ${round + 1} of ${rounds}`)
      }
    } finally {
      await Promise.all(children.map(stop))
    }
    const [ours, turndown, mdream] = times as [number[][], number[][], number[][]]
    return [
      compare('against `turndown(string)`', turndown, ours, 4.5),
      compare("against mdream's Rust", mdream, ours, 0.35),
    ]
  },
}

function compare(what: string, peer: number[][], ours: number[][], atLeast: number): Measurement {
  const values = ours.map((pages, round) =>
    geometricMean(pages.map((ms, page) => (peer[round]?.[page] ?? Number.NaN) / ms)),
  )
  const [a, b] = [ours, peer].map((rounds) => median(rounds.map((pages) => median(pages))).toFixed(2))
  return { what, unit: '×', values, bar: { atLeast }, note: `median page ${a} and ${b} ms` }
}

async function start(arm: string): Promise<ChildProcess> {
  const child = fork(program, [arm], { env: { PATH: process.env.PATH } })
  await once(child, 'message')
  return child
}

async function ask(child: ChildProcess): Promise<number[]> {
  const answer = once(child, 'message')
  child.send('measure')
  const [times] = (await answer) as [number[]]
  return times
}
