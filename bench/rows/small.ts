/** Measures small pages: the service's overhead compared with a bare proxy, and the overhead of keys. */

import { median } from '../rig/figures.ts'
import { startGleaner } from '../rig/gleaner.ts'
import { startOrigin } from '../rig/origin.ts'
import { installPeers } from '../rig/peers.ts'
import { densePage, smallPage } from '../rig/saved-pages.ts'
import { inTurns, type Turn } from '../rig/turns.ts'
import { peerUrl, serviceArm, startPeer } from './pages.ts'
import type { Measurement, Row } from './row.ts'

const requests = 2000

export const small: Row = {
  name: 'small',
  title: `a page of 10 kB with a hundred paragraphs and links, ${requests} times per round, 8 at a time`,
  peers: ['undici'],
  async measure({ rounds, progress }) {
    installPeers()
    const origin = await startOrigin(new Map([['/dense', densePage()]]))
    const [gleaner, proxy] = await Promise.all([startGleaner(), startPeer('proxy')])
    const page = `${origin.url}/dense`
    const urls = (url: string) => Array<string>(requests).fill(url)
    try {
      const turns = await inTurns(
        {
          markdown: serviceArm(gleaner, urls(gleaner.scrapeUrl(page))),
          raw: serviceArm(gleaner, urls(gleaner.scrapeUrl(page, { output: 'raw_html' }))),
          proxy: serviceArm(proxy, urls(peerUrl(proxy, page))),
        },
        rounds,
        progress,
      )
      return [
        speed('markdown against a bare `node:http` proxy with undici', turns.markdown, turns.proxy, 0.3),
        speed('raw_html against the same proxy', turns.raw, turns.proxy, 0.45),
      ]
    } finally {
      await Promise.all([origin.stop(), gleaner.stop(), proxy.stop()])
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
