/**
 * CPU time of ten quotes with 50 omissions each on a page that repeats a quote of 1,000 characters, compared with reading the page alone, and
 * with a page twice as long. The arms alternate. `npm run bench -- quotes-hostile [--rounds N]`
 */

import { parseArgs } from 'node:util'
import { tasks } from '../../src/readers/entry.ts'
import { pageOf } from '../../test/readers/page-of.ts'
import { say } from '../rig/report.ts'

const sentence = 'The tower is not 330 metres high and it rose by 14 % in 2024. '
const paragraph = `<p>${sentence.repeat(17).slice(0, 1000).trim()}</p>`
const request = { output: 'markdown', cssSelector: null, mainContent: true } as const
const kinds: Record<string, string[] | undefined> = {
  'no quotes': undefined,
  found: Array.from({ length: 10 }, () => Array(51).fill('rose by 14 %').join(' … ')),
  absent: Array.from({ length: 10 }, () => [...Array(50).fill('rose by 14 %'), 'by 330'].join(' … ')),
}

async function cpuMs(html: string, quotes: string[] | undefined): Promise<number> {
  const page = pageOf(html)
  globalThis.gc?.()
  const before = process.cpuUsage()
  await tasks.scrape(page, request, { offset: 0, maxChars: 40_000, ...(quotes ? { quotes } : {}) })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] as number
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const pages = [5, 10].map((megabytes) => `<title>x</title><main>${paragraph.repeat(megabytes * 1000)}</main>`)
const times = pages.map(() => new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]])))
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const [at, html] of pages.entries()) {
    for (const [kind, quotes] of Object.entries(kinds)) {
      const ms = await cpuMs(html, quotes)
      // The first round compiles the code.
      if (round > 0) times[at]?.get(kind)?.push(ms)
    }
  }
}
for (const kind of Object.keys(kinds)) {
  const [half, whole] = times.map((one) => median(one.get(kind) ?? [])) as [number, number]
  const reading = median(times[1]?.get('no quotes') ?? [])
  const share =
    kind === 'no quotes' ? '' : `; the quotes take ${((whole - reading) / reading).toFixed(2)} of reading the page`
  say(`${kind}: 5 MB ${half.toFixed(0)} ms, 10 MB ${whole.toFixed(0)} ms, ${(whole / half).toFixed(2)} times${share}`)
}
