import { describe, expect, it } from 'vitest'
import { type Output, outputs } from '../../src/contract/scrape.ts'
import { formatPage } from '../../src/format/formats.ts'
import { htmlPage } from './page.ts'
import { bodyOf, lacksSamples, samples } from './sample-pages.ts'

describe.skipIf(lacksSamples)('additional outputs of a saved page match separate calls', () => {
  it.each(samples)('for $set/$id', async (sample) => {
    const { url } = sample
    const html = bodyOf(sample).toString()
    const read = (output: Output, extraOutputs: Output[] = [], cssSelector: string | null = null) =>
      formatPage(htmlPage(html, { url, finalUrl: url }), { output, extraOutputs, cssSelector, mainContent: true })
    for (const cssSelector of [null, 'body > *']) {
      const { content, extra } = await read('markdown', outputs.slice(1), cssSelector)
      for (const output of outputs) {
        const own = (await read(output, [], cssSelector)).content
        const asked = output === 'markdown' ? content : extra[output]
        expect(asked, `${output} of ${cssSelector}`).toEqual(own)
      }
    }
  })
})
