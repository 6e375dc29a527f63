import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Origin, openLoopback, openOrigin, type Site } from '../../../origin.ts'
import { readFirstKey, startProgram } from '../../../program.ts'
import { runMain } from '../../../run-main.ts'
import { type Json, openTestService, type TestService, typesOf } from '../../../service.ts'
import { until } from '../../../waits.ts'

let origin: Origin
let gleaner: TestService
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-server-'))
  const page: Site[string] = ({ url, headers }, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<title>Page</title><p>This is ${url} for ${headers.cookie ?? 'everybody'}.</p>`)
  }
  origin = await openOrigin({
    ...{ '/page': page, ...Object.fromEntries(pathsOf(300).map((path) => [path, page])) },
    ...Object.fromEntries(heldPaths.map((path) => [path, (...pair) => (isHeld ? undefined : page(...pair))])),
    '/zip': { headers: { 'content-type': 'application/x-7z-compressed' }, body: '7z' },
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
  rmSync(folder, { recursive: true })
})

const pathsOf = (count: number) => Array.from({ length: count }, (_, n) => `/page-${n + 1}`)
const urlsOf = (count: number) => pathsOf(count).map((path) => origin.url + path)

/** Pages that get no response while this is true. */
const heldPaths = Array.from({ length: 20 }, (_, n) => `/held-${n + 1}`)
let isHeld = true

/** Runs `gleaner scrape` through the service, or locally if `service` is null. */
async function scrape(argv: readonly string[], service: string | null = gleaner.url, key = gleaner.key) {
  const server = service === null ? [] : ['--server', service]
  const { code, stdout, stderr } = await runMain(['scrape', ...argv, ...server], { GLEANER_API_KEY: key })
  return {
    code,
    stdout,
    said: stderr,
    results: () =>
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line): Json => JSON.parse(line)),
  }
}

async function creditsUsed(): Promise<number> {
  const { usage } = (await (await gleaner.get('/v1/account/usage')).json()) as { usage: { credits: number }[] }
  return usage.reduce((sum, { credits }) => sum + credits, 0)
}

/** Removes what differs between two requests for the same page. */
function comparable(text: string): string {
  return text
    .replace(/"(request_id|fetched_at)":"[^"]*"/g, '"$1":""')
    .replace(/"credits_charged":\d+/g, '"credits_charged":0')
}

describe('one page', () => {
  it.each([
    ['content', ['/page']],
    ['JSON', ['/page', '--json', '--output', 'links', '--extra-outputs', 'text']],
    ['fields', ['/page', '--extract-rules', '{"text": "p"}']],
    ['a cookie', ['/page', '--cookie', 'name=Ada']],
    ['a piece', ['/page', '--max-chars', '5', '--offset', '5']],
    ['an unreadable page', ['/zip']],
    ['an unreadable page, as JSON', ['/zip', '--json']],
    ['an invalid flag', ['/page', '--max-chars', '0']],
    ['a misspelled flag', ['/page', '--max-char', '1']],
    ['an invalid URL', ['ftp://example.com/', '--json']],
    ['a selector without a match', ['/page', '--css-selector', 'table']],
  ])('prints and exits as without --server: %s', async (_, [path = '', ...flags]) => {
    const argv = [path.startsWith('/') ? origin.url + path : path, ...flags]
    const [remote, local] = [await scrape(argv), await scrape(argv, null)]
    expect([remote.code, comparable(remote.stdout), remote.said]).toEqual([
      local.code,
      comparable(local.stdout),
      local.said,
    ])
  })

  it('is loaded by the service, at its price, and kept there for --max-age-s', async () => {
    const url = `${origin.url}/page?kept`
    const [first, second] = [await scrape([url, '--json']), await scrape([url, '--json', '--max-age-s', '60'])]
    expect(JSON.parse(first.stdout)).toMatchObject({ credits_charged: 1, from_cache: false })
    expect(JSON.parse(second.stdout)).toMatchObject({ credits_charged: 0, from_cache: true })
    expect((await scrape([url, '--max-age-s', '60'])).said).not.toContain('has no effect')
    expect(origin.requests.filter((path) => path.endsWith('?kept'))).toHaveLength(1)
  })

  it('may name a model that only the service knows', async () => {
    const { code, said } = await scrape([`${origin.url}/page`, '--prompt', 'Who?', '--model', 'ours'])
    expect([code, said]).toEqual([2, expect.stringMatching(/^enum: --model: /)])
  })
})

describe('a list', () => {
  it('prints the same lines, exit code and summary as without --server, in the order given', async () => {
    const wrong = ['ftp://example.com/', 'no address', 'http://10.0.0.1/', `${origin.url}/zip`]
    const urls = urlsOf(150).toSpliced(70, 0, ...wrong)
    const list = join(folder, 'list.txt')
    writeFileSync(list, urls.join('\n'))
    const [remote, local] = [await scrape(['--input', list]), await scrape(['--input', list], null)]
    expect(remote.results().map(({ url }) => url)).toEqual(urls)
    expect(comparable(remote.stdout)).toBe(comparable(local.stdout))
    expect([remote.code, remote.said]).toEqual([3, '150 succeeded, 4 failed, 0 skipped\n'])
    expect([local.code, local.said]).toEqual([remote.code, remote.said])
  })

  it('goes to the service in batches', async () => {
    const paths: string[] = []
    const server = createServer((request, response) => {
      paths.push(`${request.method} ${request.url}`)
      const headers = { authorization: `Bearer ${gleaner.key}`, 'content-type': 'application/json' }
      const chunks: Buffer[] = []
      request
        .on('data', (chunk) => chunks.push(chunk))
        .on('end', async () => {
          const answer = await fetch(gleaner.url + request.url, {
            method: 'POST',
            headers,
            body: Buffer.concat(chunks),
          })
          response.end(Buffer.from(await answer.arrayBuffer()))
        })
    })
    const proxy = await openLoopback(server)
    onTestFinished(proxy.close)
    const { code, results } = await scrape(urlsOf(300), proxy.url)
    expect([code, results().length, new Set(paths)]).toEqual([0, 300, new Set(['POST /v1/scrape/batch'])])
    expect(paths.length).toBeLessThan(10)
  })

  it('is written to --output-dir, and --skip-existing requests only what is missing', async () => {
    const pages = join(folder, 'pages')
    const argv = [...urlsOf(5), '--output-dir', pages, '--skip-existing']
    expect(await scrape(argv.slice(1))).toMatchObject({ code: 0, said: '4 succeeded, 0 failed, 0 skipped\n' })
    const requests = origin.requests.length
    const { said, results } = await scrape(argv)
    expect(said).toBe('1 succeeded, 0 failed, 4 skipped\n')
    expect(origin.requests.slice(requests)).toEqual(['/page-1'])
    expect(readFileSync(String(results()[0]?.file), 'utf8')).toBe('This is /page-1 for everybody.\n')
    expect(readdirSync(pages)).toHaveLength(5)
  })

  it('may have cookies for several sites, and an offset', async () => {
    const other = await openOrigin({ '/': { body: '<p>Elsewhere</p>' } })
    onTestFinished(other.close)
    const { code, results } = await scrape([...urlsOf(1), `${other.url}/`, '--cookie', 'name=Ada', '--offset', '3'])
    expect([code, ...results().map(({ content }) => content)]).toEqual([0, 's is /page-1 for name=Ada.', 'ewhere'])
  })

  it('charges each page to the key', async () => {
    const before = await creditsUsed()
    await scrape(urlsOf(3))
    expect(await creditsUsed()).toBe(before + 3)
  })
})

describe('a service that fails', () => {
  it.each([
    ['one page', 1],
    ['a list', 200],
  ])('refuses a wrong key once: %s', async (_, count) => {
    const { code, stdout, said } = await scrape(urlsOf(count), gleaner.url, 'glnr_wrong')
    expect([code, stdout, said]).toEqual([
      ...[2, ''],
      expect.stringMatching(/^unauthorized: .*\nPass the key of the service in GLEANER_API_KEY or --api-key\.\n$/),
    ])
  })

  it('takes the key from --api-key before the environment', async () => {
    const argv = [`${origin.url}/page`, '--api-key', gleaner.key]
    expect((await scrape(argv, gleaner.url, 'glnr_wrong')).code).toBe(0)
    const { code, said } = await scrape([`${origin.url}/page`, '--api-key', 'no key'])
    expect([code, said]).toEqual([2, expect.stringContaining('the API key is invalid')])
    expect(said).not.toContain('no key')
  })

  it.each([
    ['one page', 1],
    ['a list', 200],
  ])('is named if it cannot be reached: %s', async (_, count) => {
    const { url, close } = await openLoopback(createServer())
    await close()
    const { code, stdout, said } = await scrape(urlsOf(count), url)
    expect([code, stdout, said]).toEqual([
      ...[4, ''],
      `internal: The Gleaner service at ${url} can't be reached: ECONNREFUSED\nCheck the URL after --server, and that a Gleaner service is running there.\n`,
    ])
  })

  it('is named if it is not Gleaner', async () => {
    const { code, said } = await scrape(urlsOf(2), origin.url)
    expect([code, said]).toEqual([
      4,
      expect.stringContaining('responded with status 404, but not with a Gleaner error'),
    ])
    const page = await scrape(urlsOf(1), `${origin.url}/page?`.slice(0, -1))
    expect(page.code).toBe(4)
  })

  it('leaves one line for each page if it dies halfway, and the rest can be fetched later', async () => {
    const data = join(folder, 'data')
    const service = startProgram(['serve', '--port', '0'], { GLEANER_DATA_DIR: data })
    let printed = ''
    service.stdout?.on('data', (chunk) => {
      printed += chunk
    })
    await until('the service to start', () => printed.includes('curl'))
    const [url = ''] = /http:\S+:\d+/.exec(printed) ?? []
    const urls = [...urlsOf(40), ...heldPaths.map((path) => origin.url + path), ...urlsOf(80).slice(40)]
    const pages = join(folder, 'halfway')
    const argv = [...urls, '--output-dir', pages, '--skip-existing']
    const run = scrape(argv, url, readFirstKey(data))
    await until('the pages before those without a response', () => existsSync(pages) && readdirSync(pages).length >= 40)
    service.kill('SIGKILL')
    const { code, results, said } = await run
    expect(results().map((line) => line.url)).toEqual(urls)
    const failed = results().filter((line) => line.detail)
    expect(new Set(failed.flatMap(typesOf))).toEqual(new Set(['internal']))
    expect([code, said]).toEqual([4, '40 succeeded, 60 failed, 0 skipped\n'])
    isHeld = false
    const again = await scrape(argv)
    expect([again.code, again.said]).toEqual([0, '60 succeeded, 0 failed, 40 skipped\n'])
  })
})

it.each([
  [['--server', 'localhost:8787'], '--server should be the http or https URL of a service'],
  [['--server', 'ftp://localhost'], '--server should be the http or https URL of a service'],
  [['--server', 'http://'], '--server should be the http or https URL of a service'],
  [['--server', 'http://me:secret@localhost'], '--server should be the http or https URL of a service'],
  [['--server'], '--server needs a value'],
  [['--api-key', 'k'], '--api-key needs --server'],
  [['--server', 'http://localhost', '--concurrency', '2'], "--concurrency can't be combined with --server"],
])('%j is refused', async (flags, message) => {
  const { code, said } = await scrape([`${origin.url}/page`, ...flags], null)
  expect([code, said]).toEqual([2, expect.stringContaining(message)])
})

it('refuses local files', async () => {
  const file = join(folder, 'own.html')
  writeFileSync(file, '<p>Own</p>')
  expect(await scrape([file])).toMatchObject({ code: 2, said: expect.stringContaining("can't read local files") })
  expect(await scrape(['--file', file])).toMatchObject({
    ...{ code: 2, said: expect.stringContaining("--server can't be combined with --file") },
  })
})
