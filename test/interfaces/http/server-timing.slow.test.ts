import { expect, it, onTestFinished } from 'vitest'
import { openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { openTestService } from '../../service.ts'
import { metricsOf } from './timing-metrics.ts'

it.skipIf(lacksBrowser)('Server-Timing names rendering as one stage, and omits what the browser loads', async () => {
  const gleaner = await openTestService()
  const origin = await openOrigin({
    '/': { body: '<p id="a"></p><script>setTimeout(() => { a.textContent = "Done" }, 10)</script>' },
  })
  onTestFinished(async () => {
    await gleaner.close()
    await origin.close()
  })
  const response = await gleaner.get('/v1/scrape', { url: `${origin.url}/`, render_js: 'true' })
  expect(await response.json()).toMatchObject({ content: 'Done', rendered: true })
  const { queue, ...metrics } = metricsOf(response)
  expect(Object.keys(metrics)).toEqual(['render', 'parse', 'format', 'total'])
})
