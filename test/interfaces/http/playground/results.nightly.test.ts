import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../ads/fixtures.ts'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture, send } from './open-playground.ts'

/** A request, the view to check (the first by default), and a string that it must show. */
interface Case {
  name: string
  fragment(origin: string): string
  view?: string
  shows: string
  /** True if the text is in the frame. */
  isFramed?: boolean
}

const scrape = (output: string) => (origin: string) => `url=${origin}/history&output=${output}`

const furtherOutputs = (origin: string) =>
  `url=${origin}/history&extra_outputs=${encodeURIComponent('["links","html_head_metadata_json","emails"]')}`
const rules = { title: 'h1', tools: { selector: 'li', type: 'list' }, harvests: { selector: 'table', type: 'table' } }
const fieldsBySelector = (origin: string) =>
  `url=${origin}/history&extract_rules=${encodeURIComponent(JSON.stringify(rules))}`

const cases: readonly Case[] = [
  { name: 'markdown', fragment: scrape('markdown'), shows: 'Harvests in numbers', isFramed: true },
  { name: 'markdown-source', fragment: scrape('markdown'), view: 'Markdown', shows: '# A short history of gleaning' },
  { name: 'raw-html', fragment: scrape('raw_html'), shows: '<!doctype html>' },
  {
    name: 'html-preview',
    fragment: scrape('clean_html'),
    view: 'Preview',
    shows: 'Nothing is loaded from other sites',
  },
  { name: 'metadata', fragment: scrape('html_head_metadata_json'), shows: 'Ada Fieldmouse' },
  { name: 'links', fragment: scrape('links'), shows: 'Ten rakes compared' },
  { name: 'images', fragment: scrape('images'), shows: 'Three women bend over a stubble field' },
  { name: 'emails', fragment: scrape('emails'), shows: 'desk@fieldnotes.example' },
  { name: 'response', fragment: scrape('emails'), view: 'Response', shows: 'request_id' },
  { name: 'extra-links', fragment: furtherOutputs, view: 'links', shows: 'Ten rakes compared' },
  { name: 'extra-metadata', fragment: furtherOutputs, view: 'html_head_metadata_json', shows: 'Ada Fieldmouse' },
  { name: 'fields', fragment: fieldsBySelector, shows: 'Households' },
  { name: 'ads', fragment: () => 'operation=google_ads&query=crm', view: 'ads', shows: 'tracking_url' },
  {
    name: 'explain',
    fragment: (origin) => `operation=explain&url=${origin}/history`,
    view: 'dropped',
    shows: 'aside.related',
  },
  { name: 'warning', fragment: (origin) => `url=${origin}/shell`, shows: 'needs_javascript' },
]

const desktop = { width: 1280, height: 900 }
const looks = [
  { look: 'light', colorScheme: 'light', size: desktop },
  { look: 'dark', colorScheme: 'dark', size: desktop },
  { look: 'phone', colorScheme: 'light', size: { width: 390, height: 740 } },
] as const

describe.skipIf(lacksBrowser)('a result', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground({ '/com/search': { body: fixture('text-2023-sponsored').html } })
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  it.each(cases)(
    'displays $name in light, in dark and on a phone without accessibility faults',
    async ({ name, fragment, view, shows, isFramed }) => {
      const page = await playground.open({ fragment: fragment(playground.origin.url) })
      await send(page)
      for (const { look, colorScheme, size } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize(size)
        if (view) await page.getByRole('tab', { name: view, exact: true }).click()
        await (isFramed ? page.frameLocator('iframe') : page).getByText(shows).first().waitFor()
        await picture(page, `${name}-${look}`)
        expect([look, await findAccessibilityFaults(page)]).toEqual([look, []])
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        expect([look, await page.evaluate(overflow)]).toEqual([look, 0])
      }
      await page.context().close()
    },
  )

  it('is copied in full: a table as JSON, and JSON as text', async () => {
    const page = await playground.open({
      fragment: scrape('links')(playground.origin.url),
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const copied = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>
    await send(page)
    const rows = await page.locator('tbody tr').count()
    await page.getByRole('button', { name: 'Copy as JSON' }).click()
    await page.getByText('Copied').waitFor()
    expect(JSON.parse(await copied())).toHaveLength(rows)
    await page.getByRole('tab', { name: 'Response' }).click()
    await page.locator('.result > section').first().getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied').waitFor()
    expect(JSON.parse(await copied())).toMatchObject({ output: 'links', status_code: 200 })
    await page.context().close()
  })
})
