import { expect, it, onTestFinished } from 'vitest'
import { openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, openTestService } from '../../service.ts'

it.skipIf(lacksBrowser)('a rendered page that costs nothing links its frames instead of loading them', async () => {
  const origin = await openOrigin({
    '/gone': { status: 404, body: '<!doctype html><title>Gone</title><h1>Gone</h1><iframe src="/frame"></iframe>' },
    '/frame': { body: '<p>Within the frame' },
  })
  const gleaner = await openTestService()
  onTestFinished(async () => {
    await gleaner.close()
    await origin.close()
  })
  const body = await jsonOf(await gleaner.post('/v1/scrape', { url: `${origin.url}/gone`, render_js: true }))
  expect(body).toMatchObject({
    ...{ rendered: true, credits_charged: 0, content: `# Gone\n\n[Frame](${origin.url}/frame)` },
    warnings: [{ code: 'target_status' }, { code: 'foreign_frame' }],
  })
  expect(origin.requests).toEqual(['/gone'])
})
