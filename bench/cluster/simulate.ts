/**
 * Simulates clusters of up to 1,000 workers with measured service times (measure.ts), prints the results, and writes the plots and tables
 * in docs/scaling.md. Every run gives the same results. `npm run bench -- simulate [--only NAME] [--no-write]`
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printTable, say } from '../rig/report.ts'
import { inputsHash } from './inputs-hash.ts'
import { type Draw, openDrawing } from './plots.ts'
import { meanOf, readServiceTimes, type ServiceTimes } from './service-times.ts'
import {
  assumptions,
  costByRate,
  delayAfterBurst,
  delayBesideGreedy,
  delayByDeaths,
  delayByLoad,
  type Point,
} from './studies.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean', default: true } },
  allowNegative: true,
})

const docs = new URL('../../docs/', import.meta.url)
const page = new URL('scaling.md', docs)

const delayAxis = (field: string) => ({
  field,
  type: 'quantitative',
  // Zero has no logarithm, so the axis is linear below a millisecond.
  scale: { type: 'symlog', constant: 1, domainMin: 0 },
  axis: { values: [0, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000], format: ',d' },
})

interface Study {
  title: string
  measure(times: ServiceTimes): Point[]
  /** The table in the document: its fields with their headings, and optionally its rows. */
  table: { heads: Record<string, string>; rows?(points: Point[]): Point[] }
  plot?: { file: string; layers: object[]; column?: string }
}

const studies: Record<string, Study> = {
  load: {
    title: 'Time in the queue at different loads (95% of jobs wait no longer than this)',
    measure: delayByLoad,
    table: {
      heads: {
        workers: 'workers',
        load: 'load, %',
        perSecond: 'renders/s',
        p50: 'p50, ms',
        p95: 'p95, ms',
        p99: 'p99, ms',
      },
      rows: (points) => points.filter(({ load }) => [80, 90, 95, 98].includes(Number(load))),
    },
    plot: {
      file: 'delay-by-load.svg',
      layers: [
        {
          mark: { type: 'line', point: true },
          encoding: {
            x: {
              ...{ field: 'load', type: 'quantitative', title: 'load: share of slots in use, %' },
              ...{ scale: { domain: [50, 100] }, axis: { values: [50, 60, 70, 80, 90, 100] } },
            },
            y: { ...delayAxis('p95'), title: 'p95 of the time in the queue, ms' },
            color: { field: 'workers', type: 'nominal', title: 'workers', sort: null },
          },
        },
      ],
    },
  },
  burst: {
    title: 'A burst of 8,000 renders after 20 seconds, with 1,000 workers',
    measure: delayAfterBurst,
    table: {
      heads: {
        load: 'load',
        who: 'whose jobs',
        worst: 'highest p95 in any second, ms',
        over: 'seconds until p95 is below 100 ms again',
      },
      rows: (points) => {
        const groups = Map.groupBy(points, ({ load, who }) => `${load}|${who}`)
        return [...groups.values()].map((group) => {
          const late = group.filter(({ p95 }) => Number(p95) > 100).map(({ second }) => Number(second))
          return {
            load: group[0]?.load ?? '',
            who: group[0]?.who ?? '',
            worst: Math.max(...group.map(({ p95 }) => Number(p95))),
            over: late.length === 0 ? 0 : Math.max(...late) - 19,
          }
        })
      },
    },
    plot: {
      file: 'burst.svg',
      column: 'load',
      layers: [
        {
          mark: { type: 'line', point: { size: 15 } },
          encoding: {
            x: { field: 'second', type: 'quantitative', title: 'second in which the jobs arrived' },
            y: { ...delayAxis('p95'), title: 'p95 of the time in the queue, ms' },
            color: { field: 'who', type: 'nominal', title: null },
          },
        },
      ],
    },
  },
  fairness: {
    title: 'A key that requests single pages while another key has many pages waiting',
    measure: delayBesideGreedy,
    table: {
      heads: {
        workers: 'workers',
        order: 'order',
        waiting: 'pages of the other key',
        p50: 'p50, ms',
        p95: 'p95, ms',
        most: 'longest, ms',
      },
    },
    plot: {
      file: 'fairness.svg',
      column: 'cluster',
      layers: [
        {
          mark: { type: 'line', point: true },
          encoding: {
            x: {
              ...{ field: 'waiting', type: 'quantitative', title: 'waiting jobs of the other key' },
              ...{ scale: { type: 'symlog', constant: 10 }, axis: { values: [0, 100, 1000, 10_000], format: ',d' } },
            },
            y: { ...delayAxis('p95'), title: "p95 of the key's time in the queue, ms" },
            color: { field: 'order', type: 'nominal', title: 'order of jobs', sort: null },
          },
        },
      ],
    },
  },
  deaths: {
    title: 'Worker failures, with 1,000 workers at a load of 80%',
    measure: delayByDeaths,
    table: {
      heads: {
        ...{
          life: 'life of a worker',
          p50: 'p50, ms',
          p99: 'p99, ms',
          p999: 'p99.9, ms',
          jobs: 'jobs',
          takenOver: 'taken over',
        },
        lostWork: 'work done twice',
      },
    },
  },
  cost: {
    title: 'Cost of a thousand pages at different rates',
    measure: costByRate,
    table: {
      heads: {
        ...{
          kind: 'pages',
          perSecond: 'pages per second',
          workers: 'workers',
          load: 'load, %',
          dollarsPerHour: '$ per hour',
        },
        ...{ dollarsPerThousand: '$ per thousand pages', cpuSecondsPerThousand: 'vCPU-seconds per thousand pages' },
      },
    },
    plot: {
      file: 'cost.svg',
      layers: [
        {
          mark: { type: 'line', point: true },
          encoding: {
            x: {
              ...{ field: 'perSecond', type: 'quantitative', title: 'pages per second' },
              ...{ scale: { type: 'log' }, axis: { values: [0.1, 1, 10, 100, 1000, 10_000], format: ',~g' } },
            },
            y: {
              ...{ field: 'dollarsPerThousand', type: 'quantitative', title: '$ per thousand pages' },
              ...{ scale: { type: 'log' }, axis: { values: [1, 0.1, 0.01, 0.001, 0.0001, 0.00001], format: '~r' } },
            },
            color: { field: 'kind', type: 'nominal', title: null },
          },
        },
      ],
    },
  },
}

const times = readServiceTimes()
const { renders, fetches } = times
say(`Service times of ${times.measuredOn}: ${times.machine}; seed ${assumptions.seed}`)
say(`renders: mean ${Math.round(meanOf(renders))} ms in each of ${renders.slots} slots, ${renders.cpuMsPerPage} CPU ms`)
say(`fetches: mean ${Math.round(meanOf(fetches))} ms in each of ${fetches.slots} slots, ${fetches.cpuMsPerPage} CPU ms`)

const draw: Draw | null = values.write ? await openDrawing() : null
if (draw) mkdirSync(new URL('scaling/', docs), { recursive: true })
const sections: string[] = []
for (const [name, { title, measure, table, plot }] of Object.entries(studies)) {
  if (values.only !== undefined && values.only !== name) continue
  const points = measure(times)
  const rows = (table.rows?.(points) ?? points).map((point) =>
    Object.keys(table.heads).map((field) => (point[field] ?? '').toLocaleString('en', { maximumSignificantDigits: 6 })),
  )
  const heads = Object.values(table.heads)
  say(`\n${title}`)
  printTable([heads, ...rows])
  if (draw && plot) {
    const { file, layers, column } = plot
    writeFileSync(
      new URL(`scaling/${file}`, docs),
      await draw({ title, points, layers, ...(column ? { column } : {}) }),
    )
  }
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const picture = plot ? [`![${title}](scaling/${plot.file})`, ''] : []
  sections.push([`### ${title}`, '', ...picture, ...lines].join('\n'))
}

if (values.write && values.only === undefined) {
  const text = readFileSync(page, 'utf8')
  const marks = /(<!-- simulation of .*?: begin -->\n)[\s\S]*(\n<!-- simulation: end -->)/
  if (!marks.test(text)) throw new Error('docs/scaling.md has no markers for the tables')
  const begin = `<!-- simulation of ${inputsHash()}: begin -->\n`
  writeFileSync(
    page,
    text.replace(marks, (_, __, end: string) => `${begin}\n${sections.join('\n\n')}\n${end}`),
  )
}
