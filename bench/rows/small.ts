/** Measures small pages: compared with a service of other libraries, and the overhead of keys. */

import { median } from '../rig/figures.ts'
import { startGleaner } from '../rig/gleaner.ts'
import { startOrigin } from '../rig/origin.ts'
import { installPeers } from '../rig/peers.ts'
import { densePage, smallPage } from '../rig/saved-pages.ts'
import { type Arm, inTurns, type Turn } from '../rig/turns.ts'
import { compareCpu, peerUrl, serviceArm, startPeer } from './pages.ts'
import type { Measurement, Row } from './row.ts'

const requests = 2000

export const small: Row = {
  name: 'small',
  title: `a page of 10 kB with a hundred paragraphs and links, ${requests} times per round, 8 at a time, CPU time of the service`,
  peers: ['cheerio', 'turndown', 'undici'],
  async measure({ rounds, against, progress }) {
    installPeers()
    const origin = await startOrigin(new Map([['/dense', densePage()]]))
    const [gleaner, naive] = await Promise.all([startGleaner(), startPeer('naive')])
    const earlier = against ? await startGleaner({ checkout: against }) : null
    const page = `${origin.url}/dense`
    const urls = (url: string) => Array<string>(requests).fill(url)
    try {
      const arms: Record<string, Arm> = {
        ours: serviceArm(gleaner, urls(gleaner.scrapeUrl(page))),
        naive: serviceArm(naive, urls(peerUrl(naive, page))),
        ...(earlier ? { earlier: serviceArm(earlier, urls(earlier.scrapeUrl(page))) } : {}),
      }
      const turns: Partial<Record<string, Turn[]>> = await inTurns(arms, rounds, progress)
      const { ours = [], naive: peer = [], earlier: old } = turns
      return [
        compareCpu('against undici + cheerio + turndown on `node:http`', ours, peer, { atLeast: 3 }),
        ...(old ? [compareCpu('against the earlier version', ours, old, { atLeast: 1 })] : []),
      ]
    } finally {
      await Promise.all([origin, gleaner, naive, ...(earlier ? [earlier] : [])].map((child) => child.stop()))
    }
  },
}

export const keys: Row = {
  name: 'keys',
  title: `a page of 1 kB, ${requests} times per round, 8 at a time`,
  async measure({ rounds, progress }) {
    const origin = await startOrigin(new Map([['/small', smallPage()]]))
    const [keyed, open] = await Promise.all([startGleaner({ asksForKeys: true }), startGleaner()])
    const urls = (service: typeof open) => Array<string>(requests).fill(service.scrapeUrl(`${origin.url}/small`))
    try {
      const turns = await inTurns(
        { keyed: serviceArm(keyed, urls(keyed), keyed.key), open: serviceArm(open, urls(open)) },
        rounds,
        progress,
      )
      return [
        speed('a request with a key and a balance (SQLite) against one without keys', turns.keyed, turns.open, 0.85),
      ]
    } finally {
      await Promise.all([origin.stop(), keyed.stop(), open.stop()])
    }
  },
}

function speed(what: string, ours: Turn[], peer: Turn[], atLeast: number): Measurement {
  const values = ours.map((turn, round) => turn.pagesPerSecond / (peer[round]?.pagesPerSecond ?? Number.NaN))
  const [a, b] = [ours, peer].map((turns) => median(turns.map(({ pagesPerSecond }) => pagesPerSecond)).toFixed(0))
  return { what, unit: '×', values, bar: { atLeast }, note: `${a} and ${b} pages/s` }
}
