import { expect, it } from 'vitest'
import { openOrigin } from '../../../origin.ts'
import { browserPath, lacksBrowser } from '../../../render/open-renderer.ts'
import { openTestService } from '../../../service.ts'
import { parsePrometheus, sumOf } from './exposition.ts'

it.skipIf(lacksBrowser)('the browser, its pages and the requests waiting for them are measured', async () => {
  const script = '<p id="a">Waits</p><script>fetch("/never").then(() => { a.textContent = "done" })</script>'
  const origin = await openOrigin({
    '/': { body: '<p>Some words.</p>' },
    '/waits': { body: script },
    '/never': () => {},
  })
  const gleaner = await openTestService({ GLEANER_BROWSER_PATH: browserPath ?? '', GLEANER_BROWSER_PAGES: '1' })
  const now = async () => parsePrometheus(await (await fetch(`${gleaner.url}/metrics`)).text())
  const client = new AbortController()
  const render = (path: string) =>
    gleaner
      .get('/v1/scrape', { url: origin.url + path, render_js: 'true' }, { signal: client.signal })
      .then((response) => response.text())
  await render('/')
  const after = await now()
  expect(sumOf(after, 'gleaner_browsers')).toBe(1)
  expect(sumOf(after, 'gleaner_browser_events_total', { event: 'started' })).toBe(1)
  expect(sumOf(after, 'gleaner_renders_total', { outcome: 'complete' })).toBe(1)
  expect(sumOf(after, 'gleaner_credits_charged_total', { operation: 'scrape' })).toBe(5)
  expect(sumOf(after, 'gleaner_stage_duration_seconds_count', { stage: 'render' })).toBe(1)

  const held = ['/waits', '/waits', '/waits'].map((path) => render(path).catch(() => {}))
  const pages = async (state: string) => sumOf(await now(), 'gleaner_browser_pages', { state })
  // One extra page is reserved for other keys while a single key holds all the rest.
  await expect.poll(() => pages('waiting')).toBeGreaterThan(0)
  expect(await pages('working')).toBeGreaterThan(0)
  client.abort()
  await Promise.all(held)
  await expect.poll(() => pages('waiting')).toBe(0)
  await gleaner.close()
  await origin.close()
})
