import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedChromium } from '../chromium.ts'
import { codeBlocks, read } from '../docs/document.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { lacksBrowser } from '../render/open-renderer.ts'
import { openTestService, type TestService } from '../service.ts'
import { npm, packPackage } from './registry.ts'

const run = promisify(execFile)
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** The examples in the package's README and docs/client.md, each as a module. */
const examples = ['packages/client/README.md', 'docs/client.md']
  .flatMap((page) => codeBlocks(read(page)))
  .filter(({ language }) => language === 'ts')

/** Code that must not compile. */
const misuses = `import { createClient, GleanerError, type ScrapeResult } from 'gleaner-client'
const gleaner = createClient()
// @ts-expect-error url is missing
await gleaner.scrape({})
// @ts-expect-error no parameters at all
await gleaner.googleAds()
// @ts-expect-error no such output
await gleaner.scrape({ url: 'https://example.com/', output: 'pdf' })
// @ts-expect-error no such parameter
await gleaner.scrape({ url: 'https://example.com/', outptu: 'links' })
// @ts-expect-error a number
await gleaner.explain({ url: 'https://example.com/', timeout_ms: 'long' })
// @ts-expect-error account takes none
await gleaner.account({ url: 'https://example.com/' })
// @ts-expect-error made by the client alone
new GleanerError()
const result: ScrapeResult = await gleaner.scrape({ url: 'https://example.com/' })
// @ts-expect-error null where the key is unlimited
const left: number = result.credits_remaining
// @ts-expect-error no such type of error
export const isSo = (error: GleanerError) => error.type === 'no_such_type' && left
`

/** Code that reads typed results. */
const uses = `import { createClient, type GoogleAdsResult } from 'gleaner-client'
const gleaner = createClient()
const { title, content_type, model } = await gleaner.scrape({ url: 'https://example.com/' })
export const lengths: Array<number | undefined> = [title?.length, content_type?.length, model?.length]
export const urlsOf = ({ ads }: GoogleAdsResult): Array<string | undefined> =>
  ads.map((ad) => ad.url?.toLowerCase() ?? ad.title?.trim())
// @ts-expect-error null where the page has no title
title.length
`

let folder: string
/** Files in the package. */
let paths: string[]
let origin: Origin
let gleaner: TestService
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-client-'))
  origin = await openOrigin({ '/': { body: '<title>Oak</title><p>An oak is a <a href="/tree">tree</a>.</p>' } })
  gleaner = await openTestService()
  const { file, files } = await packPackage(folder, fileURLToPath(new URL('../../packages/client', import.meta.url)))
  paths = files.map(({ path }) => path)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  await npm(['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder })
  for (const [n, { text }] of examples.entries()) writeFileSync(join(folder, `example-${n}.ts`), text)
  writeFileSync(join(folder, 'misuses.ts'), misuses)
  writeFileSync(join(folder, 'uses.ts'), uses)
}, 60_000)
afterAll(async () => {
  await gleaner.close()
  await origin.close()
  rmSync(folder, { recursive: true })
})

/** The example, adapted to this test's service and site. */
function local(text: string): string {
  return text
    .replaceAll("key: 'glnr_…'", `key: '${gleaner.key}'`)
    .replaceAll('http://127.0.0.1:8787', gleaner.url)
    .replaceAll('https://example.com/', `${origin.url}/`)
}

describe('the packed gleaner-client', () => {
  it('contains the compiled client with its types, and has no dependencies', () => {
    expect(paths.toSorted()).toEqual(
      [
        ...['api', 'client', 'gleaner-error'].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
        ...['LICENSE', 'README.md', 'package.json'],
      ].toSorted(),
    )
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/gleaner-client/package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('dependencies')
  })

  it.each([
    ['nodenext', 'nodenext'],
    ['preserve', 'bundler'],
  ])(
    'has types for a program with module %s',
    async (module, moduleResolution) => {
      const compilerOptions = { module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], types: [] }
      const config = { compilerOptions: { ...compilerOptions, strict: true, noEmit: true }, include: ['*.ts'] }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
      const { stdout } = await run(process.execPath, [tsc, '-p', folder], { cwd: folder }).catch((error) => error)
      expect(stdout).toBe('')
    },
    60_000,
  )

  it('runs its examples in Node', async () => {
    expect(examples.length).toBe(5)
    const printed = examples.map(async ({ text }, n) => {
      const file = join(folder, `run-${n}.ts`)
      writeFileSync(file, local(text))
      return (await run(process.execPath, ['--disable-warning=ExperimentalWarning', file], { cwd: folder })).stdout
    })
    const [first, page, links, many = '', failure] = await Promise.all(printed)
    expect(first).toBe(`Oak An oak is a [tree](${origin.url}/tree).\n`)
    expect(page).toBe(`Oak An oak is a [tree](${origin.url}/tree).\n`)
    expect(links).toContain(`url: '${origin.url}/tree'`)
    expect(many.split('\n').sort()).toEqual(['', `${origin.url}/ Oak`, `${origin.url}/?page=2 Oak`])
    expect(failure).toBe('url_scheme 422 URL must use http or https\n')
  }, 60_000)

  it.skipIf(lacksBrowser)(
    'runs in a browser on a same-origin page',
    async () => {
      const page = await (await sharedChromium()).newPage()
      onTestFinished(() => page.close())
      await page.route('**/client-test/**', (route) => {
        const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
        if (name === '')
          return route.fulfill({ contentType: 'text/html', body: '<title>A page of the same origin</title>' })
        const body = readFileSync(join(folder, 'node_modules/gleaner-client/dist', name))
        return route.fulfill({ contentType: 'text/javascript', body })
      })
      await page.goto(`${gleaner.url}/client-test/`)
      const options = JSON.stringify({ key: gleaner.key, baseUrl: gleaner.url })
      const program = `import('/client-test/client.js').then(async ({ createClient }) => {
      const gleaner = createClient(${options})
      const { title } = await gleaner.scrape({ url: ${JSON.stringify(`${origin.url}/`)} })
      const error = await gleaner.scrape({ url: 'nonsense' }).catch((thrown) => thrown)
      return [title, error.name, error.type]
    })`
      expect(await page.evaluate(program)).toEqual(['Oak', 'GleanerError', 'url_parsing'])
    },
    60_000,
  )
})
