import { beforeAll, describe, expect, it } from 'vitest'
import { type Scraped, scrapeAll } from '../../bench/soft-failures/measure.ts'
import {
  complete,
  lookalikes,
  type SitePage,
  type SoftCase,
  shells,
  softCases,
  softFailures,
} from '../../bench/soft-failures/soft-case.ts'
import { lacksBrowser } from '../render/open-renderer.ts'

const idsOf = (scraped: readonly Scraped<SitePage>[]) => scraped.map(({ page }) => page.id)
const isFree = ({ credits, error }: Scraped<SitePage>) => credits === 0 && error === null
/** Without a browser, this warning shows that the page would have been rendered. */
const isShell = ({ others }: Scraped<SitePage>) => others.includes('needs_javascript')

describe('soft failures', { timeout: 300_000 }, () => {
  let scraped: Scraped<SoftCase>[]

  beforeAll(async () => {
    scraped = await scrapeAll(softCases)
  }, 300_000)

  it('are recognized by kind and free in at least 180 of 200 cases', () => {
    expect(scraped).toHaveLength(200)
    const right = scraped.filter((one) => one.recognized === one.page.expected && isFree(one))
    expect(right.length, `missed: ${idsOf(scraped.filter((one) => !right.includes(one)))}`).toBeGreaterThanOrEqual(180)
  })

  it('are free if they are recognized, and cost 1 credit if not', () => {
    expect(scraped.map(({ credits }) => credits)).toEqual(scraped.map(({ recognized }) => (recognized ? 0 : 1)))
  })

  it('keep their content', () => {
    expect(idsOf(scraped.filter(({ content }) => content.trim() === ''))).toEqual([])
  })

  it('are reported for at most 1 of 110 pages that only look like one', async () => {
    const real = await scrapeAll(lookalikes)
    expect(real).toHaveLength(110)
    expect(idsOf(real.filter(({ error }) => error !== null))).toEqual([])
    const alarms = real.filter(({ recognized }) => recognized !== null)
    expect(alarms.length, `recognized: ${idsOf(alarms)}`).toBeLessThanOrEqual(1)
  })
})

describe('render_if_needed', { timeout: 300_000 }, () => {
  const parameters = { render_if_needed: 'true' }

  it('recognizes all of 40 shells with a header and footer', async () => {
    const scraped = await scrapeAll(shells, { parameters })
    expect(scraped).toHaveLength(40)
    expect(idsOf(scraped.filter((one) => !isShell(one)))).toEqual([])
    expect(idsOf(scraped.filter(({ recognized }) => recognized !== null))).toEqual([])
  })

  it('mistakes none of 20 short pages with scripts for shells', async () => {
    const scraped = await scrapeAll(complete, { parameters })
    expect(scraped).toHaveLength(20)
    expect(idsOf(scraped.filter(isShell))).toEqual([])
  })

  it.skipIf(lacksBrowser)('renders the shells, and returns the content from their scripts', async () => {
    const scraped = await scrapeAll(shells, { parameters, hasBrowser: true })
    const without = scraped.filter(({ page, rendered, content }) => !rendered || !content.includes(page.shows))
    expect(idsOf(without)).toEqual([])
  })
})

describe('soft failures in a browser', { timeout: 300_000 }, () => {
  it.skipIf(lacksBrowser)('are also recognized and free in at least 36 of 40 cases', async () => {
    const sample = softCases.filter((_, n) => n % 5 === 0)
    const scraped = await scrapeAll(sample, { parameters: { render_js: 'true' }, hasBrowser: true })
    const right = scraped.filter((one) => one.recognized === one.page.expected && isFree(one))
    expect(right.length, `missed: ${idsOf(scraped.filter((one) => !right.includes(one)))}`).toBeGreaterThanOrEqual(36)
    expect(new Set(sample.map(({ expected }) => expected)).size).toBe(softFailures.length)
  })
})
