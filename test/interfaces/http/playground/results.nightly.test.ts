import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../ads/fixtures.ts'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture, send } from './open-playground.ts'

/** A request, the view to look at (the first one without), and a text that it must show. */
interface Case {
  name: string
  fragment(origin: string): string
  view?: string
  shows: string
}

const scrape = (output: string) => (origin: string) => `url=${origin}/history&output=${output}`

const furtherOutputs = (origin: string) =>
  `url=${origin}/history&extra_outputs=${encodeURIComponent('["links","html_head_metadata_json","emails"]')}`
const rules = { title: 'h1', tools: { selector: 'li', type: 'list' }, harvests: { selector: 'table', type: 'table' } }
const fieldsBySelector = (origin: string) =>
  `url=${origin}/history&extract_rules=${encodeURIComponent(JSON.stringify(rules))}`

const cases: readonly Case[] = [
  { name: 'markdown', fragment: scrape('markdown'), shows: 'Harvests in numbers' },
  { name: 'markdown-source', fragment: scrape('markdown'), view: 'Markdown', shows: '# A short history of gleaning' },
  { name: 'raw-html', fragment: scrape('raw_html'), shows: '<!doctype html>' },
  { name: 'clean-html', fragment: scrape('clean_html'), shows: '<h1>' },
  { name: 'html-preview', fragment: scrape('clean_html'), view: 'Preview', shows: 'nothing is loaded from outside' },
  { name: 'metadata', fragment: scrape('html_head_metadata_json'), shows: 'Picture, not loaded here' },
  { name: 'links', fragment: scrape('links'), shows: 'Ten rakes compared' },
  { name: 'internal-links', fragment: scrape('internal_links'), shows: 'Imprint' },
  { name: 'external-links', fragment: scrape('external_links'), shows: 'https://archive.example/0' },
  { name: 'images', fragment: scrape('images'), shows: 'Three women bend over a stubble field' },
  { name: 'emails', fragment: scrape('emails'), shows: 'desk@fieldnotes.example' },
  { name: 'response', fragment: scrape('emails'), view: 'Response', shows: 'request_id' },
  { name: 'extra-outputs', fragment: furtherOutputs, shows: 'Harvests in numbers' },
  { name: 'extra-links', fragment: furtherOutputs, view: 'Links', shows: 'Ten rakes compared' },
  { name: 'extra-metadata', fragment: furtherOutputs, view: 'Metadata', shows: 'Picture, not loaded here' },
  { name: 'fields', fragment: fieldsBySelector, shows: 'Households' },
  { name: 'ads', fragment: () => 'operation=google_ads&query=crm', shows: 'top 1' },
  { name: 'ads-table', fragment: () => 'operation=google_ads&query=crm', view: 'Table', shows: 'Tracking url' },
  { name: 'explain', fragment: (origin) => `operation=explain&url=${origin}/history`, shows: 'aside.related' },
  { name: 'warning', fragment: (origin) => `url=${origin}/shell`, shows: 'This page is empty until its scripts run' },
]

const desktop = { width: 1280, height: 900 }
const looks = [
  { look: 'light', colorScheme: 'light', size: desktop },
  { look: 'dark', colorScheme: 'dark', size: desktop },
  { look: 'phone', colorScheme: 'light', size: { width: 360, height: 740 } },
] as const

describe.skipIf(lacksBrowser)('a result', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground({ '/com/search': { body: fixture('text-2023-sponsored').html } })
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  it.each(cases)(
    'of $name is seen in light, in dark and on a phone, without a fault for anybody',
    async ({ name, fragment, view, shows }) => {
      const page = await playground.open({ fragment: fragment(playground.origin.url) })
      await send(page)
      for (const { look, colorScheme, size } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize(size)
        if (view) await page.getByRole('tab', { name: view, exact: true }).click()
        await page.getByText(shows).first().waitFor()
        await picture(page, `${name}-${look}`)
        expect([look, await findAccessibilityFaults(page)]).toEqual([look, []])
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        expect([look, await page.evaluate(overflow)]).toEqual([look, 0])
      }
      await page.context().close()
    },
  )

  it('is filtered and copied as a table', async () => {
    const page = await playground.open({
      fragment: scrape('links')(playground.origin.url),
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await send(page)
    await page.getByRole('searchbox', { name: 'Filter Links' }).fill('ARCHIVE')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(4)
    await page.getByRole('button', { name: 'Copy as JSON' }).click()
    await page.getByText('Copied').waitFor()
    const copied = JSON.parse((await page.evaluate('navigator.clipboard.readText()')) as string)
    expect(copied).toHaveLength(4)
    await page.context().close()
  })

  it('has an outline that jumps, in the rendered text and in the source', async () => {
    const page = await playground.open({ fragment: scrape('markdown')(playground.origin.url) })
    await send(page)
    await page.getByRole('button', { name: 'Harvests in numbers' }).click()
    const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Harvests in numbers' })
    const frame = page.locator('iframe')
    await expect
      .poll(async () => {
        const [box, edge] = [await heading.boundingBox(), await frame.boundingBox()]
        return box && edge ? box.y >= edge.y && box.y < edge.y + edge.height - 40 : false
      })
      .toBe(true)
    await page.getByRole('tab', { name: 'Markdown' }).click()
    await page.getByRole('button', { name: 'Harvests in numbers' }).click()
    await expect
      .poll(() => page.locator('.source').evaluate((box) => Number(Reflect.get(box, 'scrollTop'))))
      .toBeGreaterThan(300)
    await page.context().close()
  })

  it('says where its time went', async () => {
    const page = await playground.open({ fragment: scrape('markdown')(playground.origin.url) })
    await send(page)
    const stages = page.getByRole('list', { name: 'Time by stage' })
    await expect.poll(() => stages.textContent()).toMatch(/Waiting for the first byte[\s\S]*Parsing[\s\S]*Formatting/)
    await page.context().close()
  })
})
