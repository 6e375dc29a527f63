import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { installPackages } from '../../packaging/installed-packages.ts'
import { openTestService, type TestService } from '../../service.ts'

/** The part of Firecrawl's client that is used here. Its own types aren't installed in the repository. */
interface Firecrawl {
  scrape(url: string, options?: object): Promise<Record<string, unknown> & { metadata: Record<string, unknown> }>
}

let missing: string | null
let gleaner: TestService
let origin: Origin
let firecrawl: Firecrawl

beforeAll(async () => {
  missing = await installPackages(fileURLToPath(new URL('.', import.meta.url)))
  origin = await openOrigin({
    '/': { body: '<title>Oak</title><nav>Menu</nav><main><p>An oak is a <a href="/tree">tree</a>.</p></main>' },
    '/never': () => {},
  })
  gleaner = await openTestService({ GLEANER_BROWSER_PATH: '/nowhere/chromium' })
  if (missing !== null) return
  const name = '@mendable/firecrawl-js'
  const { default: Client } = await import(name)
  firecrawl = new Client({ apiKey: gleaner.key, apiUrl: `${gleaner.url}/compat/firecrawl` })
}, 180_000)
beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

it("Firecrawl's client reads a page", async () => {
  const formats = ['markdown', 'html', 'rawHtml', 'links']
  const page = await firecrawl.scrape(`${origin.url}/`, { formats, onlyMainContent: true, timeout: 20_000 })
  expect(page).toMatchObject({
    markdown: `An oak is a [tree](${origin.url}/tree).`,
    html: expect.stringContaining('<nav>'),
    rawHtml: expect.stringContaining('<nav>'),
    links: [`${origin.url}/tree`],
    metadata: { title: 'Oak', statusCode: 200, sourceURL: `${origin.url}/` },
  })
  expect((await firecrawl.scrape(`${origin.url}/`)).markdown).toBe(page.markdown)
})

it("Firecrawl's client throws errors with the message of the service", async () => {
  await expect(firecrawl.scrape(`${origin.url}/never`, { timeout: 1000 })).rejects.toThrow(/1000 ms|timed? ?out/i)
  await expect(firecrawl.scrape(`${origin.url}/`, { mobile: true })).rejects.toThrow(/mobile/)
  await expect(firecrawl.scrape(`${origin.url}/`, { includeTags: ['#none'] })).rejects.toThrow(/match/)
})
