import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, lacksSamples, samples } from '../../format/sample-pages.ts'
import { answers, openScriptedModel, type ScriptedModel, testKey } from '../../model/scripted-model.ts'
import type { Origin } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, openTestService, type TestService } from '../../service.ts'
import { openShellSite, shells, shownText } from './shell-site.ts'

let gleaner: TestService
let model: ScriptedModel
let site: Pick<Origin, 'url' | 'close'>

beforeAll(async () => {
  const pages = samples.map((sample) => [`/${sample.set}/${sample.id}`, bodyOf(sample)] as const)
  site = await openShellSite(Object.fromEntries(pages))
  model = await openScriptedModel()
  gleaner = await openTestService({ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: model.url })
})
afterAll(async () => {
  await gleaner.close()
  await model.close()
  await site.close()
})

/** A key with this many credits, and a function that reads its balance. */
async function withCredits(credits: number) {
  const { key, id } = await gleaner.access.issue('visitor', { credits })
  const headers = { authorization: `Bearer ${key}` }
  return {
    ask: (path: string, parameters: Record<string, string> = {}) =>
      jsonOf(gleaner.get('/v1/scrape', { url: site.url + path, render_if_needed: 'true', ...parameters }, { headers })),
    balance: async () => (await gleaner.access.keys.find(id))?.credits,
  }
}

describe.skipIf(lacksBrowser)('render_if_needed', { timeout: 120_000 }, () => {
  it.each(shells)('renders the shell of %s, for exactly 5 credits', async (name) => {
    const { ask, balance } = await withCredits(12)
    const body = await ask(`/${name}`)
    expect(body).toMatchObject({ rendered: true, complete: true, status_code: 200, credits_charged: 5 })
    expect(body.content).toContain(shownText)
    expect((body.warnings as { code: string }[]).map(({ code }) => code)).not.toContain('needs_javascript')
    expect(await balance()).toBe(7)
  })

  it('renders a page if a selector does not match, and charges for the rendering', async () => {
    const { ask, balance } = await withCredits(20)
    expect(await ask('/landing', { wait_for: 'main > h1' })).toMatchObject({ rendered: false, credits_charged: 1 })
    const timeout_ms = '10000'
    expect(await ask('/landing', { wait_for: '.prices', timeout_ms })).toMatchObject({
      ...{ rendered: true, complete: false, warnings: [{ code: 'wait_for_not_met' }], credits_charged: 5 },
    })
    expect(await balance()).toBe(14)
  })

  it('renders a shell whose selector matches only after rendering, in every output', async () => {
    const { ask } = await withCredits(100)
    const raw = await ask('/vite-vue', { css_selector: 'main h1', output: 'raw_html' })
    expect(raw).toMatchObject({ content: '<h1>Timetable</h1>', rendered: true, credits_charged: 5 })
    expect(await ask('/vite-vue', { output: 'links' })).toMatchObject({ content: [], rendered: true })
  })

  it('lets a prompt read the rendered page, for 10 credits', async () => {
    const { ask, balance } = await withCredits(10)
    model.play([answers('Every hour.')])
    const body = await ask('/vite-react', { prompt: 'How often do the trains run?' })
    expect(body).toMatchObject({ content: 'Every hour.', rendered: true, credits_charged: 10 })
    expect(JSON.stringify(model.requests[0])).toContain(shownText)
    expect(await balance()).toBe(0)
  })

  it('reads on from the rendered page for free', async () => {
    const { ask, balance } = await withCredits(9)
    const first = await ask('/angular', { max_chars: '30' })
    const second = await ask('/angular', { max_chars: '30', offset: String(first.next_offset) })
    expect(second).toMatchObject({ rendered: true, credits_charged: 0, fetched_at: first.fetched_at })
    expect(await balance()).toBe(4)
  })

  it.skipIf(lacksSamples)('renders none of 60 saved pages, and charges 1 credit for each', async () => {
    const { ask, balance } = await withCredits(100)
    for (const { set, id } of samples) {
      const { rendered, credits_charged } = await ask(`/${set}/${id}`)
      expect({ id, rendered, credits_charged }).toEqual({ id, rendered: false, credits_charged: 1 })
    }
    expect(samples).toHaveLength(60)
    expect(await balance()).toBe(40)
  })
})
