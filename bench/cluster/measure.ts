/**
 * Measures the elapsed time and CPU time for a worker's pages on this machine, and writes them to service-times.json for `npm run bench --
 * simulate`. `npm run bench -- service-times [--rounds N]`
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { requireBrowser } from '../../src/render/browser/find-browser.ts'
import { processTree } from '../../src/render/browser/process-tree.ts'
import { pageKinds } from '../../test/render/page-kinds/page-kinds.ts'
import { concurrency, inParallel, openEngine, startOrigin as startKinds } from '../render/engine.ts'
import { quantile } from '../rig/figures.ts'
import { startGleaner } from '../rig/gleaner.ts'
import { ask } from '../rig/load.ts'
import { startOrigin } from '../rig/origin.ts'
import { say } from '../rig/report.ts'
import { choosePages } from '../rig/saved-pages.ts'
import type { Measured, ServiceTimes } from './service-times.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '4' } } })
const rounds = Number(values.rounds)
const file = new URL('service-times.json', import.meta.url)

/** Returns the CPU milliseconds used by this process and its children, including those that have exited. */
function cpuMsOfTree(root: number): number {
  return processTree(root).reduce((sum, { pid }) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      // These fields are the process's own time and that of exited children, in hundredths of a second.
      return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) * 10
    } catch {
      return sum
    }
  }, 0)
}

function summarize(times: readonly number[], ms: number, cpuMs: number, bytes: number): Measured {
  return {
    pages: times.length,
    pagesPerSecond: round((times.length / ms) * 1000),
    cpuMsPerPage: round(cpuMs / times.length),
    bytesPerPage: Math.round(bytes / times.length),
    // All percentiles, from the fastest to the slowest.
    quantilesMs: Array.from({ length: 101 }, (_, percent) => round(quantile(times, percent / 100))),
  }
}

const round = (value: number) => Math.round(value * 100) / 100

/** Measures renders of those of the tests' page kinds that can complete, as many at once as a browser has pages. */
async function measureRenders(browserPath: string): Promise<Measured> {
  const origin = await startKinds()
  const engine = openEngine(browserPath)
  const kinds = pageKinds.filter(({ canComplete }) => canComplete)
  await engine.load(`${origin.url}/kinds/static`)
  const times: number[] = []
  let bytes = 0
  const cpuBefore = cpuMsOfTree(process.pid)
  const startedAt = performance.now()
  await inParallel(Array(rounds).fill(kinds).flat(), async ({ path }: (typeof kinds)[number]) => {
    const pageStartedAt = performance.now()
    const page = await engine.load(origin.url + path)
    times.push(performance.now() - pageStartedAt)
    bytes += page.body.byteLength
  })
  const measured = summarize(times, performance.now() - startedAt, cpuMsOfTree(process.pid) - cpuBefore, bytes)
  await engine.close()
  origin.stop()
  return measured
}

const fetchesAtOnce = 8

/** Measures converting saved pages (100 to 220 kB) to markdown, through the service and without a browser. */
async function measureFetches(): Promise<ServiceTimes['fetches']> {
  const pages = choosePages(40, 100_000, 220_000)
  const origin = await startOrigin(pages)
  const gleaner = await startGleaner({ asksForKeys: true })
  const urls = Array(rounds * 6)
    .fill([...pages.keys()])
    .flat()
    .map((path: string) => gleaner.scrapeUrl(origin.url + encodeURI(path)))
  await inParallel(urls.slice(0, 400), async (url) => void (await ask(url, gleaner)), fetchesAtOnce)
  const times: number[] = []
  let answerBytes = 0
  const cpuBefore = gleaner.cpuMs()
  const startedAt = performance.now()
  await inParallel(
    urls,
    async (url) => {
      const pageStartedAt = performance.now()
      const answered = await ask(url, gleaner)
      answerBytes += answered
      times.push(performance.now() - pageStartedAt)
    },
    fetchesAtOnce,
  )
  const bytes = [...pages.values()].reduce((sum, { byteLength }) => sum + byteLength, 0) / pages.size
  const measured = summarize(
    times,
    performance.now() - startedAt,
    gleaner.cpuMs() - cpuBefore,
    Math.round(bytes) * times.length,
  )
  await gleaner.stop()
  await origin.stop()
  return { slots: fetchesAtOnce, ...measured, answerBytesPerPage: Math.round(answerBytes / times.length) }
}

const browserPath = await requireBrowser({ configuredPath: process.env.GLEANER_BROWSER_PATH || null })
const measured: ServiceTimes = {
  measuredOn: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores of ${cpus()[0]?.model.replace(/ \d.*/, '')}, Node ${process.versions.node}`,
  renders: { slots: concurrency, ...(await measureRenders(browserPath)) },
  fetches: await measureFetches(),
}
writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`)
for (const [name, one] of Object.entries({ renders: measured.renders, fetches: measured.fetches })) {
  const { pagesPerSecond, cpuMsPerPage, quantilesMs, slots } = one
  say(
    `${name}, ${slots} at once: ${pagesPerSecond} pages/s, ${cpuMsPerPage} CPU ms per page, ` +
      `median ${quantilesMs[50]} ms, p95 ${quantilesMs[95]} ms`,
  )
}
process.exit()
