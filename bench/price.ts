/**
 * Prints the cost of a change: the elapsed and CPU time for small pages, large pages and documents of each kind, compared with another
 * checkout. `npm run bench -- price --against FOLDER [--rounds N] [--only GROUP] [--skip-idle]`. Both run at the same time and take turns
 * of one request each, so that both see the same machine load.
 */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import buildIfOld from '../test/ensure-build.ts'
import { openOrigin, type Site } from '../test/origin.ts'
import { type Group, priceGroups } from './price/groups.ts'
import { median } from './rig/figures.ts'
import { type Gleaner, startGleaner } from './rig/gleaner.ts'
import { printTable, say } from './rig/report.ts'
import { type Shape, sendShape } from './torture/shapes/shape.ts'

const { values } = parseArgs({
  options: {
    ...{ against: { type: 'string' }, rounds: { type: 'string' } },
    ...{ only: { type: 'string' }, 'skip-idle': { type: 'boolean' } },
  } as const,
})
const rounds = Number(values.rounds ?? 10)
const heads = [
  ...['what', 'number', 'ms here', 'ms there', 'ratio', 'difference, ms', 'of the minimum times', 'ratio of CPU'],
]
/** Longer than the time that an idle reader for large documents is kept running. */
const idleMs = 7000
const timesInRound = 5

type Arms = readonly [here: Gleaner, there: Gleaner]
/** Milliseconds in each checkout, either elapsed or CPU. */
type Pair = [here: number, there: number]

/** Paths of the shapes on the site. */
const paths = new Map<Shape, string>()

async function main(against: string): Promise<void> {
  const checkout = `${resolve(against)}/`
  if (!existsSync(`${checkout}.builds/latest`)) throw new Error(`Run "npm run build" in ${checkout} first`)
  buildIfOld()
  const groups = priceGroups().filter(({ name }) => values.only === undefined || name === values.only)
  const site: Site = {}
  for (const [at, shape] of groups.flatMap(({ shapes }) => shapes).entries()) {
    paths.set(shape, `/${at}`)
    site[`/${at}`] = sendShape(shape)
  }
  const origin = await openOrigin(site)
  const arms: Arms = [await startGleaner(), await startGleaner({ checkout })]
  try {
    const rows = []
    for (const group of groups) rows.push(await measure(arms, origin.url, group))
    if (!values['skip-idle']) {
      for (const name of ['docx', 'large pages']) rows.push(await measureAfterIdling(arms, origin.url, groups, name))
    }
    say(`medians of ${rounds} rounds, in turn with ${checkout}`)
    printTable([heads, ...rows])
  } finally {
    await Promise.all([...arms.map((arm) => arm.stop()), origin.close()])
  }
}

async function measure(arms: Arms, site: string, { name, shapes }: Group): Promise<string[]> {
  const times = shapes.map((): Pair[] => [])
  const cpu: Pair = [0, 0]
  // The first two rounds are a warm-up, in which the code is compiled.
  for (let round = -2; round < rounds; round++) {
    for (const [nth, shape] of repeated(shapes).entries()) {
      const at = nth % shapes.length
      const before = cpuOf(arms)
      const taken = await askInTurn(arms, site + paths.get(shape), round + nth)
      if (round < 0) continue
      times[at]?.push(taken)
      const after = cpuOf(arms)
      for (const arm of [0, 1] as const) cpu[arm] += after[arm] - before[arm]
    }
  }
  return rowOf(name, times, cpu)
}

/** If a group has only one document, requests it several times per round, because its times are short. */
const repeated = (shapes: readonly Shape[]) => (shapes.length === 1 ? Array(timesInRound).fill(shapes[0]) : shapes)

/** Measures the first document or page after an idle period. */
async function measureAfterIdling(arms: Arms, site: string, groups: readonly Group[], name: string): Promise<string[]> {
  const [shape] = groups.find((group) => group.name === name)?.shapes ?? []
  const times: Pair[] = []
  const before = cpuOf(arms)
  for (let round = 0; shape && round < rounds; round++) {
    await pause(idleMs)
    times.push(await askInTurn(arms, site + paths.get(shape), round))
  }
  const after = cpuOf(arms)
  return rowOf(`${name}, the first after ${idleMs / 1000} s`, [times], [after[0] - before[0], after[1] - before[1]])
}

async function askInTurn(arms: Arms, url: string, turn: number): Promise<Pair> {
  const taken: Pair = [0, 0]
  for (const arm of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
    const startedAt = performance.now()
    // Decompressing takes longer than compressing, and isn't part of the service's work.
    const response = await fetch(arms[arm].scrapeUrl(url), { headers: { 'accept-encoding': 'identity' } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${arm === 0 ? 'here' : 'there'}: ${url} was answered with ${response.status}`)
    taken[arm] = performance.now() - startedAt
  }
  return taken
}

const cpuOf = ([here, there]: Arms): Pair => [here.cpuMs(), there.cpuMs()]

/** Returns the mean of the pages' medians and the median of their ratios. */
function rowOf(name: string, times: readonly (readonly Pair[])[], [cpuHere, cpuThere]: Pair): string[] {
  const medians = times.map((pairs): Pair => [median(pairs.map(([one]) => one)), median(pairs.map(([, two]) => two))])
  const mean = (arm: 0 | 1) => medians.reduce((sum, pair) => sum + pair[arm], 0) / medians.length
  const least = (arm: 0 | 1) => times.reduce((sum, pairs) => sum + Math.min(...pairs.map((pair) => pair[arm])), 0)
  const ratio = median(medians.map(([here, there]) => here / there))
  return [
    ...[name, String(times.length), mean(0).toFixed(1), mean(1).toFixed(1), ratio.toFixed(3)],
    ...[(mean(0) - mean(1)).toFixed(1), ((least(0) - least(1)) / times.length).toFixed(1)],
    (cpuHere / cpuThere).toFixed(3),
  ]
}

if (values.against === undefined) throw new Error('Name another checkout: --against FOLDER')
await main(values.against)
