/** Measures the service's resident memory after many requests, and after bursts of big pages followed by a rest. */

import { setTimeout as pause } from 'node:timers/promises'
import { startGleaner } from '../rig/gleaner.ts'
import { askAll } from '../rig/load.ts'
import { startOrigin } from '../rig/origin.ts'
import { choosePages, repeatPage, smallPage } from '../rig/saved-pages.ts'
import type { Row } from './row.ts'

const [few, some, many] = [1000, 30_000, 100_000]
const bursts = 5
const pagesInBurst = 8
const restMs = 600_000

export const memory: Row = {
  name: 'memory',
  title:
    'resident memory of the service. Nine in ten requests are for a page of 1 kB, and one is for a saved page of 100 to 220 kB',
  isLong: true,
  async measure({ progress }) {
    const saved = choosePages(40, 100_000, 220_000)
    const paths = [...saved.keys()]
    const big = repeatPage([...saved.values()][0] ?? Buffer.of(), 10e6)
    const origin = await startOrigin(new Map([...saved, ['/small', smallPage()], ['/big', big]]))
    const gleaner = await startGleaner()
    const urlOf = (n: number) => {
      const path = n % 10 === 0 ? encodeURI(paths[(n / 10) % paths.length] ?? '') : '/small'
      return gleaner.scrapeUrl(origin.url + path)
    }
    const requests = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => urlOf(from + n))
    const measured = (what: string) => {
      const mb = gleaner.residentMb()
      progress(`${what}: ${mb.toFixed(0)} MB`)
      return mb
    }
    try {
      await askAll(requests(0, few), 8)
      const first = measured(`after ${few} requests`)
      await askAll(requests(few, some), 8)
      const middle = measured(`after ${some} requests`)
      await askAll(requests(some, many), 8)
      const last = measured(`after ${many} requests`)
      for (let burst = 0; burst < bursts; burst++) {
        await askAll(Array<string>(pagesInBurst).fill(gleaner.scrapeUrl(`${origin.url}/big`)), pagesInBurst)
        measured(`after burst ${burst + 1}`)
      }
      await pause(restMs)
      const rested = measured('after ten minutes of rest')
      return [
        {
          what: `resident memory after ${some} requests against after ${few}`,
          ...{ unit: '×', values: [middle / first], bar: { atMost: 1.15 } },
          note: `${middle.toFixed(0)} and ${first.toFixed(0)} MB`,
        },
        {
          what: `resident memory after ${many} requests against after ${few}`,
          ...{ unit: '×', values: [last / first], bar: { atMost: 1.2 } },
          note: `${last.toFixed(0)} and ${first.toFixed(0)} MB`,
        },
        {
          what: `after ${bursts} bursts of ${pagesInBurst} pages of 10 MB and ten minutes of rest against before`,
          ...{ unit: '×', values: [rested / last], bar: { atMost: 1.2 } },
          note: `${rested.toFixed(0)} and ${last.toFixed(0)} MB`,
        },
      ]
    } finally {
      await Promise.all([origin.stop(), gleaner.stop()])
    }
  },
}
