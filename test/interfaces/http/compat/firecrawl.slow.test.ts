import { describe, expect, it, onTestFinished } from 'vitest'
import { answers, openScriptedModel, testKey } from '../../../model/scripted-model.ts'
import { openOrigin } from '../../../origin.ts'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { jsonOf, openTestService } from '../../../service.ts'

describe.skipIf(lacksBrowser)("Firecrawl's format screenshot", () => {
  it('is a PNG as a data URL, of the window or the whole page, together with the other formats', async () => {
    const origin = await openOrigin({
      '/': { body: '<!doctype html><title>Oak</title><h1>Oak</h1><div style="height:1500px">tall</div>' },
    })
    const gleaner = await openTestService()
    onTestFinished(async () => {
      await gleaner.close()
      await origin.close()
    })
    const sizeOf = async (screenshot: object) => {
      const body = { url: origin.url, formats: ['markdown', { type: 'screenshot', ...screenshot }] }
      const response = await gleaner.post('/compat/firecrawl/v2/scrape', body)
      const { data } = (await jsonOf(response)) as { data: Record<string, never> }
      expect(data.markdown).toContain('# Oak')
      expect(data.metadata).toMatchObject({ creditsUsed: 5 })
      const [start = '', encoded = ''] = String(data.screenshot).split(',')
      expect(start).toBe('data:image/png;base64')
      const png = Buffer.from(encoded, 'base64')
      return [png.readUInt32BE(16), png.readUInt32BE(20)]
    }
    expect(await sizeOf({})).toEqual([1280, 800])
    const [width, height = 0] = await sizeOf({ fullPage: true, viewport: { width: 640, height: 480 } })
    expect(width).toBe(640)
    expect(height).toBeGreaterThan(1500)
  })

  it('is of the same visit as all other formats and answers', async () => {
    const model = await openScriptedModel()
    const origin = await openOrigin({
      '/': { body: '<!doctype html><title>Oak</title><h1>Oak</h1><a href="/a">a</a>' },
    })
    const gleaner = await openTestService({ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: model.url })
    onTestFinished(async () => {
      await gleaner.close()
      await origin.close()
      await model.close()
    })
    model.play([answers('Oaks are trees.')])
    const formats = ['markdown', 'html', 'rawHtml', 'links', 'images', 'screenshot', 'summary']
    const response = await gleaner.post('/compat/firecrawl/v2/scrape', { url: origin.url, formats })
    const { data } = (await jsonOf(response)) as { data: Record<string, unknown> }
    expect(Object.keys(data).sort()).toEqual([...formats, 'metadata', 'success'].sort())
    expect(data.metadata).toMatchObject({ title: 'Oak', creditsUsed: 10 })
    expect(origin.requests).toEqual(['/'])
  })
})
