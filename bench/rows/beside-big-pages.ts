/** Measures small pages on their own, and while other clients request big pages. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { stop } from '../rig/child.ts'
import { quantile } from '../rig/figures.ts'
import { startGleaner } from '../rig/gleaner.ts'
import { askSteadily } from '../rig/load.ts'
import { startOrigin } from '../rig/origin.ts'
import { choosePages, densePage, repeatPage } from '../rig/saved-pages.ts'
import type { Row } from './row.ts'

const sizes = [5e6, 6.5e6, 8e6, 10e6]
const everyMs = 10
const roundMs = 10_000
const program = fileURLToPath(new URL('../rig/stream-process.ts', import.meta.url))

export const besideBigPages: Row = {
  name: 'beside-big-pages',
  title: `a page of 10 kB every ${everyMs} ms while four clients request pages of 5 to 10 MB as markdown`,
  async measure({ rounds, progress }) {
    const [small, big] = await Promise.all([
      startOrigin(new Map([['/dense', densePage()]])),
      startOrigin(new Map(bigPages())),
    ])
    const gleaner = await startGleaner()
    const url = gleaner.scrapeUrl(`${small.url}/dense`)
    const streams: ChildProcess[] = []
    const [alone, beside]: [number[][], number[][]] = [[], []]
    try {
      await askSteadily(url, everyMs, roundMs)
      for (let round = 0; round < rounds; round++) {
        alone.push(await askSteadily(url, everyMs, roundMs))
        streams.push(...(await Promise.all(sizes.map((_, n) => startStream(n)))))
        beside.push(await askSteadily(url, everyMs, roundMs))
        await Promise.all(streams.splice(0).map(stop))
        // The pages requested last are still being read.
        await askSteadily(url, everyMs, roundMs / 2)
        progress(`round ${round + 1} of ${rounds}`)
      }
    } finally {
      await Promise.all([...streams.map(stop), small.stop(), big.stop(), gleaner.stop()])
    }
    const at = (rounds: number[][], share: number) => quantile(rounds.flat(), share).toFixed(1)
    const note = `alone p50 ${at(alone, 0.5)}, p99 ${at(alone, 0.99)}; during p50 ${at(beside, 0.5)}, p99 ${at(beside, 0.99)} ms`
    const ratios = beside.map((times, round) => quantile(times, 0.99) / quantile(alone[round] ?? [], 0.99))
    const latest = beside.map((times) => quantile(times, 0.999))
    return [
      { what: 'p99 of small pages during big ones against alone', unit: '×', values: ratios, bar: { atMost: 4 }, note },
      { what: 'p99.9 of small pages during big ones', unit: 'ms', values: latest, bar: { atMost: 300 }, note: '' },
    ]

    /** Requests the big pages one after the other, starting at this number. */
    async function startStream(number: number): Promise<ChildProcess> {
      const urls = sizes.map((_, n) => gleaner.scrapeUrl(`${big.url}/${(n + number) % sizes.length}`))
      const child = fork(program, urls, { env: { PATH: process.env.PATH } })
      await once(child, 'message')
      return child
    }
  },
}

function bigPages(): [string, Buffer][] {
  const pages = [...choosePages(sizes.length, 100_000, 220_000).values()]
  return sizes.map((bytes, n) => [`/${n}`, repeatPage(pages[n] ?? Buffer.of(), bytes)])
}
