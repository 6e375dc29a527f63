import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extract } from '../../bench/extract.mjs'
import { type Origin, openOrigin, type Site } from '../origin.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'
import { cases, readCase } from './page.ts'

const prose = '<p>A sentence that is long enough to be read as prose, and not as a label of something else.</p>'.repeat(
  6,
)
const pages = new Map<string, string>([
  ...cases.map((name) => [`/${name}`, readCase(name).html] as const),
  ['/article', `<nav><a href="/">Home</a></nav><main><h1>Title</h1>${prose}<a href="b?utm_source=x">on</a></main>`],
  ['/thread/1', `<div class="post"><p>Ann: ${prose}</p></div><div class="post"><p>Bo: ${prose}</p></div>`],
  ['/short', '<h1>Example</h1><p>Nothing more.</p>'],
  ['/empty', '<title>Nothing</title><body></body>'],
])

let origin: Origin
let service: TestService

beforeAll(async () => {
  const site: Site = {}
  for (const [path, body] of pages) site[path] = { body }
  origin = await openOrigin(site)
  service = await openTestService({})
})
afterAll(async () => {
  await service.close()
  await origin.close()
})

describe('extract, for quality benchmarks', () => {
  it('returns the same as scrape for every page', async () => {
    expect(pages.size).toBeGreaterThan(20)
    for (const [path, html] of pages) {
      const url = origin.url + path
      const response = await fetch(`${service.url}/v1/scrape?url=${encodeURIComponent(url)}`, {
        headers: { authorization: `Bearer ${service.key}` },
      })
      expect(await extract(html, url), path).toBe(((await jsonOf(response)) as { content: string }).content)
    }
  })
})
