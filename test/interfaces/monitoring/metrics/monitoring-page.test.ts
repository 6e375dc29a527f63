import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { eventMetrics } from '../../../../src/interfaces/monitoring/metrics/event-metrics.ts'
import { figureMetrics } from '../../../../src/interfaces/monitoring/metrics/metrics.ts'
import { codeBlocks, read } from '../../../docs/document.ts'
import { openTestService, type TestService } from '../../../service.ts'
import { parsePrometheus } from './exposition.ts'
import { groupsOf, metricsOf } from './queries.ts'

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { h: number; w: number; x: number; y: number }
  targets?: { expr: string }[]
}

const dashboard = JSON.parse(
  readFileSync(new URL('../../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8'),
)
const panels = dashboard.panels as Panel[]
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const [scrapeConfig, rules] = codeBlocks(read('docs/monitoring.md'))
  .filter(({ language }) => language === 'yaml')
  .map(({ text }) => parse(text))
const alerts = rules.groups[0].rules as { alert: string; expr: string; annotations: { summary: string } }[]

let gleaner: TestService
let exposed: Set<string>
beforeAll(async () => {
  gleaner = await openTestService()
  const families = parsePrometheus(await (await fetch(`${gleaner.url}/metrics`)).text())
  // Queries use a histogram's series instead of its name.
  exposed = new Set(
    [...families].flatMap(([name, { type }]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((series) => name + series) : [name],
    ),
  )
})
afterAll(() => gleaner.close())

const labelsOf = new Map([...eventMetrics, ...figureMetrics].map(({ name, labels }) => [name, labels]))

describe.each([
  ['the dashboard', shown],
  ['the alerts of docs/monitoring.md', alerts.map(({ expr }) => expr)],
])('%s', (_, queries) => {
  it('queries only metrics that the service exposes', () => {
    const named = queries.flatMap((query) => metricsOf(query).map(({ name }) => name))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => name !== 'up' && !exposed.has(name))).toEqual([])
  })

  it('queries only labels that the metrics have', () => {
    const wrong = queries.filter((query) => {
      const metrics = metricsOf(query).map(({ name, labels }) => ({ has: labelsOfSeries(name), asked: labels }))
      const isAsked = metrics.some(({ has, asked }) => asked.some((label) => !has.includes(label)))
      return isAsked || groupsOf(query).some((label) => !metrics.every(({ has }) => has.includes(label)))
    })
    expect(wrong).toEqual([])
  })
})

function labelsOfSeries(name: string): readonly string[] {
  return labelsOf.get(name) ?? labelsOf.get(name.replace(/_(?:bucket|sum|count)$/, '')) ?? []
}

describe('the dashboard', () => {
  it('shows every Gleaner metric', () => {
    const named = new Set(
      shown.flatMap((query) =>
        metricsOf(query).map(({ name }) => (labelsOf.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''))),
      ),
    )
    expect([...labelsOf.keys()].filter((name) => !named.has(name))).toEqual([])
  })

  it('has panels with unique titles and ids that do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(panels.filter(({ title }) => title === '')).toEqual([])
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
  })
})

describe('docs/monitoring.md', () => {
  it('shows a Prometheus configuration that scrapes this service, and alert rules that each have a summary', () => {
    expect(scrapeConfig.scrape_configs).toEqual([
      { job_name: 'gleaner', static_configs: [{ targets: ['127.0.0.1:8787'] }] },
    ])
    for (const { alert, annotations } of alerts) expect([alert, annotations.summary]).not.toContain('')
  })
})
