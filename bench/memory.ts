/**
 * Prints the peak memory of a service and its child processes under heavy load, and counts the answers. `npm run bench -- memory [--only
 * NAME,…] [--memory-mb N]`; `--only soak [--requests N] [--seed N] [--plot]` sends mixed requests for minutes and looks for memory leaks.
 */

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config/config.ts'
import buildIfOld from '../test/ensure-build.ts'
import { runScenario, type ScenarioReport, scenarios } from './memory/scenarios.ts'
import { csvOf, lastFifths, runSoak } from './memory/soak.ts'
import { drawSoak } from './memory/soak-plot.ts'
import { printTable, say } from './rig/report.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { only: text, 'memory-mb': text, requests: text, seed: text, plot: { type: 'boolean' } },
})

async function main(): Promise<void> {
  buildIfOld()
  const settings: Record<string, string> = values['memory-mb'] ? { GLEANER_MEMORY_MB: values['memory-mb'] } : {}
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-memory-'))
  const names = values.only?.split(',') ?? Object.keys(scenarios)
  say(`limit: ${limitOf(settings)}; one line for every 100 ms in ${folder}`)
  if (names.includes('soak')) await soak(settings, folder)
  const rows: (string | number)[][] = []
  for (const name of names.filter((one) => one !== 'soak')) {
    const scenario = scenarios[name]
    if (!scenario) throw new Error(`Unknown scenario ${name}; choose from ${Object.keys(scenarios).join(', ')}, soak`)
    say(`${name}: ${scenario.title}`)
    const report = await runScenario(scenario, settings)
    writeFileSync(join(folder, `${name}.csv`), report.record.csv)
    say(`  ${[...report.answers].map(([answer, count]) => `${count} × ${answer}`).join(', ')}`)
    rows.push([name, ...figuresOf(report)])
  }
  if (rows.length > 0) printTable([heads, ...rows])
}

async function soak(settings: Record<string, string>, folder: string): Promise<void> {
  const [requests, seed] = [Number(values.requests ?? 50_000), Number(values.seed ?? 1)]
  say(`soak: ${requests} mixed requests with seed ${seed}`)
  const { samples, answers, isAlive } = await runSoak({ requests, seed, settings, progress: say })
  writeFileSync(join(folder, 'soak.csv'), csvOf(samples))
  for (const [answer, count] of [...answers].toSorted(([, a], [, b]) => b - a)) say(`  ${count} × ${answer}`)
  if (!isAlive) say('  the service died')
  const heads = ['median, MB', 'the fifth before the last', 'the last fifth', 'ratio']
  const rows = lastFifths(samples).map(([name, before, last]) => [
    ...[name, before.toFixed(1), last.toFixed(1), (last / before).toFixed(3)],
  ])
  printTable([heads, ...rows])
  if (values.plot) say(`drawn in ${await drawSoak(samples)}`)
}

const heads = [
  ...['MB', 'before', 'service peak', 'readers peak', 'readers', 'sum peak', 'sum after 8 s', 'Chromium peak'],
  ...['deaths', 'seconds'],
]

function figuresOf({ record: { peak, last }, idleMb, deaths, seconds }: ScenarioReport): number[] {
  const megabytes = [idleMb, peak.serviceMb, peak.readersMb, peak.readers, peak.sumMb, last.serviceMb + last.readersMb]
  return [...megabytes, peak.browserMb, deaths, seconds].map((figure) => Math.round(figure))
}

/** Returns the equivalent limit for a checkout without this setting. */
function limitOf(settings: Record<string, string>): string {
  const config: Record<string, unknown> = readConfig({}, settings)
  const { GLEANER_MEMORY_MB: limit, GLEANER_MAX_INFLIGHT_MB: inFlight } = config
  if (limit !== undefined) return `GLEANER_MEMORY_MB=${limit}`
  return `none for memory; GLEANER_MAX_INFLIGHT_MB=${inFlight} for bodies and results`
}

await main()
