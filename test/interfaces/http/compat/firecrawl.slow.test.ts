import { describe, expect, it, onTestFinished } from 'vitest'
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
})
