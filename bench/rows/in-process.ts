/** Compares the CPU time of converting pages with that of other libraries, each in a separate process. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { v8Flags } from '../../src/readers/open-reader.ts'
import { stop } from '../rig/child.ts'
import { median } from '../rig/figures.ts'
import { installPeers } from '../rig/peers.ts'
import { type GroupName, pageGroups } from '../rig/saved-pages.ts'
import type { Measurement, Row, RowOptions } from './row.ts'

const program = fileURLToPath(new URL('in-process-arm.ts', import.meta.url))
const sides = ['main', 'whole', 'links', 'naive', 'turndown', 'mdream'] as const
/** Number of runs until the code is compiled. After three, Gleaner's sides still take a fifth longer than after ten, and the peers a tenth. */
const warmUps = 10

type Side = (typeof sides)[number] | 'before'

/** The ratios that the row shows: `of` takes this many times as much as `to`. Goals differ by group. */
const comparisons: readonly { what: string; of: Side; to: Side; bars: Record<GroupName, Measurement['bar']> }[] = [
  { what: 'main content against cheerio + turndown', of: 'naive', to: 'main', bars: atLeast(4.2, 4.2, 3.4) },
  { what: 'whole page against cheerio + turndown', of: 'naive', to: 'whole', bars: atLeast(5, 5, 3.4) },
  { what: 'links against cheerio + turndown', of: 'naive', to: 'links', bars: atLeast(7.2, 7.2, 4.8) },
  { what: 'whole page against `turndown(string)`', of: 'turndown', to: 'whole', bars: atLeast(4.5, 4.5, 4.5) },
  { what: "whole page against mdream's Rust", of: 'mdream', to: 'whole', bars: atLeast(0.35, 0.35, 0.35) },
  { what: 'main content against whole page', of: 'main', to: 'whole', bars: atMost(1.15) },
  { what: 'main content against the earlier version', of: 'main', to: 'before', bars: atMost(0.5) },
]

function atLeast(unseen: number, known: number, small: number): Record<GroupName, Measurement['bar']> {
  return { unseen: { atLeast: unseen }, known: { atLeast: known }, small: { atLeast: small } }
}

function atMost(ratio: number): Record<GroupName, Measurement['bar']> {
  return { unseen: { atMost: ratio }, known: { atMost: ratio }, small: { atMost: ratio } }
}

export const inProcess: Row = {
  name: 'in-process',
  title:
    'HTML → markdown or links in process, CPU time for all pages of a group after ten warm-up runs. Unseen pages are from a set that Gleaner is not developed with',
  peers: ['cheerio', 'mdream', 'turndown'],
  async measure(options) {
    installPeers()
    const measurements: Measurement[] = []
    for (const group of Object.keys(pageGroups) as GroupName[]) {
      options.progress(pageGroups[group].what)
      measurements.push(...(await measureGroup(group, options)))
    }
    return measurements
  },
}

async function measureGroup(group: GroupName, { rounds, against, progress }: RowOptions): Promise<Measurement[]> {
  const arms: Side[] = [...sides, ...(against ? (['before'] as const) : [])]
  const children = await Promise.all(
    arms.map((arm) => start(arm === 'before' ? ['main', group, String(against)] : [arm, group])),
  )
  /** CPU milliseconds of a page, by side and round. */
  const times = Object.fromEntries(arms.map((arm) => [arm, [] as number[]])) as Record<Side, number[]>
  try {
    for (let round = -warmUps; round < rounds; round++) {
      for (let turn = 0; turn < arms.length; turn++) {
        const arm = (turn + round + warmUps) % arms.length
        const measured = await ask(children[arm] as ChildProcess)
        const mean = measured.reduce((sum, ms) => sum + ms, 0) / measured.length
        if (round >= 0) times[arms[arm] as Side].push(mean)
      }
      if (round >= 0) progress(`round ${round + 1} of ${rounds}`)
    }
  } finally {
    await Promise.all(children.map(stop))
  }
  return comparisons
    .filter(({ of, to }) => times[of] && times[to])
    .map(({ what, of, to, bars }) => ({
      what: `${pageGroups[group].what}: ${what}`,
      unit: '×' as const,
      values: times[of].map((ms, round) => ms / (times[to][round] ?? Number.NaN)),
      bar: bars[group],
      note: `${median(times[of]).toFixed(2)} and ${median(times[to]).toFixed(2)} ms a page`,
    }))
}

/** Gleaner's sides run with the flags of its readers, and the peers with Node's defaults. */
async function start(args: readonly string[]): Promise<ChildProcess> {
  const [side = ''] = args
  const execArgv = ['main', 'whole', 'links'].includes(side) ? v8Flags : []
  const child = fork(program, args, { env: { PATH: process.env.PATH }, execArgv })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The side ${args[0]} could not start`)
  })
  await Promise.race([once(child, 'message'), ended])
  // It is stopped later.
  ended.catch(() => {})
  return child
}

async function ask(child: ChildProcess): Promise<number[]> {
  const answer = once(child, 'message')
  child.send('measure')
  const [times] = (await answer) as [number[]]
  return times
}
