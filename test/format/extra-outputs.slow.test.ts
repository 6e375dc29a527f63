import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Output, outputs } from '../../src/contract/scrape.ts'
import { formatPage } from '../../src/format/formats.ts'
import { savedPage } from '../needs.ts'
import { htmlPage } from './page.ts'

const { location, isMissing } = savedPage('quality/')
const folder = fileURLToPath(location)

interface Sample {
  set: string
  id: string
  url: string
}
const samples: Sample[] = isMissing ? [] : JSON.parse(readFileSync(`${folder}samples.json`, 'utf8'))

describe.skipIf(isMissing)('further outputs of a saved page are those of their own calls', () => {
  it.each(samples)('of $set/$id', async ({ set, id, url }) => {
    const html = gunzipSync(readFileSync(`${folder}data/${set}/pages/${id}.html.gz`)).toString()
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
