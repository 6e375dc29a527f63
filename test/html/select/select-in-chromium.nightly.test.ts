import { describe, expect, it } from 'vitest'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { compareWithChromium } from './selectors-in-chromium.ts'

describe.skipIf(lacksBrowser)('a selector', () => {
  it('matches the same elements as in Chromium, in 200 generated documents with 40 selectors each', {
    timeout: 120_000,
  }, async () => {
    const { cases, differences } = await compareWithChromium(200, 20)
    expect(differences).toEqual([])
    expect(cases).toBe(8000)
  })
})
